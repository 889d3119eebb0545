import type { Hono } from 'hono'
import { MESSAGES } from '#contract/messages.ts'
import { updateFeaturedReviewsRequest } from '#contract/update-featured-reviews.ts'
import { AppError } from '#server/platform/errors.ts'
import { type FunctionDeps, jsonFunction } from '#server/platform/http/json-function.ts'
import { isSameSecret } from '#server/platform/http/same-secret.ts'
import type { ReviewService } from './reviews.service.ts'

/** A visitor opens the home page now and then. */
const PER_ADDRESS = { count: 6, perMs: 60 * 1000 }

/** The key is on every page: it keeps out programs that never saw one, and nothing else. */
export function updateFeaturedReviews({
  reviews,
  publicKey,
  ...parts
}: FunctionDeps & { reviews: ReviewService; publicKey: string }): Hono {
  const { log, securityHeaders } = parts
  return jsonFunction(parts, {
    name: 'update-featured-reviews',
    perAddress: PER_ADDRESS,
    authorize(c) {
      if (!isSameSecret(c.req.header('authorization') ?? '', `Bearer ${publicKey}`))
        throw new AppError('unauthorized', 'The public key is missing or wrong.', 401)
    },
    schema: updateFeaturedReviewsRequest,
    failed: { message: MESSAGES.internal },
    async run({ reviewIds }, c) {
      // The page doesn't wait, so neither does the response; database problems only go to the log.
      reviews
        .markShown(reviewIds)
        .catch((error: unknown) =>
          log.error({ err: error, requestId: c.get('requestId') }, 'failed to mark testimonials as shown'),
        )
      return c.body(null, 204, securityHeaders.forApi)
    },
  })
}
