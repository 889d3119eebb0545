import { type SQL, sql } from 'drizzle-orm'
import { orderLinesTable, ordersTable } from '#server/orders/orders.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { queryRows } from '#server/platform/db/query-rows.ts'
import { type DayRange, dayStart } from '#server/platform/db/shop-days.ts'
import { balancesPaid } from './balances-paid.queries.ts'
import { refundsMade } from './refunds-made.queries.ts'

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`
const inHour = (column: SQL) => sql`${column} >= h.hour and ${column} < h.hour + interval '1 hour'`

/** The hours of some shop days that have started. */
const begunHours = (ranges: readonly DayRange[], now: Date) =>
  sql.join(
    ranges.map(
      ({ from, until }) => sql`select hour from generate_series(${dayStart(from)},
        least(${dayStart(until)} - interval '1 hour', date_trunc('hour', ${moment(now)}, 'UTC')), interval '1 hour') hour`,
    ),
    sql` union all `,
  )

/**
 * A `with` list: `hours` of some shop days, each with `is_stored`, and `takings` of those that are not stored, one row
 * per order, later payment and refund. `isRead` names hours to read in any case.
 */
export const withTakings = (ranges: readonly DayRange[], now: Date, isRead = sql`false`) => sql`
  hours as materialized (
    select hour, not (${isRead}) and exists (select from sales_hours s where s.hour = begun.hour) as is_stored
    from (${begunHours(ranges, now)}) begun
  ), takings as (
    select taken.* from hours h cross join lateral (
      select h.hour, paid_at as at, 1 as order_count, total_cents::bigint as sales_cents, 0::bigint as refund_cents,
        (discount_code is not null)::integer as code_order_count
      from ${ordersTable} where ${inHour(sql`paid_at`)}
      union all select h.hour, at, 0, cents, 0, 0 from (${balancesPaid(inHour)}) balances
      union all select h.hour, at, 0, 0, cents, 0 from (${refundsMade(inHour)}) refunds
    ) taken where not h.is_stored
  )`

/**
 * What was paid for each product in hours that aren't stored. Needs `hours` of `withTakings`. `offset 0` keeps the
 * planner from reading all lines, because it expects far more orders in an hour than there can be.
 */
const productTakings = sql`
  select h.hour, l.product_id, l.bottle_count, l.sales_cents
  from hours h cross join lateral (select id from ${ordersTable} where ${inHour(sql`paid_at`)}) o
  cross join lateral (
    select product_id, quantity as bottle_count, quantity * price_cents as sales_cents
    from ${orderLinesTable} where order_id = o.id and added_at is null offset 0
  ) l where not h.is_stored
  union all
  select h.hour, l.product_id, l.quantity, l.quantity * l.price_cents
  from hours h join ${orderLinesTable} l on ${inHour(sql`l.added_at`)} where not h.is_stored`

/** Sales of some shop days by hour; orders of hours that aren't stored are read one by one. */
export const hourlySales = (range: DayRange, now: Date) => sql`
  with ${withTakings([range], now)}
  select s.hour, order_count, sales_cents, refund_cents, code_order_count
  from sales_hours s join hours h on h.hour = s.hour and h.is_stored
  union all select hour, order_count, sales_cents, refund_cents, code_order_count from takings`

/** Sales of some shop days by product, in parts to be summed. */
export const hourlyProducts = (range: DayRange, now: Date) => sql`
  with ${withTakings([range], now)}
  select p.product_id, p.bottle_count, p.sales_cents from product_hours p join hours h on h.hour = p.hour and h.is_stored
  union all select product_id, bottle_count, sales_cents from (${productTakings}) sold`

/** Returns true if an hour of these days that was over at `over` isn't added up yet. */
export async function hasUnsettledHour(orm: Orm, ranges: readonly DayRange[], over: Date): Promise<boolean> {
  const [row] = await queryRows<{ found: boolean }>(
    orm,
    sql`select exists (select from (${begunHours(ranges, over)}) h
        where hour < date_trunc('hour', ${moment(over)}, 'UTC')
          and not exists (select from sales_hours s where s.hour = h.hour)) as found`,
  )
  return row?.found === true
}

/** Stores the totals of hours that were over at `over`, and drops those of earlier days. The caller has the lock. */
export async function settleHours(tx: Orm, ranges: readonly DayRange[], over: Date): Promise<void> {
  const isOver = sql`not h.is_stored and h.hour < date_trunc('hour', ${moment(over)}, 'UTC')`
  await tx.execute(sql`insert into product_hours (hour, product_id, bottle_count, sales_cents)
    with ${withTakings(ranges, over)}
    select h.hour, product_id, sum(bottle_count), sum(sales_cents) from (${productTakings}) h
    where h.hour < date_trunc('hour', ${moment(over)}, 'UTC') group by 1, 2`)
  await tx.execute(sql`insert into sales_hours (hour, order_count, sales_cents, refund_cents, code_order_count)
    with ${withTakings(ranges, over)}
    select h.hour, coalesce(sum(order_count), 0), coalesce(sum(sales_cents), 0), coalesce(sum(refund_cents), 0),
      coalesce(sum(code_order_count), 0)
    from hours h left join takings t on t.hour = h.hour where ${isOver} group by 1`)
  await tx.execute(sql`delete from sales_hours where hour < ${moment(over)} - interval '9 days'`)
  await tx.execute(sql`delete from product_hours where hour < ${moment(over)} - interval '9 days'`)
}
