import { type RatingSummary, type Star, STARS } from '#domain/reviews/review.ts'
import { counted } from '#domain/time/display.ts'

export type RatingBarsProps = {
  summary: RatingSummary
  chosen: Star | undefined
  onChoose: (star: Star | undefined) => void
}

/** The distribution of stars. Most visitors try to click the bars, so a click filters by them. */
export function RatingBars({ summary, chosen, onChoose }: RatingBarsProps) {
  return (
    <ul className="mt-5 max-w-80 md:max-lg:mt-0 md:max-lg:max-w-none" aria-label="Reviews by stars">
      {STARS.map((star) => (
        <li key={star}>
          <button
            className="flex min-h-11 w-full items-center gap-3 rounded-edge px-2 text-small tabular-nums enabled:hover:bg-linen disabled:cursor-default aria-pressed:bg-linen md:min-h-9"
            type="button"
            disabled={summary.stars[star] === 0 && chosen !== star}
            aria-pressed={chosen === star}
            onClick={() => onChoose(chosen === star ? undefined : star)}
          >
            <span className="w-4" aria-hidden="true">
              {star}
            </span>
            <svg className="h-1.5 w-0 flex-1" aria-hidden="true" focusable="false">
              <rect className="fill-line" width="100%" height="100%" />
              <rect className="fill-amber" width={`${share(summary, star)}%`} height="100%" />
            </svg>
            <span className="w-8 text-right text-soft" aria-hidden="true">
              {summary.stars[star]}
            </span>
            <span className="sr-only">
              {counted(star, 'star')}: {counted(summary.stars[star], 'review')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function share({ stars, count }: RatingSummary, star: Star): number {
  return count === 0 ? 0 : Math.round((100 * stars[star]) / count)
}
