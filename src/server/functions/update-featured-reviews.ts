import { Hono } from 'hono'
import type { Logger } from 'pino'
import { updateFeaturedReviewsRequest } from '#contract/update-featured-reviews.ts'
import { AppError } from '#server/errors.ts'
import { readJson } from '#server/http/read-json.ts'
import { isSameSecret } from '#server/http/same-secret.ts'
import type { SecurityHeaders } from '#server/http/security-headers.ts'
import type { ReviewService } from '#server/services/reviews.ts'

export type UpdateFeaturedReviewsParts = {
  reviews: ReviewService
  publicKey: string
  securityHeaders: SecurityHeaders
  log: Logger
}

/** The key is on every page: it keeps out programs that never saw one, and nothing else. */
export function updateFeaturedReviews({ reviews, publicKey, securityHeaders, log }: UpdateFeaturedReviewsParts): Hono {
  const app = new Hono()
  app.post('/', async (c) => {
    if (!isSameSecret(c.req.header('authorization') ?? '', `Bearer ${publicKey}`))
      throw new AppError('unauthorized', 'The public key is missing or wrong.', 401)
    const request = updateFeaturedReviewsRequest.safeParse(await readJson(c.req.raw))
    if (!request.success) throw new AppError('invalid_request', 'Invalid request', 400)
    // The page does not wait, so neither does the answer: a slow database is nobody's concern but the log's.
    reviews
      .markShown(request.data.reviewIds)
      .catch((error: unknown) => log.error({ err: error, requestId: c.get('requestId') }, 'testimonials not marked'))
    return c.body(null, 204, securityHeaders.forApi)
  })
  return app
}
