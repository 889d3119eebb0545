import { sql } from 'drizzle-orm'
import { addDays } from '#domain/time/periods.ts'
import { ordersTable } from '#server/orders/orders.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { queryRows } from '#server/platform/db/query-rows.ts'
import { clockOf, dayOf, within } from '#server/platform/db/shop-days.ts'

export type PaidHour = { day: string; hour: number; orderCount: number; salesCents: number; byNowCents: number }

/** The hours of some shop days in which orders were paid. `byNowCents` counts up to the time of day of `now`. */
export async function listPaidHours(orm: Orm, days: readonly string[], now: Date): Promise<PaidHour[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const ranges = days.map((day) => sql`(${within(sql`paid_at`, { from: day, until: addDays(day, 1) })})`)
  const rows = await queryRows<Record<'day' | 'hour' | 'orders' | 'sales' | 'by_now', string>>(
    orm,
    sql`select ${dayOf(sql`paid_at`)}::text as day, extract(hour from ${clockOf(sql`paid_at`)}) as hour, count(*) as orders,
      sum(total_cents - refunded_cents) as sales,
      coalesce(sum(total_cents - refunded_cents) filter (where ${clockOf(sql`paid_at`)} <= ${clockOf(at)}), 0) as by_now
      from ${ordersTable} where paid_at is not null and (${sql.join(ranges, sql` or `)}) group by 1, 2`,
  )
  return rows.map(({ day, hour, orders, sales, by_now: byNow }) => ({
    day,
    hour: Number(hour),
    orderCount: Number(orders),
    salesCents: Number(sales),
    byNowCents: Number(byNow),
  }))
}
