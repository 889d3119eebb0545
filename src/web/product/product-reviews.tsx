import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import type { ProductDetail } from '#domain/catalog.ts'
import { counted } from '#domain/display.ts'
import type { PublicReview } from '#domain/reviews.ts'
import { paths } from '#web/paths.ts'
import { ReviewCard } from '#web/reviews/review-card.tsx'
import { Stars } from '#web/ui/stars.tsx'

/** Collapsed until asked for; a link to #reviews asks for it. */
export function ProductReviews({ product, reviews }: { product: ProductDetail; reviews: readonly PublicReview[] }) {
  const fold = useRef<HTMLDetailsElement>(null)
  const { hash } = useLocation()
  const { average, count } = product.rating

  useEffect(() => {
    if (hash === '#reviews' && fold.current) fold.current.open = true
  }, [hash])

  return (
    <section className="wrap scroll-mt-6 pt-band" id="reviews" aria-labelledby="reviews-title">
      <h2 id="reviews-title">Reviews</h2>
      {count === 0 ? (
        <p className="mt-4 text-lead text-soft">Nobody has reviewed this oil yet.</p>
      ) : (
        <div className="mt-4 grid gap-x-[clamp(1.5rem,5vw,5rem)] gap-y-6 md:grid-cols-[16rem_1fr]">
          <div>
            <p className="display text-[4.6rem] leading-none">{average.toFixed(1)}</p>
            <p className="mt-1 text-soft">
              <Stars value={average} /> {counted(count, 'review')}
            </p>
          </div>
          <details className="group" ref={fold}>
            <summary className="button button-quiet list-none">
              <span className="group-open:hidden">Read reviews ({count})</span>
              <span className="hidden group-open:inline">Hide Reviews</span>
            </summary>
            <div className="mt-8 grid gap-7">
              {reviews.map((review) => (
                <ReviewCard review={review} headingLevel="h3" key={review.id} />
              ))}
              {count > reviews.length && (
                <p>
                  <Link className="underlined" to={paths.reviews({ product: product.id })}>
                    All {counted(count, 'review')} of {product.name}
                  </Link>
                </p>
              )}
            </div>
          </details>
        </div>
      )}
    </section>
  )
}
