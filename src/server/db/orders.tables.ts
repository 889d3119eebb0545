import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { PAID_OUTSIDE } from '#domain/paid-outside.ts'
import type { StateCode } from '#domain/us-states.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const ordersTable = pgTable('orders', {
  id: uuid('id').primaryKey(),
  number: text('number').notNull(),
  checkoutKey: text('checkout_key').notNull(),
  requestHash: text('request_hash').notNull(),
  state: text('state', {
    enum: [
      'pending_payment',
      'paid',
      'packed',
      'shipped',
      'payment_failed',
      'cancelled',
      'partially_refunded',
      'refunded',
    ],
  })
    .notNull()
    .default('pending_payment'),
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
  createdAt: moment('created_at').notNull().defaultNow(),
  paidAt: moment('paid_at'),
  packedAt: moment('packed_at'),
  shippedAt: moment('shipped_at'),
  cancelledAt: moment('cancelled_at'),
})

export const orderLinesTable = pgTable('order_lines', {
  orderId: uuid('order_id').notNull(),
  position: integer('position').notNull(),
  productId: text('product_id').notNull(),
  name: text('name').notNull(),
  size: text('size', { enum: ['1oz', '2oz', '4oz'] }),
  priceCents: integer('price_cents').notNull(),
  quantity: integer('quantity').notNull(),
  reserved: integer('reserved').notNull().default(0),
})

export const paymentAttemptsTable = pgTable('payment_attempts', {
  id: uuid('id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  attemptNo: integer('attempt_no').notNull(),
  state: text('state', {
    enum: ['sending', 'succeeded', 'declined', 'not_sent', 'unknown', 'abandoned', 'orphan_refunded'],
  })
    .notNull()
    .default('sending'),
  sourceHash: text('source_hash').notNull(),
  clientHash: text('client_hash'),
  cardHash: text('card_hash'),
  amountCents: integer('amount_cents').notNull(),
  squarePaymentId: text('square_payment_id'),
  cardBrand: text('card_brand'),
  cardLast4: text('card_last_4'),
  httpStatus: integer('http_status'),
  errorCategory: text('error_category'),
  errorCode: text('error_code'),
  leaseUntil: moment('lease_until').notNull(),
  missingSince: moment('missing_since'),
  nextLookAt: moment('next_look_at'),
  lookedAt: moment('looked_at'),
  looks: integer('looks').notNull().default(0),
  createdAt: moment('created_at').notNull().defaultNow(),
  resolvedAt: moment('resolved_at'),
})

export const refundsTable = pgTable('refunds', {
  id: uuid('id').primaryKey(),
  attemptId: uuid('attempt_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  reason: text('reason').notNull(),
  state: text('state', { enum: ['sending', 'pending', 'completed', 'rejected', 'unknown'] })
    .notNull()
    .default('sending'),
  squareRefundId: text('square_refund_id'),
  leaseUntil: moment('lease_until').notNull().defaultNow(),
  attempts: integer('attempts').notNull().default(0),
  parkedAt: moment('parked_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
  resolvedAt: moment('resolved_at'),
})

export const webhookEventsTable = pgTable('webhook_events', {
  eventId: text('event_id').primaryKey(),
  type: text('type').notNull(),
  body: jsonb('body').notNull(),
  state: text('state', { enum: ['waiting', 'done', 'dead', 'closed'] })
    .notNull()
    .default('waiting'),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
  lastError: text('last_error'),
  receivedAt: moment('received_at').notNull().defaultNow(),
  processedAt: moment('processed_at'),
})

export const alertsTable = pgTable('alerts', {
  id: uuid('id').primaryKey().defaultRandom(),
  kind: text('kind').notNull(),
  subject: text('subject').notNull(),
  detail: text('detail').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  seenAt: moment('seen_at'),
  resolvedAt: moment('resolved_at'),
  resolution: text('resolution'),
})

export const formKeysTable = pgTable('form_keys', {
  key: text('key').primaryKey(),
  usedAt: moment('used_at').notNull().defaultNow(),
})
