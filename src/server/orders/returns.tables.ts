import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { RETURN_CONDITIONS, RETURN_REASONS, RETURN_STATES } from '#domain/orders/returns.ts'
import { moment } from '#server/platform/db/time.ts'

export const returnsTable = pgTable('returns', {
  id: uuid('id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  state: text('state', { enum: RETURN_STATES }).notNull(),
  reason: text('reason', { enum: RETURN_REASONS }).notNull(),
  words: text('words'),
  createdAt: moment('created_at').notNull().defaultNow(),
  receivedAt: moment('received_at'),
})

export const returnLinesTable = pgTable(
  'return_lines',
  {
    returnId: uuid('return_id').notNull(),
    position: integer('position').notNull(),
    quantity: integer('quantity').notNull(),
    condition: text('condition', { enum: RETURN_CONDITIONS }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.returnId, table.position] })],
)
