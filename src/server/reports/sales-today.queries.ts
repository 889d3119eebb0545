import { sql } from 'drizzle-orm'
import { addDays } from '#domain/time/periods.ts'
import { ordersTable } from '#server/orders/orders.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { queryRows } from '#server/platform/db/query-rows.ts'
import { clockOf, dayOf, within } from '#server/platform/db/shop-days.ts'
import { balancesPaid } from './balances-paid.queries.ts'
import { refundsMade } from './refunds-made.queries.ts'

export type PaidHour = { day: string; hour: number; orderCount: number; salesCents: number; byNowCents: number }

/**
 * What each hour of some shop days took in: orders and later payments that were paid in it, less refunds that were made in it. `byNowCents`
 * counts up to the time of day of `now`.
 */
export async function listPaidHours(orm: Orm, days: readonly string[], now: Date): Promise<PaidHour[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const takings = days.map((day) => {
    const range = { from: day, until: addDays(day, 1) }
    return sql`select paid_at as at, total_cents as cents, 1 as orders from ${ordersTable} where ${within(sql`paid_at`, range)}
      union all select at, cents, 0 from (${balancesPaid(range)}) balances
      union all select at, -cents, 0 from (${refundsMade(range)}) refunds`
  })
  const rows = await queryRows<Record<'day' | 'hour' | 'orders' | 'sales' | 'by_now', string>>(
    orm,
    sql`select ${dayOf(sql`at`)}::text as day, extract(hour from ${clockOf(sql`at`)}) as hour, sum(orders) as orders,
      sum(cents) as sales, coalesce(sum(cents) filter (where ${clockOf(sql`at`)} <= ${clockOf(at)}), 0) as by_now
      from (${sql.join(takings, sql` union all `)}) takings group by 1, 2`,
  )
  return rows.map(({ day, hour, orders, sales, by_now: byNow }) => ({
    day,
    hour: Number(hour),
    orderCount: Number(orders),
    salesCents: Number(sales),
    byNowCents: Number(byNow),
  }))
}
