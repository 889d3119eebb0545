import type { Hono } from 'hono'
import { firstError, INVALID_REQUEST } from '#contract/form.ts'
import { MESSAGES } from '#contract/messages.ts'
import { reviewSubmission } from '#contract/submit-review.ts'
import { AppError, tooManyRequests } from '#server/platform/errors.ts'
import { type FunctionDeps, jsonFunction } from '#server/platform/http/json-function.ts'
import { clientKey } from '#server/platform/http/throttle.ts'
import type { ReviewSubmissionService } from './submission.service.ts'

/** 2,000 emoji, written as JSON escapes, with room for the other fields. */
const MAX_BYTES = 32 * 1024

/** A household that writes about everything it bought in one evening, and three thoughts about one oil. */
const PER_ADDRESS = { count: 16, perMs: 60 * 60 * 1000 }
const PER_ADDRESS_AND_PRODUCT = { count: 3, perMs: 60 * 60 * 1000 }
/** Somebody has to read each of them. Only what could be a review counts. */
const OVERALL = { count: 300, perMs: 60 * 1000 }
/** For a moderator to make room. */
const QUEUE_FULL_SECONDS = 60 * 60

export function submitReview({ submissions, ...parts }: FunctionDeps & { submissions: ReviewSubmissionService }): Hono {
  const { limits, securityHeaders, trustedProxies } = parts
  const perProduct = limits('submit-review product', PER_ADDRESS_AND_PRODUCT)
  const overall = limits('submit-review overall', OVERALL)
  return jsonFunction(parts, {
    name: 'submit-review',
    perAddress: PER_ADDRESS,
    maxBytes: MAX_BYTES,
    schema: reviewSubmission,
    invalid(errors) {
      const { message, field } = firstError(errors) ?? { message: INVALID_REQUEST }
      return new AppError('invalid_review', message, 422, { field })
    },
    failed: { code: 'review_failed', message: MESSAGES.reviewFailed },
    async run(review, c) {
      const waitMs =
        (await perProduct.take(`${clientKey(c, trustedProxies)} ${review.productId}`)) || (await overall.take('all'))
      if (waitMs > 0) throw tooManyRequests(Math.ceil(waitMs / 1000))
      const result = await submissions.submit(review)
      if (!result.ok && result.code === 'queue_full') throw tooManyRequests(QUEUE_FULL_SECONDS)
      if (!result.ok) throw new AppError(result.code, MESSAGES.reviewProductUnknown, 422, { field: 'productId' })
      return c.json({ message: MESSAGES.reviewSubmitted }, 200, securityHeaders.forApi)
    },
  })
}
