import type { Rating } from '#domain/catalogue/product.ts'
import { counted } from '#domain/time/display.ts'

/** Whole stars and an average with one decimal. Says so if there are no reviews. */
export function RatingLine({ rating, className = '' }: { rating: Rating; className?: string }) {
  if (rating.count === 0) return <span className={`text-small text-soft ${className}`}>No reviews yet</span>
  return (
    <span className={`inline-flex flex-wrap items-center gap-x-2 text-small text-soft ${className}`}>
      <Stars value={rating.average} />
      <span className="whitespace-nowrap" aria-hidden="true">
        {rating.average.toFixed(1)} <span className="tabular-nums">({rating.count})</span>
      </span>
      <span className="sr-only">
        {rating.average.toFixed(1)} out of 5, {counted(rating.count, 'review')}
      </span>
    </span>
  )
}

export function Stars({ value }: { value: number }) {
  const full = Math.round(value)
  return (
    <span className="tracking-[0.06em] whitespace-nowrap" aria-hidden="true">
      <span className="text-amber">{'★'.repeat(full)}</span>
      <span className="star-empty">{'★'.repeat(5 - full)}</span>
    </span>
  )
}
