import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { BALANCE_STATES } from '#domain/money/balance-request.ts'
import { moment } from '#server/platform/db/time.ts'

export const balanceRequestsTable = pgTable('balance_requests', {
  id: uuid('id').primaryKey().defaultRandom(),
  orderId: uuid('order_id').notNull(),
  /** The move to another state whose sales tax it asks for. */
  taxMoveId: uuid('tax_move_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  state: text('state', { enum: BALANCE_STATES }).notNull().default('open'),
  askedAt: moment('asked_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
  /** When it was paid or withdrawn. */
  endedAt: moment('ended_at'),
  withdrawnBy: text('withdrawn_by', { enum: ['owner', 'change'] }),
})
