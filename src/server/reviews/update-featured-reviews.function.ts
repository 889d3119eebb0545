import { Hono } from 'hono'
import type { Logger } from 'pino'
import { MESSAGES } from '#contract/messages.ts'
import { updateFeaturedReviewsRequest } from '#contract/update-featured-reviews.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Limits } from '#server/platform/http/limits.ts'
import { methodNotAllowed } from '#server/platform/http/method-not-allowed.ts'
import { readJson } from '#server/platform/http/read-json.ts'
import { isSameSecret } from '#server/platform/http/same-secret.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import { throttle } from '#server/platform/http/throttle.ts'
import type { ReviewService } from './reviews.service.ts'

export type UpdateFeaturedReviewsParts = {
  reviews: ReviewService
  publicKey: string
  securityHeaders: SecurityHeaders
  log: Logger
  limits: Limits
  trustedProxies: number
}

/** A visitor opens the home page now and then. */
const PER_ADDRESS = { count: 6, perMs: 60 * 1000 }

/** The key is on every page: it keeps out programs that never saw one, and nothing else. */
export function updateFeaturedReviews({
  reviews,
  publicKey,
  securityHeaders,
  log,
  limits,
  trustedProxies,
}: UpdateFeaturedReviewsParts): Hono {
  const app = new Hono()
  const limit = throttle({
    name: 'update-featured-reviews',
    perAddress: PER_ADDRESS,
    limits,
    trustedProxies,
    refuse: (c, seconds) =>
      c.json({ error: { code: 'too_many_requests', message: MESSAGES.tooManyRequests } }, 429, {
        ...securityHeaders.forApi,
        'retry-after': String(seconds),
      }),
  })
  app.post('/', limit, async (c) => {
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
  app.all('/', methodNotAllowed(securityHeaders, 'POST'))
  return app
}
