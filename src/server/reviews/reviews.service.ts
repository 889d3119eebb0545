import { isWithholdingReason, type ReviewLedger } from '#domain/reviews/moderation.ts'
import { INSIGHT_REVIEWS, insightsOf, type ReviewInsights } from '#domain/reviews/review-insights.ts'
import {
  type PublicReview,
  REVIEWS_PER_PAGE,
  REVIEWS_PER_PRODUCT_PAGE,
  type RatingSummary,
  type ReviewFilter,
  summarize,
  type Testimonial,
} from '#domain/reviews/review.ts'
import {
  rotateTestimonials,
  TESTIMONIAL_POOL,
  TESTIMONIALS_NARROW,
  TESTIMONIALS_WIDE,
} from '#domain/reviews/testimonials.ts'
import { shopDay } from '#domain/time/display.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  countReviews,
  findStarCounts,
  listLeastShown,
  listLedger,
  listProductReviews,
  listReviews,
  markShown,
  type ProductReviewQuery,
} from './reviews.queries.ts'

export type ReviewPage = { reviews: PublicReview[]; total: number }
/** `total` counts all matches, not only those from here on. */
export type ReviewSlice = ReviewPage & { hasMore: boolean }

/** The day's cards, for wide and narrow screens. */
export type Testimonials = { wide: Testimonial[]; narrow: Testimonial[] }

export type ReviewService = ReturnType<typeof createReviewService>

export function createReviewService({ pages: orm, orm: primary }: Pick<Database, 'orm' | 'pages'>, now: () => Date) {
  return {
    /** Newest first; pages count from 1. */
    async listPage(filter: ReviewFilter, page: number): Promise<ReviewPage> {
      const range = { limit: REVIEWS_PER_PAGE, offset: (page - 1) * REVIEWS_PER_PAGE }
      const [reviews, total] = await Promise.all([listReviews(orm, filter, range), countReviews(orm, filter)])
      return { reviews, total }
    },

    count: (filter: ReviewFilter): Promise<number> => countReviews(orm, filter),

    /** A product's newest reviews, and what's shown next to them while they're collapsed. */
    async readNewest(productId: string): Promise<{ newest: PublicReview[]; insights: ReviewInsights }> {
      const range = { limit: INSIGHT_REVIEWS, offset: 0 }
      const read = await listReviews(orm, { kind: 'product', productId }, range)
      return { newest: read.slice(0, REVIEWS_PER_PRODUCT_PAGE), insights: insightsOf(read) }
    },

    /** When the newest one was written; undefined while there is none. */
    async newestDate(): Promise<Date | undefined> {
      const [newest] = await listReviews(orm, { kind: 'all' }, { limit: 1, offset: 0 })
      return newest?.date
    },

    /** The next few; undefined if the review to continue from no longer exists. */
    async listMore(productId: string, query: ProductReviewQuery): Promise<ReviewSlice | undefined> {
      const [found, stars] = await Promise.all([
        listProductReviews(orm, productId, { ...query, limit: query.limit + 1 }),
        findStarCounts(orm, productId),
      ])
      const total = query.rating === undefined ? summarize(stars).count : stars[query.rating]
      return found && { reviews: found.slice(0, query.limit), total, hasMore: found.length > query.limit }
    },

    summaryOf: async (productId: string): Promise<RatingSummary> => summarize(await findStarCounts(orm, productId)),

    async listTestimonials(): Promise<Testimonials> {
      const pool = await listLeastShown(orm, TESTIMONIAL_POOL)
      const day = shopDay(now())
      return {
        wide: rotateTestimonials(pool, { day, ...TESTIMONIALS_WIDE }),
        narrow: rotateTestimonials(pool, { day, ...TESTIMONIALS_NARROW }),
      }
    },

    /** Whatever is sent, a review moves at most once an hour, and only to the end of the rotation. */
    markShown: (ids: readonly string[]): Promise<void> => markShown(primary, ids, now()),

    async ledger(): Promise<ReviewLedger> {
      const ledger: ReviewLedger = { received: 0, published: 0, withheld: {} }
      for (const { state, reviewCount } of await listLedger(orm)) {
        ledger.received += reviewCount
        if (state === 'published') ledger.published = reviewCount
        if (isWithholdingReason(state)) ledger.withheld[state] = reviewCount
      }
      return ledger
    },
  }
}
