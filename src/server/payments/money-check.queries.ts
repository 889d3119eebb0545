import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { ordersTable } from '#server/orders/orders.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { notifyProcesses } from '#server/platform/db/process-notes.queries.ts'
import { explainedDifferencesTable } from './money-check.tables.ts'
import { paymentAttemptsTable, refundsTable } from './payments.tables.ts'
import type { NewRefundRow } from './refunds.queries.ts'

export type Span = { from: Date; to: Date }

const taken = {
  attemptId: paymentAttemptsTable.id,
  // Only selected where it is not null.
  paymentId: sql<string>`${paymentAttemptsTable.squarePaymentId}`,
  amountCents: paymentAttemptsTable.amountCents,
  createdAt: paymentAttemptsTable.createdAt,
  orderId: ordersTable.id,
  orderNumber: ordersTable.number,
}

function selectTaken(orm: Orm) {
  return orm
    .select(taken)
    .from(paymentAttemptsTable)
    .innerJoin(ordersTable, eq(ordersTable.id, paymentAttemptsTable.orderId))
}

/** A payment known to the shop as captured, whatever happened to it since. */
export type TakenPayment = Awaited<ReturnType<typeof selectTaken>>[number]

export async function findTaken(orm: Orm, paymentIds: readonly string[]): Promise<TakenPayment[]> {
  if (paymentIds.length === 0) return []
  return selectTaken(orm).where(inArray(paymentAttemptsTable.squarePaymentId, [...paymentIds]))
}

export async function listTaken(
  orm: Orm,
  { from, to }: Span,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<TakenPayment[]> {
  const { createdAt, id } = paymentAttemptsTable
  const beyond =
    after === undefined
      ? undefined
      : sql`(${createdAt}, ${id}) > (select created_at, id from payment_attempts where id = ${after})`
  return selectTaken(orm)
    .where(and(isNotNull(paymentAttemptsTable.squarePaymentId), gte(createdAt, from), lt(createdAt, to), beyond))
    .orderBy(asc(createdAt), asc(id))
    .limit(limit)
}

/** `attemptId` is null for desk orders, which take no card payments. */
export type NumberedOrder = {
  id: string
  number: string
  attemptNo: number | null
  attemptId: string | null
  paymentId: string | null
}

/** Orders with each of their charges. */
export async function findByNumbers(orm: Orm, numbers: readonly string[]): Promise<NumberedOrder[]> {
  if (numbers.length === 0) return []
  return orm
    .select({
      id: ordersTable.id,
      number: ordersTable.number,
      attemptNo: paymentAttemptsTable.attemptNo,
      attemptId: paymentAttemptsTable.id,
      paymentId: paymentAttemptsTable.squarePaymentId,
    })
    .from(ordersTable)
    .leftJoin(paymentAttemptsTable, eq(paymentAttemptsTable.orderId, ordersTable.id))
    .where(inArray(ordersTable.number, [...numbers]))
}

/** Orders marked as paid by card without a known payment. */
export async function listPaidWithoutPayment(orm: Orm, { from, to }: Span, limit: number) {
  const { id, number, totalCents, paidAt } = ordersTable
  return orm
    .select({ id, number, totalCents, paidAt })
    .from(ordersTable)
    .where(
      and(
        gte(paidAt, from),
        lt(paidAt, to),
        isNull(ordersTable.paidOutside),
        eq(ordersTable.isDemo, false),
        sql`not exists (select from payment_attempts a where a.order_id = ${ordersTable}.id and a.request_id is null and a.square_payment_id is not null)`,
      ),
    )
    .orderBy(asc(paidAt))
    .limit(limit)
}

const refund = {
  id: refundsTable.id,
  refundId: refundsTable.squareRefundId,
  amountCents: refundsTable.amountCents,
  state: refundsTable.state,
  createdAt: refundsTable.createdAt,
  orderId: ordersTable.id,
  orderNumber: ordersTable.number,
}

function selectRefunds(orm: Orm) {
  return orm
    .select(refund)
    .from(refundsTable)
    .innerJoin(paymentAttemptsTable, eq(paymentAttemptsTable.id, refundsTable.attemptId))
    .innerJoin(ordersTable, eq(ordersTable.id, paymentAttemptsTable.orderId))
}

export type ShopRefund = Awaited<ReturnType<typeof selectRefunds>>[number]

export async function findRefundsByProviderIds(orm: Orm, refundIds: readonly string[]): Promise<ShopRefund[]> {
  if (refundIds.length === 0) return []
  return selectRefunds(orm).where(inArray(refundsTable.squareRefundId, [...refundIds]))
}

export async function findShopRefund(orm: Orm, id: string): Promise<ShopRefund | undefined> {
  const [row] = await selectRefunds(orm).where(eq(refundsTable.id, id))
  return row
}

export async function listShopRefunds(orm: Orm, { from, to }: Span) {
  const { createdAt, state } = refundsTable
  const rows = await selectRefunds(orm)
    .where(and(gte(createdAt, from), lt(createdAt, to), ne(state, 'rejected')))
    .orderBy(asc(createdAt))
  return rows.map(({ orderId, orderNumber, ...row }) => ({ ...row, order: { id: orderId, number: orderNumber } }))
}

/**
 * Records a refund made in the provider's dashboard; from then on it is treated like ours and counts on its own day. If
 * we had it as rejected, it is recorded again. Returns true if it is new.
 */
export async function recordProviderRefund(tx: Orm, row: NewRefundRow & { squareRefundId: string }): Promise<boolean> {
  await tx
    .update(refundsTable)
    .set({ squareRefundId: null })
    .where(and(eq(refundsTable.squareRefundId, row.squareRefundId), eq(refundsTable.state, 'rejected')))
  const rows = await tx
    .insert(refundsTable)
    .values({ ...row, state: 'pending' })
    .onConflictDoNothing({ target: refundsTable.squareRefundId })
    .returning({ id: refundsTable.id })
  return rows.length > 0
}

/** As it was when the provider was asked about it: settled since, its bottles may be back in stock. */
function isUnchanged({ id, state, refundId }: Pick<ShopRefund, 'id' | 'state' | 'refundId'>): SQL | undefined {
  const { squareRefundId } = refundsTable
  return and(
    eq(refundsTable.id, id),
    eq(refundsTable.state, state),
    refundId === null ? isNull(squareRefundId) : eq(squareRefundId, refundId),
  )
}

/**
 * Resends a refund unknown to the provider, with its original idempotency key. Never a rejected one, because its amount
 * is available again and may have been refunded another way. Returns true if anything changed.
 */
export async function reopenRefund(tx: Orm, before: ShopRefund): Promise<boolean> {
  const rows = await tx
    .update(refundsTable)
    .set({
      state: 'sending',
      squareRefundId: null,
      attempts: 0,
      parkedAt: null,
      leaseUntil: sql`now()`,
      resolvedAt: null,
    })
    .where(and(isUnchanged(before), ne(refundsTable.state, 'rejected')))
    .returning({ id: refundsTable.id })
  await notifyProcesses(tx, 'refunds')
  return rows.length > 0
}

/** Marks a refund as rejected after the provider refused it. Returns true if anything changed. */
export async function voidRefund(tx: Orm, before: ShopRefund): Promise<boolean> {
  const rows = await tx
    .update(refundsTable)
    .set({ state: 'rejected', resolvedAt: sql`now()` })
    .where(and(isUnchanged(before), ne(refundsTable.state, 'rejected')))
    .returning({ id: refundsTable.id })
  return rows.length > 0
}

export type ExplanationRow = typeof explainedDifferencesTable.$inferSelect

export async function findExplanations(orm: Orm, subjects: readonly string[]): Promise<ExplanationRow[]> {
  if (subjects.length === 0) return []
  return orm
    .select()
    .from(explainedDifferencesTable)
    .where(inArray(explainedDifferencesTable.subject, [...subjects]))
}

/** Returns the previous note, if any. */
export async function storeExplanation(
  tx: Orm,
  row: Pick<ExplanationRow, 'kind' | 'subject' | 'note' | 'actor'>,
): Promise<string | undefined> {
  const { kind, subject, note, actor } = row
  const [before] = await tx
    .select({ note: explainedDifferencesTable.note })
    .from(explainedDifferencesTable)
    .where(and(eq(explainedDifferencesTable.kind, kind), eq(explainedDifferencesTable.subject, subject)))
  await tx
    .insert(explainedDifferencesTable)
    .values(row)
    .onConflictDoUpdate({
      target: [explainedDifferencesTable.kind, explainedDifferencesTable.subject],
      set: { note, actor, createdAt: sql`now()` },
    })
  return before?.note
}
