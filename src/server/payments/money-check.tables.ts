import { date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { RETURN_REASONS } from '#domain/money/return-reasons.ts'
import { json } from '#server/platform/db/json.ts'
import { moment } from '#server/platform/db/time.ts'

export const moneyChecksTable = pgTable('money_checks', {
  day: date('day').primaryKey(),
  startedAt: moment('started_at').notNull().defaultNow(),
  finishedAt: moment('finished_at'),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
  lastError: text('last_error'),
  differenceCount: integer('difference_count'),
  summary: json('summary'),
})

export const explainedDifferencesTable = pgTable(
  'explained_differences',
  {
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    note: text('note').notNull(),
    actor: text('actor').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subject] })],
)

export const strayRefundsTable = pgTable('stray_refunds', {
  id: uuid('id').primaryKey(),
  squarePaymentId: text('square_payment_id').notNull(),
  /** The charge whose order couldn't take the payment, and why; null for a payment without an order. */
  attemptId: uuid('attempt_id'),
  why: text('why', { enum: RETURN_REASONS }),
  amountCents: integer('amount_cents').notNull(),
  reason: text('reason').notNull(),
  state: text('state', { enum: ['sending', 'pending', 'completed', 'rejected', 'unknown'] })
    .notNull()
    .default('sending'),
  squareRefundId: text('square_refund_id'),
  attempts: integer('attempts').notNull().default(0),
  leaseUntil: moment('lease_until').notNull().defaultNow(),
  parkedAt: moment('parked_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
  resolvedAt: moment('resolved_at'),
})
