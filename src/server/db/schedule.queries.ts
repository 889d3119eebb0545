import { and, asc, eq, lte } from 'drizzle-orm'
import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Orm } from './database.ts'

const scheduledPricesTable = pgTable('scheduled_prices', {
  id: uuid('id').primaryKey().defaultRandom(),
  productId: text('product_id').notNull(),
  pricing: jsonb('pricing').notNull(),
  dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
  state: text('state', { enum: ['waiting', 'applied', 'cancelled'] })
    .notNull()
    .default('waiting'),
  createdBy: text('created_by').notNull(),
  settledAt: timestamp('settled_at', { withTimezone: true }),
})

export type ScheduledRow = Pick<
  typeof scheduledPricesTable.$inferSelect,
  'id' | 'productId' | 'pricing' | 'dueAt' | 'createdBy'
>

const shown = {
  id: scheduledPricesTable.id,
  productId: scheduledPricesTable.productId,
  pricing: scheduledPricesTable.pricing,
  dueAt: scheduledPricesTable.dueAt,
  createdBy: scheduledPricesTable.createdBy,
}

export async function insertScheduled(tx: Orm, row: Omit<ScheduledRow, 'id'>): Promise<string | undefined> {
  const [inserted] = await tx.insert(scheduledPricesTable).values(row).returning({ id: scheduledPricesTable.id })
  return inserted?.id
}

export async function listScheduled(orm: Orm, productId?: string): Promise<ScheduledRow[]> {
  const isWaiting = eq(scheduledPricesTable.state, 'waiting')
  return orm
    .select(shown)
    .from(scheduledPricesTable)
    .where(productId === undefined ? isWaiting : and(isWaiting, eq(scheduledPricesTable.productId, productId)))
    .orderBy(asc(scheduledPricesTable.dueAt), asc(scheduledPricesTable.id))
}

/** The next one that is due, held for this transaction alone: of many processes one takes it, the others pass by. */
export async function takeDue(tx: Orm, now: Date): Promise<ScheduledRow | undefined> {
  const [row] = await tx
    .select(shown)
    .from(scheduledPricesTable)
    .where(and(eq(scheduledPricesTable.state, 'waiting'), lte(scheduledPricesTable.dueAt, now)))
    .orderBy(asc(scheduledPricesTable.dueAt), asc(scheduledPricesTable.id))
    .limit(1)
    .for('update', { skipLocked: true })
  return row
}

/** Undefined when it waits no more. */
export async function settleScheduled(
  tx: Orm,
  id: string,
  state: 'applied' | 'cancelled',
  settledAt: Date,
): Promise<ScheduledRow | undefined> {
  const [row] = await tx
    .update(scheduledPricesTable)
    .set({ state, settledAt })
    .where(and(eq(scheduledPricesTable.id, id), eq(scheduledPricesTable.state, 'waiting')))
    .returning(shown)
  return row
}
