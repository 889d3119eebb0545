import type { Database } from '#server/db/database.ts'
import type { Env } from '#server/env.ts'
import { createCatalogService } from './catalog.ts'
import { createDiscountService } from './discounts.ts'
import { createModerationService } from './moderation.ts'
import { createOutboxService } from './outbox.ts'
import { createPolicyService } from './policies.ts'
import { createReviewLinks } from './review-links.ts'
import { createReviewSubmissionService } from './review-submissions.ts'
import { createReviewService } from './reviews.ts'
import { createSignupService } from './signup.ts'

/** Everything a page or function may ask of the shop. */
export type Services = ReturnType<typeof createServices>

export function createServices(database: Database, { secretKey }: Pick<Env, 'secretKey'>) {
  const reviewLinks = createReviewLinks(secretKey)
  const now = () => new Date()
  return {
    catalog: createCatalogService(database),
    discounts: createDiscountService(database, now),
    moderation: createModerationService(database, now),
    outbox: createOutboxService(database),
    reviewLinks,
    reviews: createReviewService(database, now),
    submissions: createReviewSubmissionService(database, reviewLinks, now),
    policies: createPolicyService(database),
    signup: createSignupService(database, now),
  }
}
