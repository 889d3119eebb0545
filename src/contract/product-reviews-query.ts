import {
  isStar,
  REVIEW_SORTS,
  REVIEWS_PER_NARROW_STEP,
  REVIEWS_PER_PRODUCT_PAGE,
  type ReviewSort,
  type Star,
} from '#domain/reviews/review.ts'

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
