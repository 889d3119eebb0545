import type { Database } from '#server/db/database.ts'
import { createCatalogService } from './catalog.ts'
import { createDiscountService } from './discounts.ts'
import { createModerationService } from './moderation.ts'
import { createOutboxService } from './outbox.ts'
import { createPolicyService } from './policies.ts'
import { createReviewSubmissionService } from './review-submissions.ts'
import { createReviewService } from './reviews.ts'
import { createSignupService } from './signup.ts'

/** Everything a page or function may ask of the shop. */
export type Services = ReturnType<typeof createServices>

export function createServices(database: Database) {
  const now = () => new Date()
  return {
    catalog: createCatalogService(database),
    discounts: createDiscountService(database, now),
    moderation: createModerationService(database, now),
    outbox: createOutboxService(database),
    reviews: createReviewService(database, now),
    submissions: createReviewSubmissionService(database, now),
    policies: createPolicyService(database),
    signup: createSignupService(database, now),
  }
}
