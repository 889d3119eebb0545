import { sql } from 'drizzle-orm'
import type { StateCode } from '#domain/orders/us-states.ts'
import { ordersTable } from '#server/orders/orders.tables.ts'
import { refundsTable, paymentAttemptsTable } from '#server/payments/payments.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { queryRows } from '#server/platform/db/query-rows.ts'
import { dayOf, type DayRange, within } from '#server/platform/db/shop-days.ts'
import type { YearOfState } from './reports.views.ts'

export type TaxSums = {
  taxBasisPoints: number
  orderCount: number
  goodsCents: number
  discountCents: number
  deliveryCents: number
  taxCents: number
}

/** Sales to a state, by tax rate charged. */
export async function sumSales(orm: Orm, state: StateCode, range: DayRange): Promise<TaxSums[]> {
  const rows = await queryRows(
    orm,
    sql`select tax_basis_points, count(*) as order_count, sum(subtotal_cents) as goods_cents,
        sum(discount_cents) as discount_cents, sum(shipping_cents) as delivery_cents, sum(tax_cents) as tax_cents
      from ${ordersTable} where ${within(sql`paid_at`, range)} and state_code = ${state} and not is_demo
      group by tax_basis_points order by tax_basis_points`,
  )
  return rows.map(toSums)
}

/** Refunds by the parts stored with them. An order paid outside has no refunds; canceling it refunds all of it. */
export async function sumRefunds(orm: Orm, state: StateCode, range: DayRange): Promise<TaxSums[]> {
  const rows = await queryRows(
    orm,
    sql`
    with parts as (
      select o.tax_basis_points, r.goods_cents, r.discount_cents, r.shipping_cents, r.tax_cents
      from ${refundsTable} r join ${paymentAttemptsTable} a on a.id = r.attempt_id and a.state = 'succeeded'
      join ${ordersTable} o on o.id = a.order_id
      where ${within(sql`r.created_at`, range)} and r.state <> 'rejected' and o.state_code = ${state} and not o.is_demo
      union all
      select tax_basis_points, subtotal_cents, discount_cents, shipping_cents, tax_cents
      from ${ordersTable} where paid_outside is not null and ${within(sql`cancelled_at`, range)} and state_code = ${state}
        and not is_demo and total_cents > 0
    )
    select tax_basis_points, count(*) as order_count, sum(goods_cents) as goods_cents,
      sum(discount_cents) as discount_cents, sum(shipping_cents) as delivery_cents, sum(tax_cents) as tax_cents
    from parts group by tax_basis_points order by tax_basis_points`,
  )
  return rows.map(toSums)
}

/** Gross sales without tax to a state, by calendar year. One state per query: each is a range of one index. */
export async function sumYears(orm: Orm, state: StateCode, range: DayRange): Promise<YearOfState[]> {
  const rows = await queryRows(
    orm,
    sql`select extract(year from ${dayOf(sql`paid_at`)})::integer as year, count(*) as order_count,
        sum(total_cents - tax_cents) as sales_cents
      from ${ordersTable} where ${within(sql`paid_at`, range)} and state_code = ${state} and not is_demo
      group by 1 order by 1`,
  )
  return rows.map((row) => ({
    year: Number(row.year),
    orderCount: Number(row.order_count),
    salesCents: Number(row.sales_cents),
  }))
}

function toSums(row: Record<string, unknown>): TaxSums {
  return {
    taxBasisPoints: Number(row.tax_basis_points),
    orderCount: Number(row.order_count),
    goodsCents: Number(row.goods_cents),
    discountCents: Number(row.discount_cents),
    deliveryCents: Number(row.delivery_cents),
    taxCents: Number(row.tax_cents),
  }
}
