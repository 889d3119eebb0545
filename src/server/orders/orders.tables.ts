import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { PAID_OUTSIDE } from '#domain/money/paid-outside.ts'
import { UNDERWAY_STATES } from '#domain/orders/order-questions.ts'
import { FIRST_STATES, ORDER_STATES } from '#domain/orders/order-states.ts'
import type { StateCode } from '#domain/orders/us-states.ts'
import { moment } from '#server/platform/db/time.ts'

export const ordersTable = pgTable('orders', {
  id: uuid('id').primaryKey(),
  number: text('number').notNull(),
  checkoutKey: text('checkout_key').notNull(),
  requestHash: text('request_hash').notNull(),
  state: text('state', { enum: ORDER_STATES }).notNull().default(FIRST_STATES.checkout),
  email: text('email').notNull(),
  foldedEmail: text('folded_email').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  phone: text('phone'),
  line1: text('line1').notNull(),
  line2: text('line2'),
  city: text('city').notNull(),
  stateCode: text('state_code').$type<StateCode>().notNull(),
  zip: text('zip').notNull(),
  subtotalCents: integer('subtotal_cents').notNull(),
  discountCents: integer('discount_cents').notNull(),
  shippingCents: integer('shipping_cents').notNull(),
  taxCents: integer('tax_cents').notNull(),
  taxBasisPoints: integer('tax_basis_points').notNull(),
  totalCents: integer('total_cents').notNull(),
  discountCode: text('discount_code'),
  isDemo: boolean('is_demo').notNull().default(false),
  trackingCarrier: text('tracking_carrier'),
  trackingNumber: text('tracking_number'),
  note: text('note'),
  paidOutside: text('paid_outside', { enum: PAID_OUTSIDE }),
  refundedCents: integer('refunded_cents').notNull().default(0),
  returnState: text('return_state', { enum: ['expected', 'received'] }),
  /** A carrier reports a problem with one of its packages; kept by a trigger. */
  hasProblem: boolean('has_problem').notNull().default(false),
  /** The sales tax that the customer bears since the order moved to another state; null if it never did. */
  borneTaxCents: integer('borne_tax_cents'),
  /** What was requested and paid after the order was bought; not part of its totals. */
  addedGoodsCents: integer('added_goods_cents').notNull().default(0),
  addedDiscountCents: integer('added_discount_cents').notNull().default(0),
  addedShippingCents: integer('added_shipping_cents').notNull().default(0),
  addedTaxCents: integer('added_tax_cents').notNull().default(0),
  /** What the items come to since they were changed; null if they never were. */
  itemsGoodsCents: integer('items_goods_cents'),
  itemsDiscountCents: integer('items_discount_cents'),
  itemsTaxCents: integer('items_tax_cents'),
  createdAt: moment('created_at').notNull().defaultNow(),
  paidAt: moment('paid_at'),
  packedAt: moment('packed_at'),
  shippedAt: moment('shipped_at'),
  deliveredAt: moment('delivered_at'),
  cancelledAt: moment('cancelled_at'),
})

/** Literals, because with parameters the planner does not see that the partial index `orders_with_problem` applies. */
export const isUnderwayWithProblem = sql`${ordersTable.hasProblem} and ${ordersTable.state} in (${sql.raw(
  UNDERWAY_STATES.map((state) => `'${state}'`).join(', '),
)})`

export const orderLinesTable = pgTable('order_lines', {
  orderId: uuid('order_id').notNull(),
  position: integer('position').notNull(),
  productId: text('product_id').notNull(),
  name: text('name').notNull(),
  size: text('size', { enum: ['1oz', '2oz', '4oz'] }),
  priceCents: integer('price_cents').notNull(),
  quantity: integer('quantity').notNull(),
  reserved: integer('reserved').notNull().default(0),
  /** Refunded or about to be; kept by triggers. */
  refunded: integer('refunded').notNull().default(0),
  /** Those of them that were taken out of the order before it shipped; kept by triggers. */
  removed: integer('removed').notNull().default(0),
  /** Exchanged for others before the order shipped: no part of it anymore (`listOrderLines` leaves them out). */
  exchanged: integer('exchanged').notNull().default(0),
  /** When it was added to the order; null if the order was bought with it. */
  addedAt: moment('added_at'),
  /** When the order was placed. */
  orderedAt: moment('ordered_at').defaultNow(),
})

export const formKeysTable = pgTable('form_keys', {
  key: text('key').primaryKey(),
  usedAt: moment('used_at').notNull().defaultNow(),
})

export const savedOrderFiltersTable = pgTable('saved_order_filters', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  query: text('query').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})
