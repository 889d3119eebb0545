import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Picture } from '#web/pictures/picture.tsx'

const POINTS = [
  { title: 'Whole oils', text: 'We buy by harvest and press cold, so color and scent stay.' },
  { title: 'Nothing to hide', text: 'Every ingredient has its page, with what it is rich in.' },
  {
    title: 'Three to five drops',
    text: 'Concentrated: an ounce of serum lasts about eleven weeks, morning and night.',
  },
]

export function Difference() {
  return (
    <section className="mt-band grid bg-linen md:max-h-[760px] md:grid-cols-2" aria-labelledby="difference">
      <Picture
        className="aspect-4/3 md:aspect-auto md:max-h-[760px]"
        name="difference"
        sizes="(min-width: 768px) 50vw, 100vw"
        isDecoration
      />
      <div className="self-center px-[clamp(1.25rem,6vw,6rem)] py-[clamp(3rem,2rem+5vw,6.5rem)]">
        <p className="eyebrow">The difference</p>
        <h2 className="mt-3 mb-8" id="difference">
          What we leave out is the recipe
        </h2>
        <ol className="steps">
          {POINTS.map(({ title, text }) => (
            <li key={title}>
              <b className="block font-medium text-ink">{title}</b>
              {text}
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/** The only dark band of the page. */
export function IngredientIntegrity() {
  return (
    <section className="on-dark grid bg-forest text-bone md:grid-cols-[1.2fr_1fr]" aria-labelledby="integrity">
      <div className="order-last self-center px-[clamp(1.25rem,9vw,9rem)] py-[clamp(3rem,2rem+5vw,6.5rem)] md:order-first">
        <p className="eyebrow">Ingredient integrity</p>
        <h2 className="mt-3 mb-8" id="integrity">
          Every plant earns its place.
        </h2>
        <Link className="button button-light" to={paths.ingredients()}>
          Explore the glossary
        </Link>
      </div>
      <Picture
        className="aspect-4/3 md:aspect-auto md:h-[460px]"
        name="integrity"
        sizes="(min-width: 768px) 46vw, 100vw"
        isDecoration
      />
    </section>
  )
}
