import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Quantities, RefundSplit } from '#domain/money/line-refund.ts'
import type { RefundedLine } from '#server/orders/order-payments.ts'
import { ordersTable } from '#server/orders/orders.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { notifyProcesses } from '#server/platform/db/process-notes.queries.ts'
import { dueSql, inMs, isDue } from '#server/platform/db/time.ts'
import type { DepthSql } from '#server/platform/worker/queue-depths.queries.ts'
import type { Lease } from '#server/platform/worker/queue.ts'
import { paymentAttemptsTable, refundLinesTable, refundsTable } from './payments.tables.ts'

export type RefundRow = typeof refundsTable.$inferSelect

const OPEN_REFUND = ['sending', 'pending', 'unknown'] as const

export const refundDepth: DepthSql = {
  due: `refunds where state in ('sending', 'pending', 'unknown') and parked_at is null and ${dueSql('lease_until')}`,
  since: 'lease_until',
  dead: `refunds where state in ('sending', 'pending', 'unknown') and parked_at is not null`,
}

export type NewRefundRow = Pick<RefundRow, 'id' | 'attemptId' | 'amountCents' | 'reason'> &
  Partial<RefundSplit> &
  Partial<Pick<RefundRow, 'restocks' | 'returnId' | 'removes' | 'correctsTax' | 'partOf' | 'createdAt'>>

export async function insertRefund(tx: Orm, refund: NewRefundRow, quantities: Quantities = new Map()): Promise<void> {
  await tx.insert(refundsTable).values(refund)
  const lines = [...quantities].filter(([, quantity]) => quantity > 0)
  if (lines.length === 0) return
  await tx
    .insert(refundLinesTable)
    .values(lines.map(([position, quantity]) => ({ refundId: refund.id, position, quantity })))
}

/** Items of all refunds of an order, with the state of their refund. */
export async function listRefundLines(orm: Orm, orderId: string): Promise<RefundedLine[]> {
  const { refundId, position, quantity } = refundLinesTable
  return orm
    .select({
      refundId,
      position,
      quantity,
      state: refundsTable.state,
      returnId: refundsTable.returnId,
      removes: refundsTable.removes,
    })
    .from(refundLinesTable)
    .innerJoin(refundsTable, eq(refundsTable.id, refundId))
    .innerJoin(paymentAttemptsTable, eq(paymentAttemptsTable.id, refundsTable.attemptId))
    .where(eq(paymentAttemptsTable.orderId, orderId))
    .orderBy(asc(refundsTable.createdAt), asc(position))
}

export type OpenRefund = RefundRow & { orderId: string; squarePaymentId: string }

function selectRefunds(orm: Orm, condition: SQL | undefined) {
  return orm
    .select({
      ...getTableColumns(refundsTable),
      orderId: paymentAttemptsTable.orderId,
      // Refunds exist only for captured payments, so this is never null.
      squarePaymentId: sql<string>`${paymentAttemptsTable.squarePaymentId}`,
    })
    .from(refundsTable)
    .innerJoin(paymentAttemptsTable, eq(paymentAttemptsTable.id, refundsTable.attemptId))
    .where(condition)
}

/** Claims unsettled refunds that are due, under a lease; the outcome decides when each is due again. */
export async function claimOpenRefunds(orm: Orm, { limit, leaseMs }: Lease): Promise<OpenRefund[]> {
  const due = orm
    .select({ id: refundsTable.id })
    .from(refundsTable)
    .where(
      and(inArray(refundsTable.state, [...OPEN_REFUND]), isNull(refundsTable.parkedAt), isDue(refundsTable.leaseUntil)),
    )
    .orderBy(asc(refundsTable.leaseUntil))
    .limit(limit)
    .for('no key update', { skipLocked: true })
  const claimed = await orm
    .update(refundsTable)
    .set({ leaseUntil: inMs(leaseMs), attempts: sql`${refundsTable.attempts} + 1` })
    .where(sql`${refundsTable.id} = any(array(${due}))`)
    .returning({ id: refundsTable.id })
  if (claimed.length === 0) return []
  const ids = claimed.map(({ id }) => id)
  return selectRefunds(orm, inArray(refundsTable.id, ids))
}

export async function findRefundByProviderId(orm: Orm, squareRefundId: string): Promise<OpenRefund | undefined> {
  const [row] = await selectRefunds(orm, eq(refundsTable.squareRefundId, squareRefundId))
  return row
}

const isOpenRefund = (id: string) => and(eq(refundsTable.id, id), inArray(refundsTable.state, [...OPEN_REFUND]))

export async function postponeRefund(orm: Orm, id: string, retryInMs: number): Promise<void> {
  await orm
    .update(refundsTable)
    .set({ leaseUntil: inMs(retryInMs) })
    .where(isOpenRefund(id))
}

/** Stops retrying until the owner decides. Returns true if it was still open. */
export async function parkRefund(tx: Orm, id: string): Promise<boolean> {
  const rows = await tx
    .update(refundsTable)
    .set({ parkedAt: sql`now()` })
    .where(and(isOpenRefund(id), isNull(refundsTable.parkedAt)))
    .returning({ id: refundsTable.id })
  return rows.length > 0
}

/** Makes a parked refund due at once with a fresh set of attempts. Returns true if it was parked. */
export async function unparkRefund(tx: Orm, id: string): Promise<boolean> {
  const rows = await tx
    .update(refundsTable)
    .set({ parkedAt: null, attempts: 0, leaseUntil: sql`now()` })
    .where(and(isOpenRefund(id), isNotNull(refundsTable.parkedAt)))
    .returning({ id: refundsTable.id })
  if (rows.length > 0) await notifyProcesses(tx, 'refunds')
  return rows.length > 0
}

/** Returns true if a refund of the order is parked. */
export async function hasParkedRefund(orm: Orm, orderNumber: string): Promise<boolean> {
  const rows = await orm
    .select({ id: refundsTable.id })
    .from(refundsTable)
    .innerJoin(paymentAttemptsTable, eq(paymentAttemptsTable.id, refundsTable.attemptId))
    .innerJoin(ordersTable, eq(ordersTable.id, paymentAttemptsTable.orderId))
    .where(
      and(
        eq(ordersTable.number, orderNumber),
        inArray(refundsTable.state, [...OPEN_REFUND]),
        isNotNull(refundsTable.parkedAt),
      ),
    )
    .limit(1)
  return rows.length > 0
}

export async function listParkedRefunds(orm: Orm, limit: number) {
  const { id, amountCents, attempts, parkedAt, state } = refundsTable
  return orm
    .select({ id, amountCents, attempts, parkedAt, orderId: ordersTable.id, orderNumber: ordersTable.number })
    .from(refundsTable)
    .innerJoin(paymentAttemptsTable, eq(paymentAttemptsTable.id, refundsTable.attemptId))
    .innerJoin(ordersTable, eq(ordersTable.id, paymentAttemptsTable.orderId))
    .where(and(inArray(state, [...OPEN_REFUND]), isNotNull(parkedAt)))
    .orderBy(asc(parkedAt))
    .limit(limit)
}

/** Only updates unsettled refunds. Returns true if anything changed. */
export async function updateRefund(
  tx: Orm,
  id: string,
  change: Pick<Partial<RefundRow>, 'state' | 'squareRefundId' | 'resolvedAt'>,
): Promise<boolean> {
  const rows = await tx.update(refundsTable).set(change).where(isOpenRefund(id)).returning({ id: refundsTable.id })
  return rows.length > 0
}

/**
 * Marks an unsettled refund as rejected, by the clock that dates its requests: what was requested since makes up for it.
 * Returns true if anything changed.
 */
export async function rejectRefund(tx: Orm, id: string): Promise<boolean> {
  const rows = await tx
    .update(refundsTable)
    .set({ state: 'rejected', resolvedAt: sql`now()` })
    .where(isOpenRefund(id))
    .returning({ id: refundsTable.id })
  return rows.length > 0
}

export async function listRefundsOfOrder(orm: Orm, orderId: string): Promise<RefundRow[]> {
  return orm
    .select(getTableColumns(refundsTable))
    .from(refundsTable)
    .innerJoin(paymentAttemptsTable, eq(paymentAttemptsTable.id, refundsTable.attemptId))
    .where(eq(paymentAttemptsTable.orderId, orderId))
    .orderBy(asc(refundsTable.createdAt))
}
