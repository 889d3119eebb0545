import * as z from 'zod/mini'
import { TESTIMONIALS_WIDE } from '#domain/reviews/testimonials.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** POST /functions/v1/update-featured-reviews: the testimonials that were shown. */
export const updateFeaturedReviewsRequest = z.object({
  reviewIds: z.array(z.string().check(z.regex(UUID))).check(z.minLength(1), z.maxLength(TESTIMONIALS_WIDE.count)),
})
