import { and, asc, eq, inArray, isNull, lte, or } from 'drizzle-orm'
import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Orm } from '#server/platform/db/database.ts'

const scheduledPricesTable = pgTable('scheduled_prices', {
  id: uuid('id').primaryKey().defaultRandom(),
  productId: text('product_id').notNull(),
  pricing: jsonb('pricing').notNull(),
  dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
  state: text('state', { enum: ['waiting', 'applied', 'cancelled', 'failed'] })
    .notNull()
    .default('waiting'),
  createdBy: text('created_by').notNull(),
  attempts: integer('attempts').notNull().default(0),
  retryAt: timestamp('retry_at', { withTimezone: true }),
  lastError: text('last_error'),
  settledAt: timestamp('settled_at', { withTimezone: true }),
})

export type ScheduledRow = Pick<
  typeof scheduledPricesTable.$inferSelect,
  'id' | 'productId' | 'pricing' | 'dueAt' | 'createdBy' | 'state' | 'attempts' | 'lastError'
>

const shown = {
  id: scheduledPricesTable.id,
  productId: scheduledPricesTable.productId,
  pricing: scheduledPricesTable.pricing,
  dueAt: scheduledPricesTable.dueAt,
  createdBy: scheduledPricesTable.createdBy,
  state: scheduledPricesTable.state,
  attempts: scheduledPricesTable.attempts,
  lastError: scheduledPricesTable.lastError,
}

/** What the owner can still call off: those to come, and those that could not be applied. */
const isUnsettled = inArray(scheduledPricesTable.state, ['waiting', 'failed'])

export async function insertScheduled(
  tx: Orm,
  row: Pick<ScheduledRow, 'productId' | 'pricing' | 'dueAt' | 'createdBy'>,
): Promise<string | undefined> {
  const [inserted] = await tx.insert(scheduledPricesTable).values(row).returning({ id: scheduledPricesTable.id })
  return inserted?.id
}

export async function listScheduled(orm: Orm, productId?: string): Promise<ScheduledRow[]> {
  return orm
    .select(shown)
    .from(scheduledPricesTable)
    .where(productId === undefined ? isUnsettled : and(isUnsettled, eq(scheduledPricesTable.productId, productId)))
    .orderBy(asc(scheduledPricesTable.dueAt), asc(scheduledPricesTable.id))
}

/** The next one that is due, held for this transaction alone: of many processes one takes it, the others pass by. */
export async function takeDue(tx: Orm, now: Date): Promise<ScheduledRow | undefined> {
  const { state, dueAt, retryAt } = scheduledPricesTable
  const [row] = await tx
    .select(shown)
    .from(scheduledPricesTable)
    .where(and(eq(state, 'waiting'), lte(dueAt, now), or(isNull(retryAt), lte(retryAt, now))))
    .orderBy(asc(scheduledPricesTable.dueAt), asc(scheduledPricesTable.id))
    .limit(1)
    .for('no key update', { skipLocked: true })
  return row
}

export async function postponeScheduled(
  tx: Orm,
  id: string,
  change: { attempts: number; retryAt: Date; lastError: string },
): Promise<void> {
  await tx.update(scheduledPricesTable).set(change).where(eq(scheduledPricesTable.id, id))
}

/** It is not tried again; the owner sees why and calls it off. */
export async function failScheduled(
  tx: Orm,
  id: string,
  change: { attempts: number; lastError: string; settledAt: Date },
): Promise<void> {
  await tx
    .update(scheduledPricesTable)
    .set({ ...change, state: 'failed' })
    .where(and(eq(scheduledPricesTable.id, id), eq(scheduledPricesTable.state, 'waiting')))
}

/** Returns undefined when it was applied or called off before. */
export async function settleScheduled(
  tx: Orm,
  id: string,
  state: 'applied' | 'cancelled',
  settledAt: Date,
): Promise<ScheduledRow | undefined> {
  const [row] = await tx
    .update(scheduledPricesTable)
    .set({ state, settledAt })
    .where(and(eq(scheduledPricesTable.id, id), isUnsettled))
    .returning(shown)
  return row
}
