import { deskPaths } from '#desk/desk-paths.ts'
import { Action } from '#desk/ui/form-parts.tsx'
import { Pager } from '#desk/ui/pager.tsx'
import { Empty, ScreenHead } from '#desk/ui/screen.tsx'
import { MODERATION_CRITERIA, WITHHOLDING_REASONS, type ReviewList } from '#domain/reviews/moderation.ts'
import type { ReviewQueue } from '#server/reviews/reviews.views.ts'
import { ReviewCard } from './review-card.tsx'

type ReviewsProps = {
  list: ReviewList
  isFirstPage: boolean
  queue: ReviewQueue
  /** The cursor of the next page, encoded for the URL. */
  next: string | undefined
  isRatingHidden: boolean
  mayModerate: boolean
  maySet: boolean
}

const LISTS: Record<ReviewList, string> = { waiting: 'To moderate', published: 'Published', withheld: 'Withheld' }
const NOTHING: Record<ReviewList, string> = {
  waiting: 'No reviews to moderate. New ones appear here automatically.',
  published: 'No published reviews yet.',
  withheld: 'No withheld reviews.',
}

export function Reviews({ list, isFirstPage, queue, next, isRatingHidden, mayModerate, maySet }: ReviewsProps) {
  const mayBulk = mayModerate && list === 'waiting' && queue.reviews.length > 1
  return (
    <>
      <ScreenHead
        title="Reviews"
        lead="Publish honest reviews, whatever their rating. Withhold only for a reason from the list."
      >
        <nav aria-label="Lists" className="flex gap-1">
          {Object.entries(LISTS).map(([name, label]) => (
            <a key={name} className="chip" href={deskPaths.reviews(name)} aria-current={name === list || undefined}>
              {label}
            </a>
          ))}
        </nav>
      </ScreenHead>
      {mayModerate && (
        <p className="keys hint">
          Shortcuts, after you click or <kbd>Tab</kbd> into a review: <kbd>j</kbd> <kbd>k</kbd> next, previous ·{' '}
          <kbd>p</kbd> publish · <kbd>w</kbd> withhold · <kbd>r</kbd> reply · <kbd>u</kbd> undo
        </p>
      )}
      <div id="queue" data-live="reviews" className="grid gap-4">
        {queue.reviews.length === 0 && <Empty>{NOTHING[list]}</Empty>}
        {queue.reviews.map((review) => (
          <ReviewCard key={review.id} review={review} list={list} mayModerate={mayModerate} mayBulk={mayBulk} />
        ))}
      </div>
      {mayBulk && <BulkBar />}
      <Pager
        first={isFirstPage ? undefined : deskPaths.reviews(list)}
        next={next && deskPaths.reviews(list, next)}
        isOldestFirst={list === 'waiting'}
      />
      {maySet && <RatingSetting isHidden={isRatingHidden} />}
    </>
  )
}

/** The checkboxes of the cards belong to this form. */
function BulkBar() {
  return (
    <form id="bulk" method="post" className="bulk-bar">
      <button type="submit" className="button" formAction={deskPaths.publishReviews()}>
        Publish selected
      </button>
      <span className="flex flex-wrap gap-2">
        <label htmlFor="bulk-reason" className="sr-only">
          Reason for withholding
        </label>
        <select id="bulk-reason" name="reason" className="field">
          {WITHHOLDING_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {MODERATION_CRITERIA[reason].name}
            </option>
          ))}
        </select>
        <button type="submit" className="button button-quiet" formAction={deskPaths.withholdReviews()}>
          Withhold selected
        </button>
      </span>
    </form>
  )
}

function RatingSetting({ isHidden }: { isHidden: boolean }) {
  return (
    <div className="mt-10 border-t border-line pt-5">
      <p className="hint mb-3 max-w-2xl">
        {isHidden
          ? 'Star ratings are hidden until you decide, so they can’t influence the decision.'
          : 'Star ratings are shown before you decide.'}
      </p>
      <Action
        action={deskPaths.ratingSetting()}
        fields={{ isHidden: isHidden ? 'no' : 'yes' }}
        label={isHidden ? 'Show ratings before deciding' : 'Hide ratings until decided'}
      />
    </div>
  )
}
