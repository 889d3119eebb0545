import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { summarize } from '#domain/reviews/review.ts'
import { createProductIndex } from '#server/catalogue/product-index.ts'
import { AppError } from '#server/platform/errors.ts'
import { unitsOf } from '#server/platform/http/sender-address.ts'
import { serveLiveReviews } from './live-reviews.api.ts'
import { createReviewStreams } from './review-streams.ts'

test('opens a stream only for what can be a product, even while the products cannot be read', async () => {
  const streams = createReviewStreams({
    summaryOf: async () => summarize({ 5: 0, 4: 0, 3: 0, 2: 0, 1: 0 }),
    log: { error: () => {} },
  })
  const serve = serveLiveReviews({
    streams,
    products: createProductIndex(() => Promise.reject(new Error('database away'))),
    headers: {},
    senderOf: () => unitsOf('192.0.2.1'),
  })
  const app = new Hono().get('/:slug', (c) => serve(c, async () => {}))
  app.onError((error, c) => c.text('refused', error instanceof AppError ? error.status : 500))
  for (const slug of ['a'.repeat(101), 'a'.repeat(15_000), 'Pure-Bloom', 'pure%20bloom'])
    expect((await app.request(`/${slug}`)).status, slug.slice(0, 20)).toBe(404)
  expect(streams.count()).toBe(0)
  expect((await app.request('/pure-bloom')).status).toBe(200)
  streams.close()
})
