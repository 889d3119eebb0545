import { sql } from 'drizzle-orm'
import { addDays } from '#domain/time/periods.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { queryRows } from '#server/platform/db/query-rows.ts'
import { clockOf, dayOf } from '#server/platform/db/shop-days.ts'
import { withTakings } from './sales-hours.queries.ts'

export type PaidHour = { day: string; hour: number; orderCount: number; salesCents: number; byNowCents: number }

/**
 * Each hour's sales on some shop days: orders and later payments paid in it, less refunds made in it. `byNowCents`
 * counts up to the time of day of `now`, so that hour is read order by order on every day.
 */
export async function listPaidHours(orm: Orm, days: readonly string[], now: Date): Promise<PaidHour[]> {
  const time = clockOf(sql`${now.toISOString()}::timestamptz`)
  const isHourOfNow = sql`extract(hour from ${clockOf(sql`hour`)}) = extract(hour from ${time})`
  const ranges = days.map((day) => ({ from: day, until: addDays(day, 1) }))
  const rows = await queryRows<Record<'day' | 'hour' | 'orders' | 'sales' | 'by_now', string>>(
    orm,
    sql`with ${withTakings(ranges, now, isHourOfNow)}
      select ${dayOf(sql`at`)}::text as day, extract(hour from ${clockOf(sql`at`)}) as hour, sum(orders) as orders,
        sum(cents) as sales, coalesce(sum(cents) filter (where ${clockOf(sql`at`)} <= ${time}), 0) as by_now
      from (
        select s.hour as at, s.order_count as orders, s.sales_cents - s.refund_cents as cents
        from sales_hours s join hours h on h.hour = s.hour and h.is_stored
        union all select at, order_count, sales_cents - refund_cents from takings
      ) taken group by 1, 2`,
  )
  return rows.map(({ day, hour, orders, sales, by_now: byNow }) => ({
    day,
    hour: Number(hour),
    orderCount: Number(orders),
    salesCents: Number(sales),
    byNowCents: Number(byNow),
  }))
}
