import * as z from 'zod/mini'
import {
  isStar,
  type RatingSummary,
  REVIEW_SORTS,
  REVIEWS_PER_NARROW_STEP,
  REVIEWS_PER_PRODUCT_PAGE,
  type ReviewSort,
  type Star,
} from '#domain/reviews/review.ts'
import { reviewRow } from './review-row.ts'

/** GET /api/products/:slug/reviews. `total` counts what matches, `has_more` says whether some of it comes after these. */
export const productReviewsResponse = z.object({ reviews: z.array(reviewRow), total: z.int(), has_more: z.boolean() })

/** Sent by a product's live stream, at first and after every change. */
export const ratingSummarySchema = z.object({
  average: z.number(),
  count: z.number(),
  stars: z.object({ 5: z.number(), 4: z.number(), 3: z.number(), 2: z.number(), 1: z.number() }),
}) satisfies z.ZodMiniType<RatingSummary>

/** More than anyone has open on one page. */
export const MAX_REVIEWS_AT_ONCE = 48

const FIRST_LIMITS: ReadonlySet<number> = new Set([REVIEWS_PER_NARROW_STEP, REVIEWS_PER_PRODUCT_PAGE])

export type ProductReviewsQuery = {
  sort: ReviewSort
  rating: Star | undefined
  after: string | undefined
  limit: number
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Parses query parameters; invalid values count as missing. */
export function readProductReviewsQuery(search: URLSearchParams): ProductReviewsQuery {
  const rating = Number(search.get('rating'))
  const after = search.get('after') ?? ''
  const limit = Number(search.get('limit') ?? 4)
  return {
    sort: REVIEW_SORTS.find((sort) => sort === search.get('sort')) ?? 'newest',
    rating: isStar(rating) ? rating : undefined,
    after: UUID.test(after) ? after : undefined,
    limit: Number.isInteger(limit) ? Math.min(Math.max(limit, 1), MAX_REVIEWS_AT_ONCE) : 4,
  }
}

/** The first request of a page: few variants, so they are cached. Cursors and other lengths are not. */
export function isFirstSlice({ after, limit }: ProductReviewsQuery): boolean {
  return after === undefined && FIRST_LIMITS.has(limit)
}

/** Canonical query string. */
export function writeProductReviewsQuery({ sort, rating, after, limit }: ProductReviewsQuery): string {
  const query = new URLSearchParams({ sort, limit: String(limit) })
  if (rating) query.set('rating', String(rating))
  if (after) query.set('after', after)
  return `?${query}`
}
