import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Picture } from '#web/pictures/picture.tsx'

const POINTS = [
  { title: 'All botanical', text: 'Every drop is a plant oil, nothing to stretch it.' },
  { title: 'Small batches', text: 'Blended by hand and dated, never warehoused.' },
  { title: 'Gentle by design', text: 'No synthetic fragrance, no fillers, no hurry.' },
]

/** Both crops of the scene leave room for the text: the wide one beside the bottles, the tall one above them. */
export const HERO_PICTURE = {
  name: 'hero',
  // Its width at the height of the section below.
  sizes: 'min(100vw, max(832px, 138vh))',
  narrow: { name: 'hero-tall', sizes: '100vw' },
}

/** Text on the bare wall of the picture: in its left third on a desktop, at its top on a phone. */
export function Hero() {
  return (
    <>
      <section className="relative md:min-h-[520px]" aria-label="Welcome">
        <div className="absolute inset-x-0 top-0 md:inset-0">
          <Picture className="hero-picture hero-height" {...HERO_PICTURE} isLead />
        </div>
        {/* Keeps the background light enough for the text, whatever shadows the wall has. */}
        <div className="absolute inset-x-0 top-0 h-56 bg-linear-to-b from-bone/70 to-transparent md:inset-y-0 md:right-1/2 md:h-auto md:bg-linear-to-r" />
        <div className="wrap relative flex flex-col pb-8 md:h-[min(86vh,56vw)] md:min-h-[520px] md:justify-center md:gap-5 md:py-8">
          <div className="hero-height flex flex-col gap-3 pt-7 md:h-auto md:gap-5 md:pt-0">
            <p className="eyebrow">Botanical skincare oils</p>
            <h1 className="max-w-[36rem] text-hero md:max-w-[45%]">
              Slow oils for <em className="font-normal">quiet, luminous</em> skin
            </h1>
          </div>
          <p className="max-w-[25rem] text-lead md:max-w-[min(25rem,45%)] text-bark max-md:order-last">
            Cold-pressed, blended by hand in small batches, and nothing on the label you would have to look up.
          </p>
          <p className="flex flex-wrap items-center gap-6 max-md:py-5 md:mt-1">
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
