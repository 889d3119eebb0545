import { and, asc, desc, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { STATES_OF_LIST } from '#domain/orders/order-lists.ts'
import { UNSHIPPED_STATES } from '#domain/orders/order-questions.ts'
import type { OrderState } from '#domain/orders/order-states.ts'
import { inNameOrder, productsTable, stockLevelsTable } from '#server/catalogue/catalogue.tables.ts'
import { isUnderwayWithProblem, ordersTable } from '#server/orders/orders.tables.ts'
import { shipmentsTable } from '#server/orders/shipments.tables.ts'
import { paymentAttemptsTable } from '#server/payments/payments.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { dayOf } from '#server/platform/db/shop-days.ts'
import { outboxTable } from '#server/platform/mail/outbox.tables.ts'
import { reviewLedgerTable } from '#server/reviews/reviews.tables.ts'
import type { DeliveryProblem, LowStock, PendingBalance, UnshippedOfDay, WorkCounts } from './reports.views.ts'

/**
 * Open work, each kind counted up to a limit. Orders are counted by state through an index, everything else through
 * partial indexes of open work, except stock, which has at most four rows per product.
 */
export async function countWork(
  orm: Orm,
  { overdueBefore, fewBottles, limit }: { overdueBefore: Date; fewBottles: number; limit: number },
): Promise<WorkCounts> {
  const upTo = (rows: SQL) => sql<number>`(select count(*)::integer from (${rows} limit ${limit}) found)`
  const before = sql`${overdueBefore.toISOString()}::timestamptz`
  // Each state is its own index range.
  const overdue = UNSHIPPED_STATES.map((state) =>
    upTo(sql`select from ${ordersTable} where state = ${state} and created_at < ${before}`),
  )
  const [row] = await orm
    .select({
      deliveryProblems: upTo(sql`select from ${ordersTable} where ${isUnderwayWithProblem}`),
      toPack: upTo(sql`select from ${ordersTable} where state in ${[...STATES_OF_LIST['to-pack']]}`),
      toConfirm: upTo(sql`select from ${ordersTable} where state in ${[...STATES_OF_LIST.confirming]}`),
      pendingBalances: upTo(sql`select from ${paymentAttemptsTable}
        where state in ('sending', 'unknown') and request_id is not null`),
      deadMail: upTo(sql`select from ${outboxTable} where state = 'dead'`),
      lowStock: upTo(sql`select distinct product_id from ${stockLevelsTable} where on_hand <= ${fewBottles}`),
      lowSizes: upTo(sql`select from ${stockLevelsTable} where on_hand <= ${fewBottles}`),
      overdue: sql<number>`${sql.join(overdue, sql` + `)}`,
    })
    .from(sql`(values (1)) one`)
  const [waiting] = await orm
    .select({ count: reviewLedgerTable.reviewCount })
    .from(reviewLedgerTable)
    .where(eq(reviewLedgerTable.state, 'waiting'))
  return {
    deliveryProblems: 0,
    toPack: 0,
    toConfirm: 0,
    pendingBalances: 0,
    deadMail: 0,
    lowStock: 0,
    lowSizes: 0,
    overdue: 0,
    ...row,
    toRead: waiting?.count ?? 0,
  }
}

export async function hasSoldBefore(orm: Orm): Promise<boolean> {
  const { id, paidAt } = ordersTable
  return (await orm.select({ id }).from(ordersTable).where(isNotNull(paidAt)).limit(1)).length > 0
}

/** Orders of which a package has a problem, each with its latest one; the latest first. */
export async function listDeliveryProblems(orm: Orm, limit: number): Promise<DeliveryProblem[]> {
  const { orderId, progress, progressAt, progressNote } = shipmentsTable
  const latest = orm
    .selectDistinctOn([orderId], { orderId, number: ordersTable.number, note: progressNote, at: progressAt })
    .from(shipmentsTable)
    .innerJoin(ordersTable, eq(ordersTable.id, orderId))
    .where(and(eq(progress, 'problem'), isUnderwayWithProblem))
    .orderBy(orderId, desc(progressAt))
    .as('latest')
  return orm
    .select({ orderId: latest.orderId, number: latest.number, note: latest.note })
    .from(latest)
    .orderBy(desc(latest.at))
    .limit(limit)
}

/** Orders with a pay link whose payment is not confirmed yet, the oldest payment first. */
export async function listPendingBalances(orm: Orm, limit: number): Promise<PendingBalance[]> {
  const { orderId, requestId, state, createdAt } = paymentAttemptsTable
  return orm
    .select({ orderId, number: ordersTable.number })
    .from(paymentAttemptsTable)
    .innerJoin(ordersTable, eq(ordersTable.id, orderId))
    .where(sql`${state} in ('sending', 'unknown') and ${requestId} is not null`)
    .orderBy(createdAt)
    .limit(limit)
}

/** Orders to pack, up to a limit, and reviews to read, in one statement, because every desk screen needs them. */
export async function countWaiting(orm: Orm, limit: number): Promise<{ orders: number; reviews: number }> {
  const [row] = await orm
    .select({
      orders: sql<number>`(select count(*)::integer from
        (select from ${ordersTable} where state in ${[...STATES_OF_LIST['to-pack']]} limit ${limit}) found)`,
      reviews: sql<number>`coalesce((select review_count from ${reviewLedgerTable} where state = 'waiting'), 0)::integer`,
    })
    .from(sql`(values (1)) one`)
  return row ?? { orders: 0, reviews: 0 }
}

/** Of each state, the oldest up to a limit. */
export async function listUnshippedDays(orm: Orm, limit: number): Promise<UnshippedOfDay[]> {
  const oldest = UNSHIPPED_STATES.map(
    (of) => sql`(select state, created_at from ${ordersTable} where state = ${of} order by created_at limit ${limit})`,
  )
  const day = sql<string>`${dayOf(sql`created_at`)}::text`
  return orm
    .select({ state: sql<OrderState>`state`, day, count: sql<number>`count(*)::integer` })
    .from(sql`(${sql.join(oldest, sql` union all `)}) open`)
    .groupBy(sql`1`, sql`2`)
}

export async function listLowStock(orm: Orm, atMost: number, limit: number): Promise<LowStock[]> {
  return orm
    .select({
      productId: stockLevelsTable.productId,
      name: productsTable.name,
      size: stockLevelsTable.size,
      onHand: stockLevelsTable.onHand,
    })
    .from(stockLevelsTable)
    .innerJoin(productsTable, eq(productsTable.id, stockLevelsTable.productId))
    .where(lte(stockLevelsTable.onHand, atMost))
    .orderBy(asc(stockLevelsTable.onHand), ...inNameOrder(productsTable))
    .limit(limit)
}
