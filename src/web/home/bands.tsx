import type { UploadedPicture } from '#domain/catalogue/product.ts'
import type { Texts } from '#domain/texts/text-pages.ts'
import { Picture } from '#web/pictures/picture.tsx'
import { TextLink, Words } from '#web/texts/words.tsx'

type BandProps<Part extends keyof Texts<'home'>> = { words: Texts<'home'>[Part]; picture: UploadedPicture | undefined }

export function Difference({ words, picture }: BandProps<'difference'>) {
  return (
    <section className="mt-band grid bg-linen md:max-h-[760px] md:grid-cols-2" aria-labelledby="difference">
      <Picture
        className="aspect-4/3 md:aspect-auto md:max-h-[760px]"
        picture={picture}
        sizes="(min-width: 768px) 50vw, 100vw"
        isDecoration
      />
      <div className="self-center px-[clamp(1.25rem,6vw,6rem)] py-[clamp(3rem,2rem+5vw,6.5rem)]">
        <p className="eyebrow">{words.eyebrow}</p>
        <h2 className="mt-3 mb-8" id="difference">
          <Words text={words.title} />
        </h2>
        <ol className="steps">
          {words.points.map(({ title, text }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the points of a page never move
            <li key={index}>
              <b className="block font-medium text-ink">{title}</b>
              <Words text={text} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/** The only dark band of the page. */
export function IngredientIntegrity({ words, picture }: BandProps<'integrity'>) {
  return (
    <section className="on-dark grid bg-band text-on-band md:grid-cols-[1.2fr_1fr]" aria-labelledby="integrity">
      <div className="order-last self-center px-[clamp(1.25rem,9vw,9rem)] py-[clamp(3rem,2rem+5vw,6.5rem)] md:order-first">
        <p className="eyebrow">{words.eyebrow}</p>
        <h2 className="mt-3 mb-8" id="integrity">
          <Words text={words.title} />
        </h2>
        <TextLink className="button button-light" to={words.button.to}>
          {words.button.label}
        </TextLink>
      </div>
      <Picture
        className="aspect-4/3 md:aspect-auto md:h-[460px]"
        picture={picture}
        sizes="(min-width: 768px) 46vw, 100vw"
        isDecoration
      />
    </section>
  )
}
