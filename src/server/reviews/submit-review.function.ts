import type { Context, Hono } from 'hono'
import { createElement } from 'react'
import { firstError, INVALID_REQUEST } from '#contract/form.ts'
import { MESSAGES } from '#contract/messages.ts'
import { type ReviewSubmitted, reviewUnderAnyNames } from '#contract/submit-review.ts'
import { AppError, tooManyRequests } from '#server/platform/errors.ts'
import { FormFailed } from '#server/platform/http/form-failed.tsx'
import { type FunctionDeps, jsonFunction } from '#server/platform/http/json-function.ts'
import { personalPageResponse } from '#server/platform/http/personal-page.tsx'
import { isForm } from '#server/platform/http/read-form.ts'
import { clientKey } from '#server/platform/http/throttle.ts'
import { ReviewReceived } from './review-received.tsx'
import type { ReviewSubmissionService } from './submission.service.ts'

/** 2,000 emoji, written as JSON escapes or percent signs, with room for the other fields. */
const MAX_BYTES = 32 * 1024

/** A household that writes about everything it bought in one evening, and three thoughts about one oil. */
const PER_ADDRESS = { count: 16, perMs: 60 * 60 * 1000 }
const PER_ADDRESS_AND_PRODUCT = { count: 3, perMs: 60 * 60 * 1000 }
/** Someone has to read each of them. Counts only plausible reviews. */
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
    schema: reviewUnderAnyNames,
    fromForm: (fields) => ({ ...fields, rating: Number(fields.rating) }),
    invalid(errors) {
      const { message, field } = firstError(errors) ?? { message: INVALID_REQUEST }
      return new AppError('invalid_review', message, 422, { field })
    },
    failed: { code: 'review_failed', message: MESSAGES.reviewFailed },
    failurePage: (message, c) =>
      createElement(FormFailed, { title: 'Not sent', eyebrow: 'Your review', message, formPath: pageOf(c) }),
    async run({ product_id: productId, reviewer_name, reviewer_location, order_number, elapsed_ms, ...same }, c) {
      const waitMs =
        (await perProduct.take(`${clientKey(c, trustedProxies)} ${productId}`)) || (await overall.take('all'))
      if (waitMs > 0) throw tooManyRequests(Math.ceil(waitMs / 1000))
      const result = await submissions.submit({
        ...same,
        productId,
        reviewerName: reviewer_name,
        reviewerLocation: reviewer_location,
        orderNumber: order_number,
        elapsedMs: elapsed_ms,
      })
      if (!result.ok && result.code === 'queue_full') throw tooManyRequests(QUEUE_FULL_SECONDS)
      if (!result.ok) throw new AppError(result.code, MESSAGES.reviewProductUnknown, 422, { field: 'product_id' })
      return isForm(c.req.raw)
        ? personalPageResponse(createElement(ReviewReceived, { productId }), { headers: securityHeaders })
        : c.json({ message: MESSAGES.reviewSubmitted } satisfies ReviewSubmitted, 200, securityHeaders.forApi)
    },
  })
}

/** The product's page, which has the form; taken from the referrer. */
function pageOf(c: Context): string {
  const page = URL.parse(c.req.header('referer') ?? '')
  return page && /^\/products\/[a-z0-9-]+$/.test(page.pathname) ? `${page.pathname}#reviews` : '/reviews'
}
