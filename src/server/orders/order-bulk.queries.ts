import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { outboxTable } from '#server/platform/mail/outbox.tables.ts'
import { type OrderLineRow, type OrderRow, selectLines } from './orders.queries.ts'
import { orderLinesTable, ordersTable } from './orders.tables.ts'

export async function listOrdersById(orm: Orm, ids: readonly string[]): Promise<OrderRow[]> {
  if (ids.length === 0) return []
  return orm
    .select()
    .from(ordersTable)
    .where(inArray(ordersTable.id, [...ids]))
}

export async function listLinesOf(orm: Orm, ids: readonly string[]): Promise<OrderLineRow[]> {
  if (ids.length === 0) return []
  return selectLines(orm, inArray(orderLinesTable.orderId, [...ids])).orderBy(
    asc(orderLinesTable.orderId),
    asc(orderLinesTable.position),
  )
}

/** The emails of this kind about these orders. */
export async function listMailsOfOrders(orm: Orm, numbers: readonly string[], template: string) {
  if (numbers.length === 0) return []
  const { cause, state, attempts, payload } = outboxTable
  const orderNumber = sql<string>`${payload} ->> 'orderNumber'`
  return orm
    .select({ orderNumber, template: outboxTable.template, cause, state, attempts })
    .from(outboxTable)
    .where(and(inArray(orderNumber, [...numbers]), eq(outboxTable.template, template)))
}
