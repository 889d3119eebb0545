import { sql } from 'drizzle-orm'
import { ordersTable } from '#server/orders/orders.tables.ts'
import { refundsTable } from '#server/payments/payments.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { queryRows } from '#server/platform/db/query-rows.ts'
import { type DayRange, within } from '#server/platform/db/shop-days.ts'
import { balancesPaid } from './balances-paid.queries.ts'

export type DaySums = { orders: number; salesCents: number; refundCents: number }

/** Orders that were paid on these days, and refunds made on them, whenever their orders were paid. */
export async function sumDays(orm: Orm, range: DayRange): Promise<DaySums> {
  const [row] = await queryRows<DaySums>(
    orm,
    sql`select count(*)::integer as orders,
        (coalesce(sum(total_cents), 0) + (select coalesce(sum(cents), 0) from (${balancesPaid((moment) => within(moment, range))}) balances))::float8
          as "salesCents",
        (select coalesce(sum(amount_cents), 0)::float8 from ${refundsTable}
          where state <> 'rejected' and ${within(sql`created_at`, range)}) as "refundCents"
      from ${ordersTable} where ${within(sql`paid_at`, range)}`,
  )
  return row ?? { orders: 0, salesCents: 0, refundCents: 0 }
}
