import type { Context } from 'hono'
import { isSlug } from '#domain/text/slug.ts'
import type { ProductIndex } from '#server/catalogue/product-index.ts'
import { AppError } from '#server/platform/errors.ts'
import type { HeaderMap } from '#server/platform/http/security-headers.ts'
import type { SenderUnits } from '#server/platform/http/sender-address.ts'
import type { ReviewStreams } from './review-streams.ts'

export type LiveReviewsDeps = {
  streams: ReviewStreams
  products: ProductIndex
  headers: HeaderMap
  senderOf: (c: Context) => SenderUnits
}

const FULL = { code: 'too_many_streams', message: 'Too many live pages are open. This one is up to date as loaded.' }

/** GET /api/products/:id/reviews/live as server-sent events. */
export function serveLiveReviews({ streams, products, headers, senderOf }: LiveReviewsDeps) {
  return async (c: Context, charge: () => Promise<void>): Promise<Response> => {
    const productId = c.req.param('slug') ?? ''
    // While the list of products can't be read, any of them may exist.
    if (!isSlug(productId) || !(await products.mayExist(productId)))
      throw new AppError('not_found', 'Product not found', 404)
    const sender = senderOf(c)
    const full = () => c.json({ error: FULL }, 503, { ...headers, 'retry-after': '30' })
    if (streams.isFull(sender)) return full()
    await charge()
    const sent = { ...headers, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }
    // Opening a stream would query its summary for no one.
    if (c.req.method === 'HEAD') return c.body(null, 200, sent)
    const body = streams.open(productId, sender)
    return body ? c.body(body, 200, sent) : full()
  }
}
