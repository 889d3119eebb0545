import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Orm } from '#server/platform/db/database.ts'
import { json } from '#server/platform/db/json.ts'
import { dueSql, inMs, isDue, moment } from '#server/platform/db/time.ts'
import type { DepthSql } from '#server/platform/worker/queue-depths.queries.ts'
import type { Lease } from '#server/platform/worker/queue.ts'

const scheduledPricesTable = pgTable('scheduled_prices', {
  id: uuid('id').primaryKey().defaultRandom(),
  productId: text('product_id').notNull(),
  pricing: json('pricing').notNull(),
  dueAt: moment('due_at').notNull(),
  state: text('state', { enum: ['waiting', 'applied', 'cancelled', 'failed'] })
    .notNull()
    .default('waiting'),
  createdBy: text('created_by').notNull(),
  attempts: integer('attempts').notNull().default(0),
  /** The lease while it is being applied, then the back-off after a failure. */
  retryAt: moment('retry_at'),
  lastError: text('last_error'),
  settledAt: moment('settled_at'),
})

export const scheduledPriceDepth: DepthSql = {
  due: `scheduled_prices where state = 'waiting' and due_at <= now() and (retry_at is null or ${dueSql('retry_at')})`,
  since: 'due_at',
  dead: `scheduled_prices where state = 'failed'`,
}

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

/** What the owner can still cancel: waiting and failed changes. */
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

/**
 * Claims due changes, longest due first, and leases them. A change waits for an earlier one of the same product:
 * applied out of order, the older price would win.
 */
export async function claimDuePrices(orm: Orm, { limit, leaseMs }: Lease): Promise<ScheduledRow[]> {
  const { id, productId, state, dueAt, retryAt, attempts } = scheduledPricesTable
  const due = orm
    .select({ id })
    .from(scheduledPricesTable)
    .where(
      and(
        eq(state, 'waiting'),
        sql`${dueAt} <= now() and (${retryAt} is null or ${isDue(retryAt)})`,
        sql`not exists (select from scheduled_prices earlier where earlier.product_id = ${productId}
          and earlier.state = 'waiting' and (earlier.due_at, earlier.id) < (${dueAt}, ${id}))`,
      ),
    )
    .orderBy(asc(dueAt), asc(id))
    .limit(limit)
    .for('no key update', { skipLocked: true })
  return (
    orm
      .update(scheduledPricesTable)
      .set({ attempts: sql`${attempts} + 1`, retryAt: inMs(leaseMs) })
      // An array keeps the planner from running the limited query more than once.
      .where(sql`${id} = any(array(${due}))`)
      .returning(shown)
  )
}

/** A change leased by this process; the attempt number is a fencing token against earlier lease holders. */
type ClaimedPrice = Pick<ScheduledRow, 'id' | 'attempts'>

const isHeld = ({ id, attempts }: ClaimedPrice) =>
  and(
    eq(scheduledPricesTable.id, id),
    eq(scheduledPricesTable.state, 'waiting'),
    eq(scheduledPricesTable.attempts, attempts),
  )

/** Returns false if it was canceled or taken over since it was claimed. */
export async function markApplied(tx: Orm, price: ClaimedPrice): Promise<boolean> {
  const rows = await tx
    .update(scheduledPricesTable)
    .set({ state: 'applied', settledAt: sql`now()`, lastError: null })
    .where(isHeld(price))
    .returning({ id: scheduledPricesTable.id })
  return rows.length > 0
}

export async function postponeScheduled(
  orm: Orm,
  price: ClaimedPrice,
  { lastError, retryInMs }: { lastError: string; retryInMs: number },
): Promise<void> {
  await orm
    .update(scheduledPricesTable)
    .set({ retryAt: inMs(retryInMs), lastError })
    .where(isHeld(price))
}

/** Ends the retries; the owner sees why and cancels it. Returns true if this process was the one to fail it. */
export async function failScheduled(tx: Orm, price: ClaimedPrice, lastError: string): Promise<boolean> {
  const rows = await tx
    .update(scheduledPricesTable)
    .set({ state: 'failed', settledAt: sql`now()`, lastError })
    .where(isHeld(price))
    .returning({ id: scheduledPricesTable.id })
  return rows.length > 0
}

/** Returns undefined if it was already applied or canceled. */
export async function cancelScheduled(tx: Orm, id: string, settledAt: Date): Promise<ScheduledRow | undefined> {
  const [row] = await tx
    .update(scheduledPricesTable)
    .set({ state: 'cancelled', settledAt })
    .where(and(eq(scheduledPricesTable.id, id), isUnsettled))
    .returning(shown)
  return row
}
