import { type RefObject, type SubmitEvent, useState } from 'react'
import { firstError, type FormErrors } from '#contract/form.ts'
import { PART_MESSAGES } from '#contract/part-messages.ts'
import { REVIEW_LIMITS } from '#domain/reviews/review-limits.ts'
import { counted } from '#domain/time/display.ts'
import { paths } from '#web/paths.ts'
import { useDismissToasts, useToast } from '#web/ui/toaster.tsx'
import { useIsInBrowser } from '#web/ui/use-is-in-browser.ts'
import { ReviewField } from './review-field.tsx'
import { findErrors, readReviewForm, sendReview } from './send-review.ts'
import type { OrderLink } from './use-order-link.ts'

export type ReviewFormProps = {
  productId: string
  order: OrderLink | undefined
  /** When the form became visible, by performance.now(). */
  openedAt: RefObject<number>
  isSubmitting: boolean
  onSubmitting: (isSubmitting: boolean) => void
  onDone: () => void
}

export function ReviewForm({ productId, order, openedAt, isSubmitting, onSubmitting, onDone }: ReviewFormProps) {
  const [errors, setErrors] = useState<FormErrors>({})
  /** A new key resets the form; otherwise the draft stays. */
  const [draft, setDraft] = useState(0)
  const isInBrowser = useIsInBrowser()
  const showToast = useToast()
  const dismissToasts = useDismissToasts()

  /** Shows each error at its field, and focuses the first, so it's read out. One without a field is a toast. */
  function refuse(form: HTMLFormElement, found: FormErrors) {
    setErrors(found)
    const first = firstError(found)
    if (!first) return
    const named = form.elements.namedItem(first.field ?? '')
    const field = named instanceof RadioNodeList ? named[0] : named
    if (field instanceof HTMLElement) field.focus()
    else showToast(first.message, 'error')
  }

  async function submit(form: HTMLFormElement) {
    const fields = readReviewForm(form)
    const found = await findErrors(fields)
    if (firstError(found)) return refuse(form, found)
    setErrors({})
    dismissToasts('error')
    onSubmitting(true)
    const result = await sendReview(fields, openedAt.current)
    onSubmitting(false)
    if (!result.ok) return refuse(form, result.errors)
    showToast(PART_MESSAGES.reviewSubmitted)
    setDraft(draft + 1)
    onDone()
  }

  return (
    <form
      className="mt-6 grid gap-5"
      key={draft}
      method="post"
      action={paths.submitReview()}
      // Without a script the browser validates what it can, and the response is a page.
      noValidate={isInBrowser}
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
          setErrors((before) => withoutError(before, target.name))
      }}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (!isSubmitting) void submit(event.currentTarget)
      }}
    >
      <StarChoice errors={errors} />
      <ReviewField name="title" label="Title" limit={REVIEW_LIMITS.title} errors={errors} isRequired />
      <ReviewField name="body" label="Review" limit={REVIEW_LIMITS.body} errors={errors} isRequired lines={5} />
      <div className="grid gap-5 sm:grid-cols-2">
        <ReviewField
          name="reviewer_name"
          label="Name"
          limit={REVIEW_LIMITS.reviewerName}
          placeholder="First name or initials"
          autoComplete="given-name"
          errors={errors}
          isRequired
        />
        <ReviewField
          name="reviewer_location"
          label="Location"
          limit={REVIEW_LIMITS.reviewerLocation}
          placeholder="City, State"
          errors={errors}
        />
        <ReviewField
          name="email"
          label="Email"
          type="email"
          limit={REVIEW_LIMITS.email}
          note="Never published"
          autoComplete="email"
          errors={errors}
        />
        <ReviewField
          name="order_number"
          label="Order number"
          limit={REVIEW_LIMITS.orderNumber}
          placeholder="BLM-XXXXXXXX-XXXX"
          defaultValue={order?.number}
          note="Adds a Verified purchase badge"
          errors={errors}
        />
      </div>
      <input type="hidden" name="product_id" value={productId} />
      <input type="hidden" name="proof" value={order?.proof ?? ''} />
      {/* A honeypot: only bots fill in what is hidden. */}
      <div className="absolute -left-[200vw]" aria-hidden="true">
        <label>
          Website
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <p className="text-small text-soft">
        We read every review before it appears, and we never hide critical ones. Your name is shown as first name and
        initial.
      </p>
      <button className="button" type="submit" disabled={isSubmitting}>
        {isSubmitting ? 'Submitting…' : 'Submit review'}
      </button>
    </form>
  )
}

function withoutError(errors: FormErrors, name: string): FormErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => field !== name))
}

/** Radio buttons, so that arrow keys, labels and forms work natively. */
function StarChoice({ errors: { rating: problem } }: { errors: FormErrors }) {
  return (
    <fieldset aria-describedby={problem ? 'rating-problem' : undefined}>
      <legend className="text-small">Rating</legend>
      <div className="star-choice mt-1 inline-flex">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            className="flex size-11 items-center justify-center text-[1.9rem] leading-none has-focus-visible:outline-2"
            key={stars}
          >
            <input className="sr-only" type="radio" name="rating" value={stars} required />
            <span aria-hidden="true">★</span>
            <span className="sr-only">{counted(stars, 'star')}</span>
          </label>
        ))}
      </div>
      {problem && (
        <p className="text-small text-error" id="rating-problem">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
