import { type SQL, sql } from 'drizzle-orm'
import type { RatingDay, SalesDay } from '#domain/money/sales-sums.ts'
import { productsTable } from '#server/catalogue/catalogue.tables.ts'
import { subscribersTable } from '#server/newsletter/subscribers.tables.ts'
import { ordersTable, orderLinesTable } from '#server/orders/orders.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { queryRows } from '#server/platform/db/query-rows.ts'
import { dayOf, type DayRange, isBefore, rangeFrom, within } from '#server/platform/db/shop-days.ts'
import { reviewsTable } from '#server/reviews/reviews.tables.ts'
import { balancesPaid } from './balances-paid.queries.ts'
import { refundsMade } from './refunds-made.queries.ts'
import type { ProductSales } from './reports.views.ts'
import { hourlyProducts, hourlySales } from './sales-hours.queries.ts'
import { settleTaxDays } from './tax.queries.ts'

/** One row per day, even for days without sales. `taken` is grouped by day. */
const salesOf = (range: DayRange, taken: SQL) => sql`
  select d::date as day, coalesce(t.order_count, 0) as order_count, coalesce(t.sales_cents, 0) as sales_cents,
    coalesce(t.refund_cents, 0) as refund_cents, coalesce(t.code_order_count, 0) as code_order_count,
    coalesce(s.code_count, 0) as code_count
  from generate_series(${range.from}::date::timestamp, ${range.until}::date::timestamp - interval '1 day', interval '1 day') d
  left join (
    select day, sum(order_count)::integer as order_count, sum(sales_cents) as sales_cents, sum(refund_cents) as refund_cents,
      sum(code_order_count)::integer as code_order_count
    from (${taken}) taken group by 1
  ) t on t.day = d::date
  left join (
    select ${dayOf(sql`consented_at`)} as day, count(*)::integer as code_count
    from ${subscribersTable} where ${within(sql`consented_at`, range)} group by 1
  ) s on s.day = d::date`

/** Every order, later payment and refund of past days. */
const takenIn = (range: DayRange) => sql`
  select ${dayOf(sql`paid_at`)} as day, 1 as order_count, total_cents as sales_cents, 0 as refund_cents,
    (discount_code is not null)::integer as code_order_count
  from ${ordersTable} where ${within(sql`paid_at`, range)}
  union all select ${dayOf(sql`at`)}, 0, cents, 0, 0 from (${balancesPaid((moment) => within(moment, range))}) balances
  union all select ${dayOf(sql`at`)}, 0, 0, cents, 0 from (${refundsMade((moment) => within(moment, range))}) refunds`

/** The days that aren't over, from their hourly totals. */
const takenByHour = (range: DayRange, now: Date) => sql`
  select ${dayOf(sql`hour`)} as day, order_count, sales_cents, refund_cents, code_order_count
  from (${hourlySales(range, now)}) hours`

/** What was added later counts on the day it was added. */
const productsOf = (range: DayRange) => sql`
  select ${dayOf(sql`o.paid_at`)} as day, l.product_id, sum(l.quantity)::integer as bottle_count,
    sum(l.quantity * l.price_cents) as sales_cents
  from ${ordersTable} o join ${orderLinesTable} l on l.order_id = o.id and l.added_at is null
  where ${within(sql`o.paid_at`, range)} group by 1, 2
  union all
  select ${dayOf(sql`added_at`)}, product_id, sum(quantity)::integer, sum(quantity * price_cents)
  from ${orderLinesTable} where ${within(sql`added_at`, range)} group by 1, 2`

/** The first day of a range that still has to be added up; undefined if they all are, or nothing was ever sold. */
export async function findUnsettledDay(orm: Orm, range: DayRange): Promise<string | undefined> {
  const [row] = await queryRows<{ day: string | null }>(
    orm,
    sql`with first_sale as (select ${dayOf(sql`min(paid_at)`)} as day from ${ordersTable} where paid_at is not null)
      select min(d)::date::text as day from first_sale, generate_series(
        greatest(${range.from}::date, first_sale.day)::timestamp,
        ${range.until}::date::timestamp - interval '1 day', interval '1 day') d
      where first_sale.day is not null
        and not exists (select from sales_days where sales_days.day = d::date and refund_cents is not null and by_state)`,
  )
  return row?.day ?? undefined
}

/** Takes the exclusive lock for adding up; changes to past days take it shared (drop_sales_day). */
export async function mayAddUp(tx: Orm): Promise<boolean> {
  const [lock] = await queryRows<{ taken: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(hashtextextended('sales_days', 0)) as taken`,
  )
  return lock?.taken === true
}

/**
 * Stores the totals of past days. Returns false if another process is adding up, or a past day is being changed:
 * waiting for it here could cause a deadlock.
 */
export async function settleDays(tx: Orm, range: DayRange): Promise<boolean> {
  if (!(await mayAddUp(tx))) return false
  await tx.execute(sql`insert into sales_days (day, order_count, sales_cents, refund_cents, code_order_count, code_count, by_state)
    select day, order_count, sales_cents, refund_cents, code_order_count, code_count, true
    from (${salesOf(range, takenIn(range))}) days
    on conflict (day) do update set order_count = excluded.order_count, sales_cents = excluded.sales_cents,
      refund_cents = excluded.refund_cents, code_order_count = excluded.code_order_count, code_count = excluded.code_count, by_state = true
    where sales_days.refund_cents is null or not sales_days.by_state`)
  await tx.execute(sql`insert into product_days (day, product_id, bottle_count, sales_cents)
    select day, product_id, sum(bottle_count), sum(sales_cents) from (${productsOf(range)}) sold group by 1, 2
    on conflict do nothing`)
  await settleTaxDays(tx, range)
  return true
}

/** Settled days from their stored totals, the open ones by hour. */
export async function listSalesDays(orm: Orm, range: DayRange, firstOpenDay: string, now: Date): Promise<SalesDay[]> {
  const open = rangeFrom(range, firstOpenDay)
  const rows = await queryRows<Record<string, string | number>>(
    orm,
    sql`select day::text, order_count, sales_cents, refund_cents, code_order_count, code_count from (
      select day, order_count, sales_cents, refund_cents, code_order_count, code_count from sales_days
      where ${isBefore(firstOpenDay, range)}
      union all (${salesOf(open, takenByHour(open, now))})
    ) days order by day`,
  )
  return rows.map((row) => ({
    day: String(row.day),
    orderCount: Number(row.order_count),
    salesCents: Number(row.sales_cents),
    refundCents: Number(row.refund_cents),
    codeOrderCount: Number(row.code_order_count),
    codeCount: Number(row.code_count),
  }))
}

export async function listBestSellers(
  orm: Orm,
  range: DayRange,
  { firstOpenDay, now, limit }: { firstOpenDay: string; now: Date; limit: number },
): Promise<ProductSales[]> {
  const open = rangeFrom(range, firstOpenDay)
  const rows = await queryRows<Record<string, string | number>>(
    orm,
    sql`select p.id, p.name, sum(d.bottle_count) as bottle_count, sum(d.sales_cents) as sales_cents from (
      select product_id, bottle_count, sales_cents from product_days
      where ${isBefore(firstOpenDay, range)}
      union all select product_id, bottle_count, sales_cents from (${hourlyProducts(open, now)}) open_days
    ) d join ${productsTable} p on p.id = d.product_id
    group by p.id, p.name order by 3 desc, plain_text(p.name) collate "C", p.name limit ${limit}`,
  )
  return rows.map((row) => ({
    productId: String(row.id),
    name: String(row.name),
    bottleCount: Number(row.bottle_count),
    salesCents: Number(row.sales_cents),
  }))
}

export async function listRatingDays(orm: Orm, range: DayRange): Promise<RatingDay[]> {
  const rows = await queryRows<Record<string, string | number>>(
    orm,
    sql`select ${dayOf(sql`review_date`)}::text as day, count(*)::integer as review_count, sum(rating)::integer as rating_sum
      from ${reviewsTable} where is_published and ${within(sql`review_date`, range)} group by 1 order by 1`,
  )
  return rows.map((row) => ({
    day: String(row.day),
    reviewCount: Number(row.review_count),
    ratingSum: Number(row.rating_sum),
  }))
}
