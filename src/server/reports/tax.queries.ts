import { type SQL, sql } from 'drizzle-orm'
import type { StateCode } from '#domain/orders/us-states.ts'
import { balanceRequestsTable } from '#server/orders/balance-requests.tables.ts'
import { ordersTable } from '#server/orders/orders.tables.ts'
import { orderTaxMovesTable } from '#server/orders/tax-moves.tables.ts'
import { refundsTable, paymentAttemptsTable } from '#server/payments/payments.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { queryRows } from '#server/platform/db/query-rows.ts'
import { dayOf, type DayRange, within } from '#server/platform/db/shop-days.ts'
import { isPaidBalance } from './balances-paid.queries.ts'
import type { YearOfState } from './reports.views.ts'

export type TaxSums = {
  taxBasisPoints: number
  orderCount: number
  goodsCents: number
  discountCents: number
  deliveryCents: number
  taxCents: number
}

/**
 * Sales to a state, by tax rate. An order that moved to another state before it shipped is a sale of the first one when
 * it was paid, and of the other one when it moved. Tax and items that its buyer paid later count when they did, and as
 * no other order.
 */
export async function sumSales(orm: Orm, state: StateCode, range: DayRange): Promise<TaxSums[]> {
  const paid = sql`o.tax_basis_points, o.subtotal_cents as goods_cents, o.discount_cents, o.shipping_cents, o.tax_cents, 1 as orders`
  const rows = await queryRows(
    orm,
    sumParts(sql`
      select m.to_basis_points as tax_basis_points, 0 as goods_cents, 0 as discount_cents, 0 as shipping_cents,
        b.amount_cents as tax_cents, 0 as orders
      from ${balanceRequestsTable} b join ${orderTaxMovesTable} m on m.id = b.tax_move_id
      join ${ordersTable} o on o.id = b.order_id
      where ${isPaidBalance} and ${within(sql`b.ended_at`, range)} and m.to_state = ${state} and not o.is_demo
      union all
      select b.tax_basis_points, b.goods_cents, b.discount_cents, b.shipping_cents, b.tax_cents, 0
      from ${balanceRequestsTable} b join ${ordersTable} o on o.id = b.order_id
      where ${isPaidBalance} and ${within(sql`b.ended_at`, range)} and b.tax_move_id is null and b.state_code = ${state}
        and not o.is_demo
      union all
      select ${paid} from ${ordersTable} o
      where ${within(sql`o.paid_at`, range)} and o.state_code = ${state} and o.borne_tax_cents is null and not o.is_demo
      union all
      select ${paid} from ${orderTaxMovesTable} m join ${ordersTable} o on o.id = m.order_id
      where ${within(sql`o.paid_at`, range)} and m.number = 1 and m.from_state = ${state} and not o.is_demo
      union all
      select m.to_basis_points, m.goods_cents, m.discount_cents, m.shipping_cents, m.to_tax_cents, 1
      from ${orderTaxMovesTable} m join ${ordersTable} o on o.id = m.order_id
      where ${within(sql`m.moved_at`, range)} and m.to_state = ${state} and not o.is_demo`),
  )
  return rows.map(toSums)
}

/**
 * Refunds by the parts stored with them, in the state that the order was in by then; what goes back to two payments is
 * one refund. An order that moved leaves its state
 * like a refund, which includes the difference in tax that was really refunded. An order paid outside has no refunds;
 * canceling it refunds all of it.
 */
export async function sumRefunds(orm: Orm, state: StateCode, range: DayRange): Promise<TaxSums[]> {
  const rows = await queryRows(
    orm,
    sumParts(sql`
      select coalesce(m.to_basis_points, o.tax_basis_points) as tax_basis_points, r.goods_cents, r.discount_cents,
        r.shipping_cents, r.tax_cents, (r.part_of is null)::integer as orders
      from ${refundsTable} r join ${paymentAttemptsTable} a on a.id = r.attempt_id and a.state = 'succeeded'
      join ${ordersTable} o on o.id = a.order_id
      left join ${orderTaxMovesTable} m on m.id = r.tax_move_id
      left join ${orderTaxMovesTable} first on first.order_id = o.id and first.number = 1
      where ${within(sql`r.created_at`, range)} and r.state <> 'rejected' and not r.corrects_tax and not o.is_demo
        and coalesce(m.to_state, first.from_state, o.state_code) = ${state}
      union all
      select m.from_basis_points, m.goods_cents, m.discount_cents, m.shipping_cents, m.from_tax_cents, 1
      from ${orderTaxMovesTable} m join ${ordersTable} o on o.id = m.order_id
      where ${within(sql`m.moved_at`, range)} and m.from_state = ${state} and not o.is_demo
      union all
      select tax_basis_points, subtotal_cents, discount_cents, shipping_cents, tax_cents, 1
      from ${ordersTable} where paid_outside is not null and ${within(sql`cancelled_at`, range)} and state_code = ${state}
        and not is_demo and total_cents > 0`),
  )
  return rows.map(toSums)
}

/** Sales tax that the shop pays itself for orders that moved to the state; negative if more was paid later. */
export async function sumWaived(orm: Orm, state: StateCode, range: DayRange): Promise<number> {
  const [row] = await queryRows<{ cents: number }>(
    orm,
    sql`select coalesce(sum(cents), 0)::float8 as cents from (
      select m.waived_cents as cents from ${orderTaxMovesTable} m join ${ordersTable} o on o.id = m.order_id
      where ${within(sql`m.moved_at`, range)} and m.to_state = ${state} and not o.is_demo
      union all
      select -b.amount_cents from ${balanceRequestsTable} b join ${orderTaxMovesTable} m on m.id = b.tax_move_id
      join ${ordersTable} o on o.id = b.order_id
      where ${isPaidBalance} and ${within(sql`b.ended_at`, range)} and m.to_state = ${state} and not o.is_demo) waived`,
  )
  return row?.cents ?? 0
}

function sumParts(parts: SQL): SQL {
  return sql`with parts as (${parts})
    select tax_basis_points, sum(orders) as order_count, sum(goods_cents) as goods_cents,
      sum(discount_cents) as discount_cents, sum(shipping_cents) as delivery_cents, sum(tax_cents) as tax_cents
    from parts group by tax_basis_points order by tax_basis_points`
}

/** Gross sales without tax to a state, by calendar year. One state per query: each is a range of one index. */
export async function sumYears(orm: Orm, state: StateCode, range: DayRange): Promise<YearOfState[]> {
  const rows = await queryRows(
    orm,
    sql`select extract(year from day)::integer as year, sum(orders) as order_count, sum(cents) as sales_cents from (
        select ${dayOf(sql`paid_at`)} as day, count(*) as orders, sum(total_cents - tax_cents) as cents
        from ${ordersTable} where ${within(sql`paid_at`, range)} and state_code = ${state} and not is_demo group by 1
        union all
        select ${dayOf(sql`b.ended_at`)}, 0, b.amount_cents - b.tax_cents
        from ${balanceRequestsTable} b join ${ordersTable} o on o.id = b.order_id
        where ${isPaidBalance} and ${within(sql`b.ended_at`, range)} and b.tax_move_id is null
          and o.state_code = ${state} and not o.is_demo) days
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
