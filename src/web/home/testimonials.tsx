import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { BRAND, type Testimonial } from '#domain/reviews/review.ts'
import type { Texts } from '#domain/texts/text-pages.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/texts/words.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { useIsNarrow } from '#web/ui/use-is-narrow.ts'
import { reportShown } from './report-shown.ts'

export type TestimonialsProps = {
  /** The day's cards; a narrow screen has fewer. */
  wide: readonly Testimonial[]
  narrow: readonly Testimonial[]
  publicKey: string
  words: Texts<'home'>['testimonials']
}

/** Without a script it is a scrolling row; with one, a carousel that never advances on its own. */
export function Testimonials({ wide, narrow, publicKey, words }: TestimonialsProps) {
  const isNarrow = useIsNarrow()
  const [chosenPage, setPage] = useState(0)
  const cards = isNarrow ? narrow : wide
  const visible = isNarrow ? 1 : 3
  const pages = Math.ceil(cards.length / visible)
  const page = Math.min(chosenPage, pages - 1)
  const first = Math.max(0, Math.min(page * visible, cards.length - visible))
  const isRunning = isNarrow !== undefined

  useEffect(() => {
    if (!isRunning) return
    void reportShown(
      cards.map(({ id }) => id),
      publicKey,
    )
  }, [isRunning, cards, publicKey])

  return (
    <section className="wrap pt-band" aria-labelledby="testimonials" aria-roledescription="carousel">
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-4">
        <h2 id="testimonials">{words.title}</h2>
        <TextLink className="underlined" to={words.link.to}>
          {words.link.label}
        </TextLink>
      </div>
      {/* Relative, or the absolutely positioned screen-reader text would overflow it. */}
      <div className="relative overflow-hidden">
        <ul
          className={`flex gap-gutter transition-transform duration-500 ${isRunning ? '' : 'snap-x overflow-x-auto'}`}
          // A scrollable region must be reachable by keyboard.
          tabIndex={isRunning ? undefined : 0}
          aria-label="Testimonials"
          style={first > 0 ? { transform: `translateX(${slide(first, visible)})` } : undefined}
        >
          {cards.map((review, index) => (
            <li
              className="w-full shrink-0 snap-start md:w-[calc((100%-2*var(--spacing-gutter))/3)]"
              inert={isRunning && (index < first || index >= first + visible)}
              key={review.id}
            >
              <TestimonialCard review={review} />
            </li>
          ))}
        </ul>
      </div>
      {isRunning && pages > 1 && (
        <Controls page={page} pages={pages} onSelectPage={(wanted) => setPage((wanted + pages) % pages)} />
      )}
    </section>
  )
}

/** Offset of this many cards: one step is a card and its gap. */
function slide(cards: number, visible: number): string {
  return `calc(${-cards} * (100% + var(--spacing-gutter)) / ${visible})`
}

/** Its text is cut after six lines, which hold more or less depending on the screen, so it links to the full text. */
function TestimonialCard({ review }: { review: Testimonial }) {
  return (
    <figure className="flex h-full flex-col gap-4 bg-paper p-8">
      <p className="text-small">
        <Stars value={review.rating} />
        <span className="sr-only">{review.rating} out of 5 stars</span>
      </p>
      <div className="flex-1">
        <blockquote className="display line-clamp-6 text-[1.5rem] leading-tight font-normal" dir="auto">
          “{review.body}”
        </blockquote>
      </div>
      <figcaption className="text-small text-soft">
        <bdi>{review.reviewer}</bdi>
        {review.productName && ` · ${review.productName}`}
        <Link
          className="ml-3 border-b border-amber whitespace-nowrap text-ink"
          to={paths.review(review.id, { product: review.productId ?? BRAND, page: review.page })}
        >
          Full review<span className="sr-only"> by {review.reviewer}</span>
        </Link>
      </figcaption>
    </figure>
  )
}

function Controls({
  page,
  pages,
  onSelectPage,
}: {
  page: number
  pages: number
  onSelectPage: (page: number) => void
}) {
  return (
    <div className="mt-5 flex items-center justify-center" role="group" aria-label="Rotate testimonials">
      <button className="flex size-11 items-center justify-center" type="button" onClick={() => onSelectPage(page - 1)}>
        <span className="sr-only">Previous testimonials</span>
        <Icon name="back" />
      </button>
      {Array.from({ length: pages }, (_, index) => (
        <button
          className="group flex h-11 w-8 items-center justify-center"
          type="button"
          aria-current={index === page ? 'true' : undefined}
          onClick={() => onSelectPage(index)}
          key={index}
        >
          <span className="sr-only">
            Testimonials, page {index + 1} of {pages}
          </span>
          <span className="size-2.5 rounded-pill border border-soft group-aria-[current]:border-5" aria-hidden="true" />
        </button>
      ))}
      <button className="flex size-11 items-center justify-center" type="button" onClick={() => onSelectPage(page + 1)}>
        <span className="sr-only">Next testimonials</span>
        <Icon name="arrow" />
      </button>
    </div>
  )
}
