import type { Quote, ReviewInsights } from '#domain/reviews/review-insights.ts'
import { counted } from '#domain/time/display.ts'
import { Stars } from '#web/ui/stars.tsx'

/** Next to the collapsed reviews, verbatim. */
export function Quotes({ quotes }: { quotes: readonly Quote[] }) {
  if (quotes.length === 0) return null
  return (
    <ul className="quotes">
      {quotes.map(({ id, rating, text, reviewer, reviewerLocation, isVerified }) => (
        <li key={id}>
          <figure>
            <p className="text-small">
              <Stars value={rating} />
              <span className="sr-only">{rating} out of 5 stars</span>
            </p>
            <blockquote className="display" dir="auto">
              “{text}”
            </blockquote>
            <figcaption>
              <span>
                <bdi>{reviewer}</bdi>
                {reviewerLocation && (
                  <>
                    {', '}
                    <bdi>{reviewerLocation}</bdi>
                  </>
                )}
              </span>
              {isVerified && (
                <span className="rounded-pill bg-sage px-2.5 py-0.5 text-fine text-on-sage">Verified purchase</span>
              )}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}

/** What several reviews are about, with counts. */
export function Mentions({ insights: { mentions, reviewCount } }: { insights: ReviewInsights }) {
  if (mentions.length === 0) return null
  return (
    <div>
      <p className="text-small text-soft" id="mentions">
        People mention
      </p>
      <ul className="marks mt-2" aria-labelledby="mentions">
        {mentions.map(({ topic, count }) => (
          <li key={topic}>
            {topic} <span className="text-soft tabular-nums">{count}</span>
            <span className="sr-only"> of {counted(reviewCount, 'review')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
