import type { Database } from '#server/db/database.ts'
import { type CatalogService, createCatalogService } from './catalog.ts'
import { createDiscountService, type DiscountService } from './discounts.ts'
import { createOutboxService, type OutboxService } from './outbox.ts'
import { createSignupService, type SignupService } from './signup.ts'

/** Everything a page or function may ask of the shop. */
export type Services = {
  catalog: CatalogService
  discounts: DiscountService
  outbox: OutboxService
  signup: SignupService
}

export function createServices(database: Database): Services {
  const now = () => new Date()
  return {
    catalog: createCatalogService(database),
    discounts: createDiscountService(database, now),
    outbox: createOutboxService(database),
    signup: createSignupService(database, now),
  }
}
