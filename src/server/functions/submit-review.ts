import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import { MESSAGES } from '#contract/messages.ts'
import { firstProblem, reviewSubmission } from '#contract/submit-review.ts'
import { AppError } from '#server/errors.ts'
import { readJson } from '#server/http/read-json.ts'
import type { SecurityHeaders } from '#server/http/security-headers.ts'
import type { ReviewSubmissionService } from '#server/services/review-submissions.ts'

export type SubmitReviewParts = {
  submissions: ReviewSubmissionService
  securityHeaders: SecurityHeaders
  log: Logger
}

/** 2,000 emoji, written as JSON escapes, with room for the other fields. */
const MAX_BYTES = 32 * 1024

export function submitReview({ submissions, securityHeaders, log }: SubmitReviewParts): Hono {
  const app = new Hono()

  function refuse(c: Context, status: ContentfulStatusCode, error: { code: string; message: string; field?: string }) {
    return c.json({ error }, status, securityHeaders.forApi)
  }

  app.onError((error, c) => {
    if (error instanceof AppError) return refuse(c, error.status, { code: error.code, message: error.message })
    log.error({ err: error, requestId: c.get('requestId') }, 'a review was not stored')
    return refuse(c, 503, { code: 'review_failed', message: MESSAGES.reviewFailed })
  })

  app.post('/', async (c) => {
    const review = reviewSubmission.safeParse(await readJson(c.req.raw, { maxBytes: MAX_BYTES }))
    if (!review.success) return refuse(c, 422, { code: 'invalid_review', ...firstProblem(review.error) })
    const result = await submissions.submit(review.data)
    if (!result.ok)
      return refuse(c, 422, { code: result.code, field: 'productId', message: MESSAGES.reviewProductUnknown })
    return c.json({ message: MESSAGES.reviewSubmitted }, 200, securityHeaders.forApi)
  })
  return app
}
