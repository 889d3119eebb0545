import { and, asc, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import { SOLD_STATES } from '#domain/orders/order-questions.ts'
import { productsTable } from '#server/catalogue/catalogue.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { orderLinesTable, ordersTable } from './orders.tables.ts'

const SALES_DAYS = 90

/** Products on sale with the most bottles sold in the last 90 days. */
export async function listBestSellerIds(orm: Orm, limit: number): Promise<string[]> {
  const rows = await orm
    .select({ id: productsTable.id })
    .from(orderLinesTable)
    .innerJoin(ordersTable, eq(ordersTable.id, orderLinesTable.orderId))
    .innerJoin(productsTable, and(eq(productsTable.id, orderLinesTable.productId), eq(productsTable.isActive, true)))
    .where(
      and(
        inArray(ordersTable.state, [...SOLD_STATES]),
        gte(ordersTable.createdAt, sql`now() - make_interval(days => ${SALES_DAYS})`),
      ),
    )
    .groupBy(productsTable.id)
    .orderBy(desc(sql`sum(${orderLinesTable.quantity} - ${orderLinesTable.exchanged})`), asc(productsTable.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}
