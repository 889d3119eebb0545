import type { Rating } from '#domain/catalogue/product.ts'
import { counted } from '#domain/time/display.ts'

/** Stars and an average with one decimal. Says so if there are no reviews. */
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

/** To the nearest half: five full stars only if hardly anyone gave fewer. */
export function Stars({ value }: { value: number }) {
  return (
    <span className={`stars halves-${Math.round(value * 2)}`} aria-hidden="true">
      ★★★★★
    </span>
  )
}
