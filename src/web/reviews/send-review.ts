import { errorIn, type FormError, type FormErrors, parseForm, WHOLE_FORM } from '#contract/form.ts'
import { PART_MESSAGES } from '#contract/part-messages.ts'
import { MIN_REVIEW_MS } from '#domain/reviews/review-limits.ts'
import { paths } from '#web/paths.ts'
import { postJson } from '#web/post-json.ts'

export type SendResult = { ok: true } | { ok: false; errors: FormErrors }

/** No connection, a server error, or an unexpected response: the same for the visitor. */
const FAILED: FormError = { message: PART_MESSAGES.reviewFailed }

/** The form's values, as the function accepts them. */
export function readReviewForm(form: HTMLFormElement): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.fromEntries(new FormData(form))
  return { ...fields, rating: Number(fields.rating) }
}

/** The same validation as on the server, so that most mistakes need no request. Skipped if its script can't be loaded. */
export async function findErrors(fields: Record<string, unknown>): Promise<FormErrors> {
  const loaded = await import('#contract/submit-review.ts').catch(() => undefined)
  if (!loaded) return {}
  const read = parseForm(loaded.reviewSubmission, fields)
  return read.ok ? {} : read.errors
}

/** Waits if the visitor was faster than the bot threshold, instead of being taken for a bot. */
export async function sendReview(fields: Record<string, unknown>, openedAt: number): Promise<SendResult> {
  await new Promise((resolve) => setTimeout(resolve, openedAt + MIN_REVIEW_MS - performance.now()))
  const elapsed = Math.ceil(performance.now() - openedAt)
  const answer = await postJson(paths.submitReview(), { ...fields, elapsed_ms: elapsed })
  if (answer?.status === 200) return { ok: true }
  const { field = WHOLE_FORM, message } = (answer && answer.status < 500 && errorIn(answer.body)) || FAILED
  return { ok: false, errors: { [field]: message } }
}
