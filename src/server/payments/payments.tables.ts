import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { ATTEMPT_STATES, REFUND_STATES } from '#domain/money/payment-states.ts'
import { json } from '#server/platform/db/json.ts'
import { moment } from '#server/platform/db/time.ts'

export const paymentAttemptsTable = pgTable('payment_attempts', {
  id: uuid('id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  attemptNo: integer('attempt_no').notNull(),
  /** What it pays, if that was asked for after the order was bought. */
  requestId: uuid('request_id'),
  state: text('state', { enum: ATTEMPT_STATES }).notNull().default('sending'),
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
  goodsCents: integer('goods_cents'),
  discountCents: integer('discount_cents'),
  shippingCents: integer('shipping_cents'),
  taxCents: integer('tax_cents'),
  reason: text('reason').notNull(),
  /** Puts its items back in stock; all items if it has none and completes the refund of the order. */
  restocks: boolean('restocks').notNull().default(false),
  /** The return that it is for. */
  returnId: uuid('return_id'),
  /** Its items were taken out of the order before it shipped. */
  removes: boolean('removes').notNull().default(false),
  /** Only refunds what another state's sales tax is less; that state's report has the order without it. */
  correctsTax: boolean('corrects_tax').notNull().default(false),
  /** The order's latest move to another state when the refund was requested; set by a trigger. */
  taxMoveId: uuid('tax_move_id'),
  /** The refund that it belongs to, if that goes back to several payments; that one has the items and the email. */
  partOf: uuid('part_of'),
  state: text('state', { enum: REFUND_STATES }).notNull().default('sending'),
  squareRefundId: text('square_refund_id'),
  leaseUntil: moment('lease_until').notNull().defaultNow(),
  attempts: integer('attempts').notNull().default(0),
  parkedAt: moment('parked_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
  resolvedAt: moment('resolved_at'),
})

export const refundLinesTable = pgTable(
  'refund_lines',
  {
    refundId: uuid('refund_id').notNull(),
    position: integer('position').notNull(),
    quantity: integer('quantity').notNull(),
  },
  ({ refundId, position }) => [primaryKey({ columns: [refundId, position] })],
)

export const webhookEventsTable = pgTable('webhook_events', {
  eventId: text('event_id').primaryKey(),
  type: text('type').notNull(),
  body: json('body').notNull(),
  state: text('state', { enum: ['waiting', 'done', 'dead', 'closed'] })
    .notNull()
    .default('waiting'),
  attempts: integer('attempts').notNull().default(0),
  /** Those attempts that failed although the provider responded. */
  faults: integer('faults').notNull().default(0),
  nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
  lastError: text('last_error'),
  receivedAt: moment('received_at').notNull().defaultNow(),
  processedAt: moment('processed_at'),
})
