import { Link } from 'react-router'
import type { PublicReview } from '#domain/reviews/review.ts'
import { longDate } from '#domain/time/display.ts'
import { paths } from '#web/paths.ts'
import { Stars } from '#web/ui/stars.tsx'

export type ReviewCardProps = {
  review: PublicReview
  /** Omitted on a page about one product. */
  showsProduct?: boolean
  headingLevel: 'h2' | 'h3'
}

export function ReviewCard({ review, showsProduct = false, headingLevel: Heading }: ReviewCardProps) {
  return (
    <article className="border-t border-line pt-5" id={`review-${review.id}`}>
      <p className="text-small">
        <Stars value={review.rating} />
        <span className="sr-only">{review.rating} out of 5 stars</span>
      </p>
      <Heading className="display mt-1 text-title" dir="auto">
        {review.title}
      </Heading>
      <p className="mt-2 whitespace-pre-line" dir="auto">
        {review.body}
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-soft">
        <span>
          <bdi>{review.reviewer}</bdi>
          {review.reviewerLocation && (
            <>
              {' · '}
              <bdi>{review.reviewerLocation}</bdi>
            </>
          )}
          {` · ${longDate(review.date)}`}
        </span>
        {review.isVerified && (
          <span className="rounded-pill bg-sage px-2.5 py-0.5 text-fine text-on-sage">Verified purchase</span>
        )}
      </p>
      {review.reply && (
        <div className="mt-4 border-l-2 border-honey pl-4 text-small">
          <p className="font-medium">Reply from Bloomera</p>
          <p className="mt-1 whitespace-pre-line">{review.reply}</p>
        </div>
      )}
      {showsProduct && review.productId && (
        <p className="mt-2 text-small">
          <Link className="underlined" to={paths.productReviews(review.productId)}>
            {review.productName}
          </Link>
        </p>
      )}
    </article>
  )
}
