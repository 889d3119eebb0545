import { deskPaths } from '#desk/desk-paths.ts'
import { shortDateTime } from '#desk/ui/date-time.ts'
import { Claims } from '#desk/ui/edit-fields.tsx'
import { Action, Question } from '#desk/ui/form-parts.tsx'
import {
  MAX_REPLY_LENGTH,
  MODERATION_CRITERIA,
  WITHHOLDING_REASONS,
  type ReviewList,
} from '#domain/reviews/moderation.ts'
import type { ReviewToModerate } from '#server/reviews/reviews.views.ts'

type ReviewCardProps = { review: ReviewToModerate; list: ReviewList; mayModerate: boolean; mayBulk: boolean }

export function ReviewCard({ review, list, mayModerate, mayBulk }: ReviewCardProps) {
  const { id, title, body, reviewerName, reviewerLocation, productName, date, rating, reply } = review
  const headingId = `title-${id}`
  return (
    <article id={`review-${id}`} className="panel review" tabIndex={-1} aria-labelledby={headingId} data-review>
      <header className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="hint">
            {productName ?? 'About the brand'} · {shortDateTime(date)}
          </p>
          <h2 id={headingId} className="mt-1 text-[1.35rem]">
            {title}
          </h2>
        </div>
        {mayBulk && (
          <label className="choose">
            <input type="checkbox" name="id" value={id} form="bulk" />
            <span className="sr-only">Choose {title}</span>
          </label>
        )}
      </header>
      {rating !== undefined && (
        <p className="mt-1 tracking-[0.06em] text-amber">
          <span aria-hidden="true">{'★'.repeat(rating)}</span>
          <span className="sr-only">{rating} of 5 stars</span>
        </p>
      )}
      <p className="review-body" data-body>
        {body}
      </p>
      <p className="mt-3 text-small">
        {reviewerName}
        {reviewerLocation && <span className="text-soft">, {reviewerLocation}</span>} <OrderMatch review={review} />
      </p>
      <Decision review={review} />
      {reply && <blockquote className="reply">{reply}</blockquote>}
      {mayModerate && <Decide review={review} list={list} />}
    </article>
  )
}

/** What the order number proves; shoppers see only the badge. */
function OrderMatch({ review }: { review: ReviewToModerate }) {
  const { orderNumber, isVerified, orderState, isProductInOrder, source } = review
  if (isVerified) return <span className="badge badge-good">Verified: {orderNumber ?? 'order link'}</span>
  if (source === 'demo') return <span className="badge">Demo</span>
  if (orderNumber === null) return <span className="badge">No order named</span>
  if (orderState === null) return <span className="badge">No order {orderNumber}</span>
  const doubt = isProductInOrder ? 'other e-mail, or reviewed before' : 'does not hold this product'
  return (
    <span className="badge">
      {orderNumber} ({orderState.replaceAll('_', ' ')}): {doubt}
    </span>
  )
}

function Decision({ review: { withheldReason } }: { review: ReviewToModerate }) {
  if (withheldReason === null) return undefined
  return <p className="hint mt-2">Withheld: {MODERATION_CRITERIA[withheldReason].name}</p>
}

function Decide({ review, list }: { review: ReviewToModerate; list: ReviewList }) {
  const { id, isPublished, reply } = review
  return (
    <div className="decide">
      {!isPublished && (
        <Action action={deskPaths.publishReviews()} fields={{ id, list }} label="Publish" kind="button">
          <span className="sr-only">Key p</span>
        </Action>
      )}
      <details name={`decide-${id}`} data-withhold>
        <summary className="button button-quiet">Withhold</summary>
        <form method="post" action={deskPaths.withholdReviews()} className="sheet">
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="list" value={list} />
          <fieldset className="grid gap-1">
            <legend className="hint">For which reason?</legend>
            {WITHHOLDING_REASONS.map((reason) => (
              <label key={reason} className="reason">
                <input type="radio" name="reason" value={reason} required />
                <span>
                  {MODERATION_CRITERIA[reason].name}
                  <span className="hint block">{MODERATION_CRITERIA[reason].rule}</span>
                </span>
              </label>
            ))}
          </fieldset>
          <button type="submit" className="button mt-3">
            Withhold
          </button>
        </form>
      </details>
      <details name={`decide-${id}`} data-reply>
        <summary className="button button-quiet">{reply ? 'Change reply' : 'Reply'}</summary>
        <form method="post" action={deskPaths.replyToReview(id)} className="sheet field-group">
          <input type="hidden" name="list" value={list} />
          <label htmlFor={`reply-${id}`}>Shown under the review, to everybody</label>
          <textarea
            id={`reply-${id}`}
            name="reply"
            className="field"
            rows={4}
            maxLength={MAX_REPLY_LENGTH}
            defaultValue={reply ?? ''}
            aria-describedby={`reply-${id}-claims`}
            data-claims
          />
          <Claims of={`reply-${id}`} text={reply ?? ''} />
          <button type="submit" className="button mt-2">
            Save reply
          </button>
        </form>
      </details>
      <details name={`decide-${id}`} data-redact>
        <summary className="button button-quiet">Black out</summary>
        <form method="post" action={deskPaths.redactReview(id)} className="sheet field-group">
          <Question text="Black these words out? This cannot be undone." />
          <input type="hidden" name="list" value={list} />
          <label htmlFor={`field-${id}`}>Where</label>
          <select id={`field-${id}`} name="field" className="field" defaultValue="body">
            <option value="body">Text</option>
            <option value="title">Title</option>
            <option value="reviewerName">Name</option>
          </select>
          <label htmlFor={`part-${id}`}>Words, exactly as they stand there</label>
          <input id={`part-${id}`} name="part" className="field" required maxLength={2000} autoComplete="off" />
          <p className="hint">Someone’s address, phone number, etc. Readers see [redacted] instead.</p>
          <button type="submit" className="button mt-2">
            Black out
          </button>
        </form>
      </details>
    </div>
  )
}
