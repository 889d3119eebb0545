import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { SalePrices } from '#domain/catalogue/sale-price.ts'
import type { StockUnit } from '#domain/catalogue/stock.ts'
import { json } from '#server/platform/db/json.ts'
import { moment } from '#server/platform/db/time.ts'

/** At most one sale per product, scheduled or running. */
export const salePricesTable = pgTable('sale_prices', {
  productId: text('product_id').primaryKey(),
  prices: json('prices').$type<SalePrices>().notNull(),
  startsAt: moment('starts_at').notNull(),
  endsAt: moment('ends_at').notNull(),
  /** True while these prices are charged. */
  isOn: boolean('is_on').notNull().default(false),
  was: json('was').$type<SalePrices>().notNull().default({}),
})

export type SaleRow = typeof salePricesTable.$inferSelect

/** Written by triggers only. */
export const offeredPricesTable = pgTable('offered_prices', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  productId: text('product_id').notNull(),
  unit: text('unit').$type<StockUnit>().notNull(),
  priceCents: integer('price_cents').notNull(),
  offeredFrom: moment('offered_from').notNull().defaultNow(),
  offeredUntil: moment('offered_until'),
})
