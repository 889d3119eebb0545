import { MESSAGES } from '#contract/messages.ts'
import {
  MIN_REVIEW_MS,
  problemsOf,
  type ReviewProblem,
  reviewSubmission,
  submitReviewFailure,
} from '#contract/submit-review.ts'
import { paths } from '#web/paths.ts'

export type SendResult = { ok: true } | { ok: false; problem: ReviewProblem }

/** What the form holds, as the function takes it. */
export function readReviewForm(form: HTMLFormElement, productId: string): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.fromEntries(new FormData(form))
  return { ...fields, productId, rating: Number(fields.rating) }
}

/** The same rules here as on the server, so that most mistakes need no request. */
export function findProblems(fields: Record<string, unknown>): ReviewProblem[] {
  const parsed = reviewSubmission.safeParse(fields)
  return parsed.success ? [] : problemsOf(parsed.error)
}

/** A person who is faster than any person waits here, instead of being taken for a program. */
export async function sendReview(fields: Record<string, unknown>, openedAt: number): Promise<SendResult> {
  await new Promise((resolve) => setTimeout(resolve, openedAt + MIN_REVIEW_MS - performance.now()))
  const elapsedMs = Math.ceil(performance.now() - openedAt)
  try {
    const response = await fetch(paths.submitReview(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...fields, elapsedMs }),
    })
    if (response.ok) return { ok: true }
    const { data } = submitReviewFailure.safeParse(await response.json())
    const { field = '', message } = data?.error ?? { message: MESSAGES.reviewFailed }
    return { ok: false, problem: { field, message: response.status < 500 ? message : MESSAGES.reviewFailed } }
  } catch {
    // No connection, or an answer that is not ours: for the visitor it is the same.
    return { ok: false, problem: { field: '', message: MESSAGES.reviewFailed } }
  }
}
