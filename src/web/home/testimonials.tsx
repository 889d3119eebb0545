import { Link } from 'react-router'
import type { PublicReview } from '#domain/reviews.ts'
import { paths } from '#web/paths.ts'
import { Stars } from '#web/ui/stars.tsx'

export function Testimonials({ reviews }: { reviews: readonly PublicReview[] }) {
  return (
    <section className="wrap pt-band" aria-labelledby="testimonials">
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-4">
        <h2 id="testimonials">Kind words</h2>
        <Link className="underlined" to={paths.reviews()}>
          All reviews
        </Link>
      </div>
      {/* A region that scrolls must be reachable by keyboard. */}
      <ul
        className="relative -mx-gutter flex snap-x scroll-px-gutter gap-gutter overflow-x-auto px-gutter pb-4"
        tabIndex={0}
        aria-label="Testimonials"
      >
        {reviews.map((review) => (
          <li className="w-[min(26rem,86%)] shrink-0 snap-start" key={review.id}>
            <figure className="flex h-full flex-col gap-4 bg-paper p-8">
              <p className="text-small">
                <Stars value={review.rating} />
                <span className="sr-only">{review.rating} out of 5 stars</span>
              </p>
              <blockquote className="display line-clamp-6 flex-1 text-[1.5rem] leading-tight font-normal">
                “{review.body}”
              </blockquote>
              <figcaption className="text-small text-soft">
                {[review.reviewer, review.productName].filter(Boolean).join(' · ')}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}
