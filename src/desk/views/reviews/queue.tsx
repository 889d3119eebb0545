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

const LISTS: Record<ReviewList, string> = { waiting: 'To read', published: 'Published', withheld: 'Withheld' }
const NOTHING: Record<ReviewList, string> = {
  waiting: 'Every review is read. A new one shows up here by itself.',
  published: 'Nothing is published yet.',
  withheld: 'Nothing is withheld.',
}

export function Reviews({ list, isFirstPage, queue, next, isRatingHidden, mayModerate, maySet }: ReviewsProps) {
  const mayBulk = mayModerate && list === 'waiting' && queue.reviews.length > 1
  return (
    <>
      <ScreenHead
        title="Reviews"
        lead="Publish what is honest, whatever its stars; withhold only for a reason of the list."
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
          Keys, once the focus is in a review (by <kbd>Tab</kbd> or a click): <kbd>j</kbd> <kbd>k</kbd> next, previous ·{' '}
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
        Publish chosen
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
          Withhold chosen
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
          ? 'Stars stay hidden until you decide, so ratings can’t sway you.'
          : 'Stars are shown before a review is decided.'}
      </p>
      <Action
        action={deskPaths.ratingSetting()}
        fields={{ isHidden: isHidden ? 'no' : 'yes' }}
        label={isHidden ? 'Show stars before deciding' : 'Hide stars until decided'}
      />
    </div>
  )
}
