import { asc, inArray } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import type { OrderLineRow, OrderRow } from './orders.queries.ts'
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
  return orm
    .select()
    .from(orderLinesTable)
    .where(inArray(orderLinesTable.orderId, [...ids]))
    .orderBy(asc(orderLinesTable.orderId), asc(orderLinesTable.position))
}
