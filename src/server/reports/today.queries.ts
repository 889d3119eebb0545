import { and, asc, desc, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { STATES_OF_LIST } from '#domain/orders/order-lists.ts'
import { UNSHIPPED_STATES } from '#domain/orders/order-questions.ts'
import type { OrdersOfDay } from '#domain/orders/packing-load.ts'
import { inNameOrder, productsTable, stockLevelsTable } from '#server/catalogue/catalogue.tables.ts'
import { isUnderwayWithProblem, ordersTable } from '#server/orders/orders.tables.ts'
import { shipmentsTable } from '#server/orders/shipments.tables.ts'
import { paymentAttemptsTable } from '#server/payments/payments.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { dayOf } from '#server/platform/db/shop-days.ts'
import { outboxTable } from '#server/platform/mail/outbox.tables.ts'
import { reviewLedgerTable } from '#server/reviews/reviews.tables.ts'
import type { DeliveryProblem, WorkCounts, LowStock } from './reports.views.ts'

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
      deliveryProblems: upTo(sql`select from ${shipmentsTable} s join ${ordersTable} on ${ordersTable.id} = s.order_id
        where s.progress = 'problem' and ${isUnderwayWithProblem}`),
      toPack: upTo(sql`select from ${ordersTable} where state in ${[...STATES_OF_LIST['to-pack']]}`),
      toConfirm: upTo(sql`select from ${paymentAttemptsTable} where state in ('sending', 'unknown')`),
      deadMail: upTo(sql`select from ${outboxTable} where state = 'dead'`),
      lowStock: upTo(sql`select from ${stockLevelsTable} where on_hand <= ${fewBottles}`),
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
    deadMail: 0,
    lowStock: 0,
    overdue: 0,
    ...row,
    toRead: waiting?.count ?? 0,
  }
}

export async function hasSoldBefore(orm: Orm): Promise<boolean> {
  const { id, paidAt } = ordersTable
  return (await orm.select({ id }).from(ordersTable).where(isNotNull(paidAt)).limit(1)).length > 0
}

/** Orders whose package has a problem, the latest first. */
export async function listDeliveryProblems(orm: Orm, limit: number): Promise<DeliveryProblem[]> {
  return orm
    .select({ orderId: ordersTable.id, number: ordersTable.number, note: shipmentsTable.progressNote })
    .from(shipmentsTable)
    .innerJoin(ordersTable, eq(ordersTable.id, shipmentsTable.orderId))
    .where(and(eq(shipmentsTable.progress, 'problem'), isUnderwayWithProblem))
    .orderBy(desc(shipmentsTable.progressAt))
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

export async function listDaysToPack(orm: Orm, limit: number): Promise<OrdersOfDay[]> {
  const open = sql`(select created_at from ${ordersTable} where state in ${[...STATES_OF_LIST['to-pack']]}
    order by created_at limit ${limit}) open`
  const day = sql<string>`${dayOf(sql`created_at`)}::text`
  return orm
    .select({ day, count: sql<number>`count(*)::integer` })
    .from(open)
    .groupBy(sql`1`)
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
