import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import { MESSAGES } from '#contract/messages.ts'
import { firstProblem, reviewSubmission } from '#contract/submit-review.ts'
import { AppError } from '#server/errors.ts'
import type { Limits } from '#server/http/limits.ts'
import { methodNotAllowed } from '#server/http/method-not-allowed.ts'
import { readJson } from '#server/http/read-json.ts'
import type { SecurityHeaders } from '#server/http/security-headers.ts'
import { clientKey, throttle } from '#server/http/throttle.ts'
import type { ReviewSubmissionService } from '#server/services/review-submissions.ts'

export type SubmitReviewParts = {
  submissions: ReviewSubmissionService
  securityHeaders: SecurityHeaders
  log: Logger
  limits: Limits
  trustedProxies: number
}

/** 2,000 emoji, written as JSON escapes, with room for the other fields. */
const MAX_BYTES = 32 * 1024

/** A household that writes about everything it bought in one evening, and three thoughts about one oil. */
const PER_ADDRESS = { count: 16, perMs: 60 * 60 * 1000 }
const PER_ADDRESS_AND_PRODUCT = { count: 3, perMs: 60 * 60 * 1000 }
/** Somebody has to read each of them. Only what could be a review counts. */
const OVERALL = { count: 300, perMs: 60 * 1000 }
/** For a moderator to make room. */
const QUEUE_FULL_SECONDS = 60 * 60

export function submitReview({ submissions, securityHeaders, log, limits, trustedProxies }: SubmitReviewParts): Hono {
  const app = new Hono()
  const perProduct = limits('submit-review product', PER_ADDRESS_AND_PRODUCT)
  const overall = limits('submit-review overall', OVERALL)

  function refuse(c: Context, status: ContentfulStatusCode, error: { code: string; message: string; field?: string }) {
    return c.json({ error }, status, securityHeaders.forApi)
  }

  function refuseForNow(c: Context, seconds: number): Response {
    const error = { code: 'too_many_requests', message: MESSAGES.tooManyRequests }
    return c.json({ error }, 429, { ...securityHeaders.forApi, 'retry-after': String(seconds) })
  }

  app.onError((error, c) => {
    if (error instanceof AppError) return refuse(c, error.status, { code: error.code, message: error.message })
    log.error({ err: error, requestId: c.get('requestId') }, 'a review was not stored')
    return refuse(c, 503, { code: 'review_failed', message: MESSAGES.reviewFailed })
  })

  app.post(
    '/',
    throttle({ name: 'submit-review', perAddress: PER_ADDRESS, limits, trustedProxies, refuse: refuseForNow }),
    async (c) => {
      const review = reviewSubmission.safeParse(await readJson(c.req.raw, { maxBytes: MAX_BYTES }))
      if (!review.success) return refuse(c, 422, { code: 'invalid_review', ...firstProblem(review.error) })
      const waitMs =
        (await perProduct.take(`${clientKey(c, trustedProxies)} ${review.data.productId}`)) ||
        (await overall.take('all'))
      if (waitMs > 0) return refuseForNow(c, Math.ceil(waitMs / 1000))
      const result = await submissions.submit(review.data)
      if (!result.ok && result.code === 'queue_full') return refuseForNow(c, QUEUE_FULL_SECONDS)
      if (!result.ok)
        return refuse(c, 422, { code: result.code, field: 'productId', message: MESSAGES.reviewProductUnknown })
      return c.json({ message: MESSAGES.reviewSubmitted }, 200, securityHeaders.forApi)
    },
  )
  app.all('/', methodNotAllowed(securityHeaders, 'POST'))
  return app
}
