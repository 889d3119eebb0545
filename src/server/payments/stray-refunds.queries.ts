import { and, asc, desc, eq, getTableColumns, gte, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import { ordersTable } from '#server/orders/orders.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { notifyProcesses } from '#server/platform/db/process-notes.queries.ts'
import { dueSql, inMs, isDue } from '#server/platform/db/time.ts'
import type { DepthSql } from '#server/platform/worker/queue-depths.queries.ts'
import type { Lease } from '#server/platform/worker/queue.ts'
import type { Span } from './money-check.queries.ts'
import { strayRefundsTable } from './money-check.tables.ts'
import { paymentAttemptsTable } from './payments.tables.ts'

export type StrayRefundRow = typeof strayRefundsTable.$inferSelect
const OPEN = ['sending', 'pending', 'unknown'] as const

export const strayRefundDepth: DepthSql = {
  due: `stray_refunds where state in ('sending', 'pending', 'unknown') and parked_at is null and ${dueSql('lease_until')}`,
  since: 'lease_until',
  dead: `stray_refunds where state in ('sending', 'pending', 'unknown') and parked_at is not null`,
}

const isOpen = (id: string) => and(eq(strayRefundsTable.id, id), inArray(strayRefundsTable.state, [...OPEN]))

type OrderOfStray = Pick<StrayRefundRow, 'attemptId' | 'why'>

/** Returns false if the payment already has a refund that was not rejected. */
export async function insertStrayRefund(
  tx: Orm,
  row: Pick<StrayRefundRow, 'id' | 'squarePaymentId' | 'amountCents' | 'reason'> & Partial<OrderOfStray>,
): Promise<boolean> {
  const rows = await tx
    .insert(strayRefundsTable)
    .values(row)
    .onConflictDoNothing({ target: strayRefundsTable.squarePaymentId, where: sql`state <> 'rejected'` })
    .returning({ id: strayRefundsTable.id })
  return rows.length > 0
}

/** Claims unsettled refunds that are due, under a lease. */
export async function claimOpenStrayRefunds(orm: Orm, { limit, leaseMs }: Lease): Promise<StrayRefundRow[]> {
  const { id, state, leaseUntil, parkedAt, attempts } = strayRefundsTable
  const due = orm
    .select({ id })
    .from(strayRefundsTable)
    .where(and(inArray(state, [...OPEN]), isNull(parkedAt), isDue(leaseUntil)))
    .orderBy(asc(leaseUntil))
    .limit(limit)
    .for('no key update', { skipLocked: true })
  return orm
    .update(strayRefundsTable)
    .set({ leaseUntil: inMs(leaseMs), attempts: sql`${attempts} + 1` })
    .where(sql`${id} = any(array(${due}))`)
    .returning()
}

export async function postponeStrayRefund(orm: Orm, id: string, retryInMs: number): Promise<void> {
  await orm
    .update(strayRefundsTable)
    .set({ leaseUntil: inMs(retryInMs) })
    .where(isOpen(id))
}

/** Stops retrying until the owner decides. Returns true if it was still open. */
export async function parkStrayRefund(tx: Orm, id: string): Promise<boolean> {
  const rows = await tx
    .update(strayRefundsTable)
    .set({ parkedAt: sql`now()` })
    .where(and(isOpen(id), isNull(strayRefundsTable.parkedAt)))
    .returning({ id: strayRefundsTable.id })
  return rows.length > 0
}

/** Makes a parked refund due at once with a fresh set of attempts. Returns true if it was parked. */
export async function unparkStrayRefund(tx: Orm, id: string): Promise<boolean> {
  const rows = await tx
    .update(strayRefundsTable)
    .set({ parkedAt: null, attempts: 0, leaseUntil: sql`now()` })
    .where(and(isOpen(id), isNotNull(strayRefundsTable.parkedAt)))
    .returning({ id: strayRefundsTable.id })
  if (rows.length > 0) await notifyProcesses(tx, 'stray_refunds')
  return rows.length > 0
}

export async function listParkedStrayRefunds(orm: Orm, limit: number): Promise<StrayRefundRow[]> {
  const { state, parkedAt } = strayRefundsTable
  return orm
    .select()
    .from(strayRefundsTable)
    .where(and(inArray(state, [...OPEN]), isNotNull(parkedAt)))
    .orderBy(asc(parkedAt))
    .limit(limit)
}

/**
 * Marks a refund as rejected after the provider refused it, unless it was settled since the provider was asked. Returns
 * true if anything changed.
 */
export async function voidStrayRefund(tx: Orm, before: StrayRefundRow, resolvedAt: Date): Promise<boolean> {
  const { id, state } = strayRefundsTable
  const rows = await tx
    .update(strayRefundsTable)
    .set({ state: 'rejected', resolvedAt })
    .where(and(eq(id, before.id), eq(state, before.state), ne(state, 'rejected')))
    .returning({ id })
  return rows.length > 0
}

export async function findStrayRefund(orm: Orm, id: string): Promise<StrayRefundRow | undefined> {
  const [row] = await orm.select().from(strayRefundsTable).where(eq(strayRefundsTable.id, id))
  return row
}

export async function findStrayByProviderId(orm: Orm, squareRefundId: string): Promise<StrayRefundRow | undefined> {
  const [row] = await orm.select().from(strayRefundsTable).where(eq(strayRefundsTable.squareRefundId, squareRefundId))
  return row
}

/** What the latest refund of a payment was for if the provider refused it; undefined if it refused none. */
export async function findRefused(
  tx: Orm,
  paymentId: string,
): Promise<(OrderOfStray & Pick<StrayRefundRow, 'reason'>) | undefined> {
  const { attemptId, why, reason, squarePaymentId, state, createdAt } = strayRefundsTable
  const [row] = await tx
    .select({ attemptId, why, reason })
    .from(strayRefundsTable)
    .where(and(eq(squarePaymentId, paymentId), eq(state, 'rejected')))
    .orderBy(desc(createdAt))
    .limit(1)
  return row
}

/**
 * Before migration 146 the refund of a payment that its order couldn't take was one of the order's. If the provider
 * refused it, it becomes a stray one when the payment is seen again, because its id was not kept.
 */
export async function adoptRefused(tx: Orm, attemptId: string, paymentId: string): Promise<void> {
  await tx.execute(sql`
    with moved as (delete from refunds where attempt_id = ${attemptId} and state = 'rejected' returning *)
    insert into stray_refunds (id, square_payment_id, attempt_id, why, amount_cents, reason, state, square_refund_id,
      attempts, created_at, resolved_at)
    select id, ${paymentId}, attempt_id, case reason when 'Wrong amount' then 'wrong-amount' else 'late-payment' end,
      amount_cents, reason, state, square_refund_id, attempts, created_at, resolved_at
    from moved`)
}

/** The buyer of a payment that an order couldn't take; undefined for a payment without an order. */
export async function findReturned(tx: Orm, id: string) {
  const { number: orderNumber, firstName, email } = ordersTable
  const { requestId, state } = paymentAttemptsTable
  const [row] = await tx
    .select({ why: strayRefundsTable.why, orderNumber, firstName, email, requestId, state })
    .from(strayRefundsTable)
    .innerJoin(paymentAttemptsTable, eq(paymentAttemptsTable.id, strayRefundsTable.attemptId))
    .innerJoin(ordersTable, eq(ordersTable.id, paymentAttemptsTable.orderId))
    .where(eq(strayRefundsTable.id, id))
  return row
}

/** Refunds of payments that the order couldn't take; they aren't part of its totals. */
export async function listReturnsOfOrder(orm: Orm, orderId: string): Promise<StrayRefundRow[]> {
  return orm
    .select(getTableColumns(strayRefundsTable))
    .from(strayRefundsTable)
    .innerJoin(paymentAttemptsTable, eq(paymentAttemptsTable.id, strayRefundsTable.attemptId))
    .where(eq(paymentAttemptsTable.orderId, orderId))
    .orderBy(asc(strayRefundsTable.createdAt))
}

/** Only updates unsettled refunds. Returns true if anything changed. */
export async function updateStrayRefund(
  orm: Orm,
  id: string,
  change: Pick<Partial<StrayRefundRow>, 'state' | 'squareRefundId' | 'resolvedAt'>,
): Promise<boolean> {
  const rows = await orm.update(strayRefundsTable).set(change).where(isOpen(id)).returning({ id: strayRefundsTable.id })
  return rows.length > 0
}

export async function findStrayRefunds(orm: Orm, paymentIds: readonly string[]): Promise<StrayRefundRow[]> {
  if (paymentIds.length === 0) return []
  return orm
    .select()
    .from(strayRefundsTable)
    .where(and(inArray(strayRefundsTable.squarePaymentId, [...paymentIds]), ne(strayRefundsTable.state, 'rejected')))
}

/** Refunds of payments without an order. */
export async function listStrayRefunds(orm: Orm, { from, to }: Span) {
  const { id, squareRefundId: refundId, amountCents, createdAt, state } = strayRefundsTable
  const rows = await orm
    .select({ id, refundId, amountCents, createdAt, state })
    .from(strayRefundsTable)
    .where(and(gte(createdAt, from), lt(createdAt, to), ne(state, 'rejected')))
    .orderBy(asc(createdAt))
  return rows.map((row) => ({ ...row, order: undefined }))
}
