import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Picture } from '#web/pictures/picture.tsx'

const POINTS = [
  { title: 'All botanical', text: 'Every drop is a plant oil, nothing to stretch it.' },
  { title: 'Small batches', text: 'Blended by hand and dated, never warehoused.' },
  { title: 'Gentle by design', text: 'No synthetic fragrance, no fillers, no hurry.' },
]

/** Cut at the sides on a phone, where it is drawn wider than the window. */
export const HERO_SIZES = '(min-width: 768px) 100vw, 125vw'

/** Words in the empty third of the picture on a desk, under it on a phone. */
export function Hero() {
  return (
    <>
      <section className="relative md:min-h-[520px]" aria-label="Welcome">
        <Picture
          className="hero-picture aspect-[5/4] md:absolute md:inset-0 md:aspect-auto"
          name="hero"
          sizes={HERO_SIZES}
          isLead
        />
        {/* Light enough under the words, whatever shadows the wall has. */}
        <div className="absolute inset-y-0 left-0 hidden w-1/2 bg-linear-to-r from-bone/70 to-transparent md:block" />
        <div className="wrap relative flex flex-col justify-center gap-4 py-8 md:h-[min(86vh,56vw)] md:min-h-[520px] md:gap-5">
          <p className="eyebrow">Botanical skincare oils</p>
          <h1 className="max-w-[36rem] text-hero md:max-w-[45%]">
            Slow oils for <em className="font-normal">quiet, luminous</em> skin
          </h1>
          <p className="max-w-[25rem] text-lead text-bark">
            Cold-pressed, blended by hand in small batches, and nothing on the label you would have to look up.
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-6">
            <Link className="button" to={paths.shopAll()}>
              Shop All
            </Link>
            <Link className="underlined" to={paths.routineGuide()}>
              Build your routine
            </Link>
          </p>
        </div>
      </section>
      <ul className="wrap grid border-b border-line md:grid-cols-3">
        {POINTS.map(({ title, text }) => (
          <li
            className="border-line py-5 text-soft not-first:border-t md:px-gutter md:py-7 md:not-first:border-t-0 md:not-first:border-l"
            key={title}
          >
            <b className="display block text-[1.45rem] leading-tight text-ink">{title}</b>
            {text}
          </li>
        ))}
      </ul>
    </>
  )
}
