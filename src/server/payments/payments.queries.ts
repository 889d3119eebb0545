import { and, asc, desc, eq, getTableColumns, inArray, isNull, lt, notInArray, sql } from 'drizzle-orm'
import { FIRST_ATTEMPT } from '#domain/money/payment-reference.ts'
import { alertsTable } from '#server/alerts/alerts.tables.ts'
import { ordersTable } from '#server/orders/orders.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { dueSql, inMs, isDue } from '#server/platform/db/time.ts'
import type { DepthSql } from '#server/platform/worker/queue-depths.queries.ts'
import type { Lease } from '#server/platform/worker/queue.ts'
import { paymentAttemptsTable } from './payments.tables.ts'

export type AttemptRow = typeof paymentAttemptsTable.$inferSelect

const OPEN = ['sending', 'unknown'] as const

/** From the charge on: each lookup takes a new lease, which says nothing about how long the buyer has been waiting. */
export const openChargeDepth: DepthSql = {
  due: `payment_attempts where state in ('sending', 'unknown') and (state = 'unknown' or ${dueSql('lease_until')})`,
  since: 'created_at',
  dead: 'payment_attempts where false',
}

export const lateChargeDepth: DepthSql = {
  due: `payment_attempts where ${dueSql('next_look_at')}`,
  since: 'next_look_at',
  dead: 'payment_attempts where false',
}

export type NewAttempt = Pick<
  typeof paymentAttemptsTable.$inferInsert,
  'id' | 'orderId' | 'attemptNo' | 'requestId' | 'sourceHash' | 'clientHash' | 'amountCents'
>

/** Names one charge: its order, and which of that order's charges it is. */
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

/** Returns true if a charge has been settled with this payment: nothing about it is open. */
export async function isRecorded(orm: Orm, squarePaymentId: string): Promise<boolean> {
  const rows = await orm
    .select({ id: paymentAttemptsTable.id })
    .from(paymentAttemptsTable)
    .where(eq(paymentAttemptsTable.squarePaymentId, squarePaymentId))
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

/**
 * Before migration 146 a payment that its order couldn't take was stored as the order's own. Without its id it counts
 * as one that no order has. Returns true if it was such a payment.
 */
export async function releaseOrphan(tx: Orm, id: string): Promise<boolean> {
  const rows = await tx
    .update(paymentAttemptsTable)
    .set({ squarePaymentId: null })
    .where(and(eq(paymentAttemptsTable.id, id), eq(paymentAttemptsTable.state, 'orphan_refunded')))
    .returning({ id: paymentAttemptsTable.id })
  return rows.length > 0
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
export type OpenCharge = OpenAttempt & { openMs: number }

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
export async function claimOpenAttempts(orm: Orm, { limit, leaseMs }: Lease): Promise<OpenCharge[]> {
  const due = orm
    .select({ id: paymentAttemptsTable.id })
    .from(paymentAttemptsTable)
    .where(and(inArray(paymentAttemptsTable.state, [...OPEN]), isDue(paymentAttemptsTable.leaseUntil)))
    .orderBy(asc(paymentAttemptsTable.leaseUntil))
    .limit(limit)
    .for('no key update', { skipLocked: true })
  const attempts = await orm
    .update(paymentAttemptsTable)
    .set({ state: 'unknown', leaseUntil: inMs(leaseMs) })
    // As an array, so the planner cannot run the limited subquery more than once.
    .where(sql`${paymentAttemptsTable.id} = any(array(${due}))`)
    .returning({
      ...getTableColumns(paymentAttemptsTable),
      openMs: sql<number>`(extract(epoch from now() - ${paymentAttemptsTable.createdAt}) * 1000)::float8`,
    })
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

/** Records that all payments up to `upTo` were searched, if any were, and schedules the next search, if any. */
export async function finishLook(
  orm: Orm,
  id: string,
  { upTo, nextMs }: { upTo: Date | null; nextMs: number | undefined },
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
    .where(isDue(paymentAttemptsTable.nextLookAt))
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

export async function listAttempts(orm: Orm, orderId: string): Promise<AttemptRow[]> {
  return orm
    .select()
    .from(paymentAttemptsTable)
    .where(eq(paymentAttemptsTable.orderId, orderId))
    .orderBy(asc(paymentAttemptsTable.attemptNo))
}

/** Subjects of unresolved alerts of this kind whose order has no open charge anymore. */
export async function listSettledSubjects(orm: Orm, kind: string): Promise<string[]> {
  const { orderId, state } = paymentAttemptsTable
  const open = orm
    .select({ number: ordersTable.number })
    .from(paymentAttemptsTable)
    .innerJoin(ordersTable, eq(ordersTable.id, orderId))
    .where(inArray(state, [...OPEN]))
  const rows = await orm
    .select({ subject: alertsTable.subject })
    .from(alertsTable)
    .where(and(eq(alertsTable.kind, kind), isNull(alertsTable.resolvedAt), notInArray(alertsTable.subject, open)))
  return rows.map(({ subject }) => subject)
}
