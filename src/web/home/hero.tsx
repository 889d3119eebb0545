import type { UploadedPicture } from '#domain/catalogue/product.ts'
import type { Texts } from '#domain/texts/text-pages.ts'
import { Picture, WINDOW_WIDTH } from '#web/pictures/picture.tsx'
import { TextLink, Words } from '#web/texts/words.tsx'

export type HeroPictures = { hero: UploadedPicture | undefined; 'hero-tall': UploadedPicture | undefined }

type HeroProps = { words: Texts<'home'>['hero']; points: Texts<'home'>['selling']['points']; pictures: HeroPictures }

/** Both crops of the scene leave room for the text: the wide one next to the bottles, the tall one above them. */
export function heroPicture(pictures: HeroPictures) {
  return {
    picture: pictures.hero,
    // Its width at the height of the section below.
    sizes: 'min(100vw, max(832px, 138vh))',
    narrow: { picture: pictures['hero-tall'], sizes: WINDOW_WIDTH },
  }
}

/** Text on the picture's bare wall: in the left third on a desktop, at the top on a phone. */
export function Hero({ words, points, pictures }: HeroProps) {
  return (
    <>
      <section className="relative md:min-h-[520px]" aria-label="Welcome">
        <div className="absolute inset-x-0 top-0 md:inset-0">
          <Picture className="hero-picture hero-height" {...heroPicture(pictures)} isLead />
        </div>
        {/* Keeps the background light enough for the text, whatever shadows the wall has. */}
        <div className="hero-veil absolute inset-x-0 top-0 h-56 bg-linear-to-b from-bone/70 to-transparent md:inset-y-0 md:right-1/2 md:h-auto md:bg-linear-to-r" />
        <div className="wrap relative flex flex-col pb-8 md:h-[min(86vh,56vw)] md:min-h-[520px] md:justify-center md:gap-5 md:py-8">
          <div className="hero-words hero-height flex flex-col gap-3 pt-7 md:h-auto md:gap-5 md:pt-0">
            <p className="eyebrow">{words.eyebrow}</p>
            <h1 className="max-w-[36rem] text-hero md:max-w-[45%]">
              <Words text={words.headline} />
            </h1>
          </div>
          <p className="max-w-[25rem] text-lead md:max-w-[min(25rem,40%)] text-bark max-md:order-last">
            <Words text={words.text} />
          </p>
          <p className="flex flex-wrap items-center gap-6 max-md:py-5 md:mt-1">
            <TextLink className="button" to={words.button.to}>
              {words.button.label}
            </TextLink>
            <TextLink className="underlined" to={words.link.to}>
              {words.link.label}
            </TextLink>
          </p>
        </div>
      </section>
      <ul className="wrap grid border-b border-line md:grid-cols-3">
        {points.map(({ title, text }, index) => (
          <li
            className="border-line py-5 text-soft not-first:border-t md:px-gutter md:py-7 md:first:pl-0 md:not-first:border-t-0 md:not-first:border-l"
            // oxlint-disable-next-line react/no-array-index-key -- the points of a page never move
            key={index}
          >
            <b className="display block text-[1.45rem] leading-tight text-ink">{title}</b>
            <Words text={text} />
          </li>
        ))}
      </ul>
    </>
  )
}
