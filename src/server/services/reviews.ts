import { type PublicReview, REVIEWS_PER_PAGE, REVIEWS_PER_PRODUCT_PAGE, TESTIMONIALS_SHOWN } from '#domain/reviews.ts'
import type { Database } from '#server/db/database.ts'
import { countReviews, listLeastShown, listReviews, type ReviewFilter } from '#server/db/review.queries.ts'

export type ReviewPage = { reviews: PublicReview[]; total: number }

export function createReviewService({ orm }: Database) {
  return {
    /** Newest first; pages count from 1. */
    async listPage(filter: ReviewFilter, page: number): Promise<ReviewPage> {
      const range = { limit: REVIEWS_PER_PAGE, offset: (page - 1) * REVIEWS_PER_PAGE }
      const [reviews, total] = await Promise.all([listReviews(orm, filter, range), countReviews(orm, filter)])
      return { reviews, total }
    },

    listNewest: (productId: string): Promise<PublicReview[]> =>
      listReviews(orm, { kind: 'product', productId }, { limit: REVIEWS_PER_PRODUCT_PAGE, offset: 0 }),

    listTestimonials: (): Promise<PublicReview[]> => listLeastShown(orm, TESTIMONIALS_SHOWN),
  }
}
