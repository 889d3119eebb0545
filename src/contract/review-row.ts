import * as z from 'zod/mini'
import type { PublicReview } from '#domain/reviews/review.ts'

/** A published review under the names of the table's columns. The name is shortened: first name and last initial. */
export const reviewRow = z.object({
  id: z.string(),
  /** Null for a testimonial about the shop itself. */
  product_id: z.nullable(z.string()),
  /** From the joined product. */
  product_name: z.nullable(z.string()),
  rating: z.int(),
  title: z.string(),
  body: z.string(),
  reviewer_name: z.string(),
  reviewer_location: z.nullable(z.string()),
  verified_purchase: z.boolean(),
  /** ISO 8601, in UTC. */
  review_date: z.string(),
  /** The owner's reply. */
  reply: z.nullable(z.string()),
})
export type ReviewRow = z.infer<typeof reviewRow>

/** GET /api/reviews */
export const reviewsResponse = z.object({ reviews: z.array(reviewRow), total: z.int() })

export function toReviewRow(review: PublicReview): ReviewRow {
  return {
    id: review.id,
    product_id: review.productId,
    product_name: review.productName,
    rating: review.rating,
    title: review.title,
    body: review.body,
    reviewer_name: review.reviewer,
    reviewer_location: review.reviewerLocation,
    verified_purchase: review.isVerified,
    review_date: review.date.toISOString(),
    reply: review.reply,
  }
}

export function fromReviewRow(row: ReviewRow): PublicReview {
  return {
    id: row.id,
    productId: row.product_id,
    productName: row.product_name,
    rating: row.rating,
    title: row.title,
    body: row.body,
    reviewer: row.reviewer_name,
    reviewerLocation: row.reviewer_location,
    isVerified: row.verified_purchase,
    date: new Date(row.review_date),
    reply: row.reply,
  }
}
