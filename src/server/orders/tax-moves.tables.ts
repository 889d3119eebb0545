import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { StateCode } from '#domain/orders/us-states.ts'
import { moment } from '#server/platform/db/time.ts'

export const orderTaxMovesTable = pgTable('order_tax_moves', {
  id: uuid('id').primaryKey().defaultRandom(),
  orderId: uuid('order_id').notNull(),
  /** 1 for the first move of an order. */
  number: integer('number').notNull(),
  movedAt: moment('moved_at').notNull().defaultNow(),
  fromState: text('from_state').$type<StateCode>().notNull(),
  toState: text('to_state').$type<StateCode>().notNull(),
  fromBasisPoints: integer('from_basis_points').notNull(),
  toBasisPoints: integer('to_basis_points').notNull(),
  goodsCents: integer('goods_cents').notNull(),
  discountCents: integer('discount_cents').notNull(),
  shippingCents: integer('shipping_cents').notNull(),
  fromTaxCents: integer('from_tax_cents').notNull(),
  toTaxCents: integer('to_tax_cents').notNull(),
  waivedCents: integer('waived_cents').notNull(),
})
