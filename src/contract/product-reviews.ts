import * as z from 'zod/mini'
import type { PublicReview, RatingSummary } from '#domain/reviews/review.ts'
import { fromReviewRow, reviewRow } from './review-row.ts'

/** GET /api/products/:slug/reviews. `total` counts all matches, `has_more` is true if there are more after these. */
export const productReviewsResponse = z.object({ reviews: z.array(reviewRow), total: z.int(), has_more: z.boolean() })

export function readProductReviews(body: unknown): { reviews: PublicReview[]; hasMore: boolean } {
  const { reviews, has_more: hasMore } = productReviewsResponse.parse(body)
  return { reviews: reviews.map(fromReviewRow), hasMore }
}

/** Sent by a product's live stream, at first and after every change. */
export const ratingSummarySchema = z.object({
  average: z.number(),
  count: z.number(),
  stars: z.object({ 5: z.number(), 4: z.number(), 3: z.number(), 2: z.number(), 1: z.number() }),
}) satisfies z.ZodMiniType<RatingSummary>
