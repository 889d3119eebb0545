import { sql } from 'drizzle-orm'
import { TO_PACK_STATES } from '#domain/orders/order-questions.ts'
import { balanceLinesTable, balanceRequestsTable } from '#server/orders/balance-requests.tables.ts'
import { ordersTable } from '#server/orders/orders.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { queryRows } from '#server/platform/db/query-rows.ts'
import { paymentAttemptsTable } from './payments.tables.ts'

/**
 * Orders with an open request for items that can't be paid anymore, because it has expired or the order is packed, and
 * that isn't being paid right now.
 */
export async function listLapsedRequests(orm: Orm, now: Date, orderId?: string): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    orm,
    sql`select o.id from ${balanceRequestsTable} b join ${ordersTable} o on o.id = b.order_id
      where b.state = 'open' and b.tax_move_id is null and ${orderId ? sql`o.id = ${orderId}` : sql`true`}
        and (b.expires_at <= ${now.toISOString()}::timestamptz or o.state not in ${[...TO_PACK_STATES]})
        and not exists (select from ${paymentAttemptsTable} a where a.request_id = b.id and a.state in ('sending', 'unknown'))`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Requests that were withdrawn and still hold bottles: by a process of the previous release, which knows of no lines and
 * runs beside this one during a deploy.
 */
export async function listHoldingRequests(orm: Orm): Promise<{ id: string; orderId: string }[]> {
  return queryRows<{ id: string; orderId: string }>(
    orm,
    sql`select b.id, b.order_id as "orderId" from ${balanceRequestsTable} b
      where b.state = 'withdrawn' and exists (select from ${balanceLinesTable} l where l.request_id = b.id and l.reserved > 0)`,
  )
}
