import { and, asc, eq, getTableColumns, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Orm } from './database.ts'
import { alertsTable, ordersTable, paymentAttemptsTable, refundsTable, webhookEventsTable } from './orders.tables.ts'

export type AttemptRow = typeof paymentAttemptsTable.$inferSelect
export type RefundRow = typeof refundsTable.$inferSelect
export type WebhookEventRow = typeof webhookEventsTable.$inferSelect

/** The database's own clock decides about leases: processes may disagree about the time. */
const inMs = (milliseconds: number) => sql`now() + ${milliseconds} * interval '1 millisecond'`
const OPEN = ['sending', 'unknown'] as const
const OPEN_REFUND = ['sending', 'pending', 'unknown'] as const

export type NewAttempt = Pick<
  typeof paymentAttemptsTable.$inferInsert,
  'id' | 'orderId' | 'sourceHash' | 'clientHash' | 'amountCents'
>

/** Answers whether the card token was not used before. */
export async function insertAttempt(tx: Orm, attempt: NewAttempt, leaseMs: number): Promise<boolean> {
  const rows = await tx
    .insert(paymentAttemptsTable)
    .values({ ...attempt, attemptNo: 1, leaseUntil: inMs(leaseMs) })
    .onConflictDoNothing({ target: paymentAttemptsTable.sourceHash })
    .returning({ id: paymentAttemptsTable.id })
  return rows.length > 0
}

/** There is one per order: another card is another checkout, and another order. */
export async function findAttempt(orm: Orm, orderId: string): Promise<AttemptRow | undefined> {
  const [row] = await orm.select().from(paymentAttemptsTable).where(eq(paymentAttemptsTable.orderId, orderId))
  return row
}

/** The caller holds the order's lock. */
export async function updateAttempt(
  tx: Orm,
  id: string,
  change: Partial<Omit<AttemptRow, 'id' | 'orderId'>>,
): Promise<void> {
  await tx.update(paymentAttemptsTable).set(change).where(eq(paymentAttemptsTable.id, id))
}

/** Nobody waits for this charge any more: whoever looks after open charges may take it at once. */
export async function dropLease(tx: Orm, id: string): Promise<void> {
  await tx
    .update(paymentAttemptsTable)
    .set({ leaseUntil: sql`now()` })
    .where(eq(paymentAttemptsTable.id, id))
}

/** Of a database that belongs to one process: nobody can be waiting for what its predecessor began. */
export async function dropLeasesBefore(orm: Orm, before: Date): Promise<void> {
  await orm
    .update(paymentAttemptsTable)
    .set({ leaseUntil: sql`now()` })
    .where(and(inArray(paymentAttemptsTable.state, [...OPEN]), lt(paymentAttemptsTable.createdAt, before)))
}

export type OpenAttempt = AttemptRow & { orderNumber: string }

/** Takes open charges whose lease has run out, hidden from other processes for the length of another. */
export async function claimOpenAttempts(
  orm: Orm,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<OpenAttempt[]> {
  const due = orm
    .select({ id: paymentAttemptsTable.id })
    .from(paymentAttemptsTable)
    .where(and(inArray(paymentAttemptsTable.state, [...OPEN]), sql`${paymentAttemptsTable.leaseUntil} <= now()`))
    .orderBy(asc(paymentAttemptsTable.leaseUntil))
    .limit(limit)
    .for('update', { skipLocked: true })
  const attempts = await orm
    .update(paymentAttemptsTable)
    .set({ leaseUntil: inMs(leaseMs) })
    // As an array, so that the planner cannot run the limited query more than once.
    .where(sql`${paymentAttemptsTable.id} = any(array(${due}))`)
    .returning()
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

/** The provider knows nothing of it; answers for how many milliseconds that has been so. */
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

/** Answers whether the event is new. */
export async function insertWebhookEvent(
  orm: Orm,
  event: Pick<WebhookEventRow, 'eventId' | 'type' | 'body'>,
): Promise<boolean> {
  const rows = await orm
    .insert(webhookEventsTable)
    .values(event)
    .onConflictDoNothing()
    .returning({ eventId: webhookEventsTable.eventId })
  return rows.length > 0
}

export async function listWaitingEvents(orm: Orm, limit: number): Promise<WebhookEventRow[]> {
  return orm
    .select()
    .from(webhookEventsTable)
    .where(isNull(webhookEventsTable.processedAt))
    .orderBy(asc(webhookEventsTable.receivedAt))
    .limit(limit)
}

export async function markEventProcessed(orm: Orm, eventId: string): Promise<void> {
  await orm
    .update(webhookEventsTable)
    .set({ processedAt: sql`now()` })
    .where(eq(webhookEventsTable.eventId, eventId))
}

export async function insertRefund(
  tx: Orm,
  refund: Pick<RefundRow, 'id' | 'attemptId' | 'amountCents' | 'reason'> & { createdAt?: Date },
): Promise<void> {
  await tx.insert(refundsTable).values(refund)
}

export async function listRefunds(orm: Orm, attemptId: string): Promise<RefundRow[]> {
  return orm
    .select()
    .from(refundsTable)
    .where(eq(refundsTable.attemptId, attemptId))
    .orderBy(asc(refundsTable.createdAt))
}

export type OpenRefund = RefundRow & { orderId: string; squarePaymentId: string }

function selectRefunds(orm: Orm, condition: SQL | undefined) {
  return orm
    .select({
      ...getTableColumns(refundsTable),
      orderId: paymentAttemptsTable.orderId,
      // A refund is only ever written for a payment that was taken.
      squarePaymentId: sql<string>`${paymentAttemptsTable.squarePaymentId}`,
    })
    .from(refundsTable)
    .innerJoin(paymentAttemptsTable, eq(paymentAttemptsTable.id, refundsTable.attemptId))
    .where(condition)
}

/** Takes refunds that have no end yet and that nobody has looked at for the length of a lease. */
export async function claimOpenRefunds(
  orm: Orm,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<OpenRefund[]> {
  const due = orm
    .select({ id: refundsTable.id })
    .from(refundsTable)
    .where(and(inArray(refundsTable.state, [...OPEN_REFUND]), sql`${refundsTable.leaseUntil} <= now()`))
    .orderBy(asc(refundsTable.leaseUntil))
    .limit(limit)
    .for('update', { skipLocked: true })
  const claimed = await orm
    .update(refundsTable)
    .set({ leaseUntil: inMs(leaseMs) })
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

/** Only forward: what is settled stays settled. Answers whether anything changed. */
export async function updateRefund(
  tx: Orm,
  id: string,
  change: Pick<Partial<RefundRow>, 'state' | 'squareRefundId' | 'resolvedAt'>,
): Promise<boolean> {
  const rows = await tx
    .update(refundsTable)
    .set(change)
    .where(and(eq(refundsTable.id, id), inArray(refundsTable.state, [...OPEN_REFUND])))
    .returning({ id: refundsTable.id })
  return rows.length > 0
}

/** Answers the new alert's id; nothing when the owner has not yet seen one that says the same. */
export async function insertAlert(
  tx: Orm,
  alert: { kind: string; subject: string; detail: string },
): Promise<string | undefined> {
  const [row] = await tx.insert(alertsTable).values(alert).onConflictDoNothing().returning({ id: alertsTable.id })
  return row?.id
}
