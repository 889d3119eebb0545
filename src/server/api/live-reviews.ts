import type { Context, Handler } from 'hono'
import { AppError } from '#server/errors.ts'
import type { ReviewStreams } from '#server/events/review-streams.ts'
import type { HeaderMap } from '#server/http/security-headers.ts'
import type { Services } from '#server/services/services.ts'

export type LiveReviewsParts = {
  streams: ReviewStreams
  services: Services
  headers: HeaderMap
  addressOf: (c: Context) => string
}

const FULL = { code: 'too_many_streams', message: 'Too many live pages are open. This one is up to date as loaded.' }

/** GET /api/products/:id/reviews/live as server-sent events. */
export function serveLiveReviews({ streams, services, headers, addressOf }: LiveReviewsParts): Handler {
  return async (c) => {
    const productId = c.req.param('id') ?? ''
    // One look for the first of many who come back at once.
    if (!streams.isWatched(productId) && !(await services.catalog.findBySlug(productId)))
      throw new AppError('not_found', 'Product not found', 404)
    const body = streams.open(productId, addressOf(c))
    if (!body) return c.json({ error: FULL }, 503, { ...headers, 'retry-after': '30' })
    return c.body(body, 200, { ...headers, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
  }
}
