import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Quantities, RefundSplit } from '#domain/money/line-refund.ts'
import { FIRST_ATTEMPT } from '#domain/money/payment-reference.ts'
import type { RefundedLine } from '#server/orders/order-payments.ts'
import { ordersTable } from '#server/orders/orders.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { inMs } from '#server/platform/db/time.ts'
import type { DepthSql } from '#server/platform/worker/queue-depths.queries.ts'
import type { Lease } from '#server/platform/worker/queue.ts'
import { paymentAttemptsTable, refundLinesTable, refundsTable } from './payments.tables.ts'

export type AttemptRow = typeof paymentAttemptsTable.$inferSelect
export type RefundRow = typeof refundsTable.$inferSelect

const OPEN = ['sending', 'unknown'] as const
const OPEN_REFUND = ['sending', 'pending', 'unknown'] as const

export const openChargeDepth: DepthSql = {
  due: `payment_attempts where state in ('sending', 'unknown') and lease_until <= now()`,
  since: 'lease_until',
  dead: 'payment_attempts where false',
}

export const lateChargeDepth: DepthSql = {
  due: 'payment_attempts where next_look_at <= now()',
  since: 'next_look_at',
  dead: 'payment_attempts where false',
}

export const refundDepth: DepthSql = {
  due: `refunds where state in ('sending', 'pending', 'unknown') and parked_at is null and lease_until <= now()`,
  since: 'lease_until',
  dead: `refunds where state in ('sending', 'pending', 'unknown') and parked_at is not null`,
}

export type NewAttempt = Pick<
  typeof paymentAttemptsTable.$inferInsert,
  'id' | 'orderId' | 'attemptNo' | 'requestId' | 'sourceHash' | 'clientHash' | 'amountCents'
>

/** Names one charge: an order and its how manieth. */
export type AttemptKey = Pick<AttemptRow, 'orderId' | 'attemptNo'>

/** Returns true if the card token was not used before. */
export async function insertAttempt(tx: Orm, attempt: NewAttempt, leaseMs: number): Promise<boolean> {
  const rows = await tx
    .insert(paymentAttemptsTable)
    .values({ ...attempt, leaseUntil: inMs(leaseMs) })
    .onConflictDoNothing({ target: paymentAttemptsTable.sourceHash })
    .returning({ id: paymentAttemptsTable.id })
  return rows.length > 0
}

/**
 * By default the charge with which the order was bought. There is one of those: another card is another checkout and
 * another order.
 */
export async function findAttempt(
  orm: Orm,
  orderId: string,
  attemptNo: number = FIRST_ATTEMPT,
): Promise<AttemptRow | undefined> {
  const { orderId: ofOrder, attemptNo: no } = paymentAttemptsTable
  const [row] = await orm
    .select()
    .from(paymentAttemptsTable)
    .where(and(eq(ofOrder, orderId), eq(no, attemptNo)))
  return row
}

/** The latest charge that pays a request. */
export async function findAttemptOfRequest(orm: Orm, requestId: string): Promise<AttemptRow | undefined> {
  const [row] = await orm
    .select()
    .from(paymentAttemptsTable)
    .where(eq(paymentAttemptsTable.requestId, requestId))
    .orderBy(desc(paymentAttemptsTable.attemptNo))
    .limit(1)
  return row
}

export async function findAttemptBySource(orm: Orm, sourceHash: string): Promise<AttemptRow | undefined> {
  const [row] = await orm.select().from(paymentAttemptsTable).where(eq(paymentAttemptsTable.sourceHash, sourceHash))
  return row
}

/**
 * Hands the charge of a request over to the reconciler, so that its process can no longer send it: only a charge in
 * `sending` may be sent.
 */
export async function takeOverRequest(tx: Orm, requestId: string): Promise<void> {
  await tx
    .update(paymentAttemptsTable)
    .set({ state: 'unknown', leaseUntil: sql`now()` })
    .where(and(eq(paymentAttemptsTable.requestId, requestId), eq(paymentAttemptsTable.state, 'sending')))
}

/** The caller must hold the order's lock. */
export async function updateAttempt(
  tx: Orm,
  id: string,
  change: Partial<Omit<AttemptRow, 'id' | 'orderId'>>,
): Promise<void> {
  await tx.update(paymentAttemptsTable).set(change).where(eq(paymentAttemptsTable.id, id))
}

/** Expires the lease, so the reconciler can take over the charge at once. */
export async function dropLease(tx: Orm, id: string): Promise<void> {
  await tx
    .update(paymentAttemptsTable)
    .set({ leaseUntil: sql`now()` })
    .where(eq(paymentAttemptsTable.id, id))
}

/** For a database owned by one process: expires the leases of its predecessor. */
export async function dropLeasesBefore(orm: Orm, before: Date): Promise<void> {
  await orm
    .update(paymentAttemptsTable)
    .set({ leaseUntil: sql`now()` })
    .where(and(inArray(paymentAttemptsTable.state, [...OPEN]), lt(paymentAttemptsTable.createdAt, before)))
}

export type OpenAttempt = AttemptRow & { orderNumber: string }

/**
 * The fence before every send: only the process with a live lease may charge, and this renews the lease. Returns false
 * if the charge was taken over or closed.
 */
export async function renewLease(orm: Orm, id: string, leaseMs: number): Promise<boolean> {
  const rows = await orm
    .update(paymentAttemptsTable)
    .set({ leaseUntil: inMs(leaseMs) })
    .where(
      and(
        eq(paymentAttemptsTable.id, id),
        eq(paymentAttemptsTable.state, 'sending'),
        sql`${paymentAttemptsTable.leaseUntil} > now()`,
      ),
    )
    .returning({ id: paymentAttemptsTable.id })
  return rows.length > 0
}

/**
 * Takes over open charges with an expired lease and hides them from other processes for the length of a new lease. The
 * process that began one can no longer send it, because only a charge in `sending` may be sent and this makes it
 * `unknown`.
 */
export async function claimOpenAttempts(orm: Orm, { limit, leaseMs }: Lease): Promise<OpenAttempt[]> {
  const due = orm
    .select({ id: paymentAttemptsTable.id })
    .from(paymentAttemptsTable)
    .where(and(inArray(paymentAttemptsTable.state, [...OPEN]), sql`${paymentAttemptsTable.leaseUntil} <= now()`))
    .orderBy(asc(paymentAttemptsTable.leaseUntil))
    .limit(limit)
    .for('no key update', { skipLocked: true })
  const attempts = await orm
    .update(paymentAttemptsTable)
    .set({ state: 'unknown', leaseUntil: inMs(leaseMs) })
    // As an array, so the planner cannot run the limited subquery more than once.
    .where(sql`${paymentAttemptsTable.id} = any(array(${due}))`)
    .returning()
  return withOrderNumbers(orm, attempts)
}

async function withOrderNumbers<T extends AttemptRow>(
  orm: Orm,
  attempts: T[],
): Promise<(T & { orderNumber: string })[]> {
  if (attempts.length === 0) return []
  const orders = await orm
    .select({ id: ordersTable.id, number: ordersTable.number })
    .from(ordersTable)
    .where(
      inArray(
        ordersTable.id,
        attempts.map(({ orderId }) => orderId),
      ),
    )
  const numbers = new Map(orders.map(({ id, number }) => [id, number]))
  return attempts.map((attempt) => ({ ...attempt, orderNumber: numbers.get(attempt.orderId) ?? '' }))
}

/**
 * Schedules the next search for a closed charge; undefined ends the searches. The caller must hold the order's lock.
 */
export async function scheduleLook(orm: Orm, id: string, afterMs: number | undefined): Promise<void> {
  await orm
    .update(paymentAttemptsTable)
    .set({ nextLookAt: afterMs === undefined ? null : inMs(afterMs) })
    .where(eq(paymentAttemptsTable.id, id))
}

/** Records that all payments up to `upTo` were searched, and schedules the next search, if any. */
export async function finishLook(
  orm: Orm,
  id: string,
  { upTo, nextMs }: { upTo: Date; nextMs: number | undefined },
): Promise<void> {
  await orm
    .update(paymentAttemptsTable)
    .set({
      looks: sql`${paymentAttemptsTable.looks} + 1`,
      lookedAt: upTo,
      nextLookAt: nextMs === undefined ? null : inMs(nextMs),
    })
    .where(eq(paymentAttemptsTable.id, id))
}

export type DueLook = OpenAttempt & { claimedAt: Date }

/** Claims closed charges due for a search, and hides them from other processes for the length of the lease. */
export async function claimDueLooks(orm: Orm, { limit, leaseMs }: Lease): Promise<DueLook[]> {
  const due = orm
    .select({ id: paymentAttemptsTable.id })
    .from(paymentAttemptsTable)
    .where(sql`${paymentAttemptsTable.nextLookAt} <= now()`)
    .orderBy(asc(paymentAttemptsTable.nextLookAt))
    .limit(limit)
    .for('no key update', { skipLocked: true })
  const attempts = await orm
    .update(paymentAttemptsTable)
    .set({ nextLookAt: inMs(leaseMs) })
    .where(sql`${paymentAttemptsTable.id} = any(array(${due}))`)
    .returning({
      ...getTableColumns(paymentAttemptsTable),
      claimedAt: sql<Date>`now()`.mapWith(paymentAttemptsTable.createdAt),
    })
  return withOrderNumbers(orm, attempts)
}

/** Records that the provider does not know the charge. Returns for how many milliseconds that has been the case. */
export async function markMissing(orm: Orm, id: string, leaseMs: number): Promise<number> {
  const [row] = await orm
    .update(paymentAttemptsTable)
    .set({
      state: 'unknown',
      missingSince: sql`coalesce(${paymentAttemptsTable.missingSince}, now())`,
      leaseUntil: inMs(leaseMs),
    })
    .where(and(eq(paymentAttemptsTable.id, id), inArray(paymentAttemptsTable.state, [...OPEN])))
    .returning({
      ms: sql<number>`(extract(epoch from now() - ${paymentAttemptsTable.missingSince}) * 1000)::float8`,
    })
  return row?.ms ?? 0
}

/** Mutex per checkout: while it is held, no concurrent request of the same checkout can create or refuse its order. */
export async function lockCheckout(tx: Orm, checkoutKey: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`checkout:${checkoutKey}`}, 0))`)
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
      and(
        inArray(refundsTable.state, [...OPEN_REFUND]),
        isNull(refundsTable.parkedAt),
        sql`${refundsTable.leaseUntil} <= now()`,
      ),
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
  if (rows.length > 0) await tx.execute(sql`select pg_notify('payments', '')`)
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

export async function listAttempts(orm: Orm, orderId: string): Promise<AttemptRow[]> {
  return orm
    .select()
    .from(paymentAttemptsTable)
    .where(eq(paymentAttemptsTable.orderId, orderId))
    .orderBy(asc(paymentAttemptsTable.attemptNo))
}

export async function listRefundsOfOrder(orm: Orm, orderId: string): Promise<RefundRow[]> {
  return orm
    .select(getTableColumns(refundsTable))
    .from(refundsTable)
    .innerJoin(paymentAttemptsTable, eq(paymentAttemptsTable.id, refundsTable.attemptId))
    .where(eq(paymentAttemptsTable.orderId, orderId))
    .orderBy(asc(refundsTable.createdAt))
}
