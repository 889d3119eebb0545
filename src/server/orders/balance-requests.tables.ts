import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { SIZES } from '#domain/catalogue/sizes.ts'
import { BALANCE_STATES } from '#domain/money/balance-request.ts'
import type { StateCode } from '#domain/orders/us-states.ts'
import { moment } from '#server/platform/db/time.ts'

export const balanceRequestsTable = pgTable('balance_requests', {
  id: uuid('id').primaryKey().defaultRandom(),
  orderId: uuid('order_id').notNull(),
  /** The move to another state whose sales tax it requests; null if it's for added items. */
  taxMoveId: uuid('tax_move_id'),
  amountCents: integer('amount_cents').notNull(),
  state: text('state', { enum: BALANCE_STATES }).notNull().default('open'),
  askedAt: moment('asked_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
  /** When it was paid or withdrawn. */
  endedAt: moment('ended_at'),
  /** lapse: it expired, or its order was packed, and what was reserved for it is back in stock. */
  withdrawnBy: text('withdrawn_by', { enum: ['owner', 'change', 'lapse'] }),
  /** From here on null for more sales tax. */
  goodsCents: integer('goods_cents'),
  discountCents: integer('discount_cents'),
  shippingCents: integer('shipping_cents'),
  taxCents: integer('tax_cents'),
  stateCode: text('state_code').$type<StateCode>(),
  taxBasisPoints: integer('tax_basis_points'),
  /** What the items of the order come to once it is paid. */
  itemsGoodsCents: integer('items_goods_cents'),
  itemsDiscountCents: integer('items_discount_cents'),
  itemsTaxCents: integer('items_tax_cents'),
})

/** What a request adds to its order, and takes out of it. */
export const balanceLinesTable = pgTable('balance_lines', {
  requestId: uuid('request_id').notNull(),
  number: integer('number').notNull(),
  /** The line that it is taken out of; null for what is added. */
  position: integer('position'),
  productId: text('product_id').notNull(),
  name: text('name').notNull(),
  size: text('size', { enum: SIZES }),
  priceCents: integer('price_cents').notNull(),
  quantity: integer('quantity').notNull(),
  /** Taken from stock while the request is open. */
  reserved: integer('reserved').notNull().default(0),
})
