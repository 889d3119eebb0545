import { sql } from 'drizzle-orm'
import type { StateCode } from '#domain/orders/us-states.ts'
import { balanceRequestsTable } from '#server/orders/balance-requests.tables.ts'
import { ordersTable } from '#server/orders/orders.tables.ts'
import { orderTaxMovesTable } from '#server/orders/tax-moves.tables.ts'
import { paymentAttemptsTable, refundsTable } from '#server/payments/payments.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { queryRows } from '#server/platform/db/query-rows.ts'
import { dayOf, type DayRange, isBefore, rangeFrom, within } from '#server/platform/db/shop-days.ts'
import { isPaidBalance } from './balances-paid.queries.ts'
import type { YearOfState } from './reports.views.ts'

export type TaxSums = {
  isRefund: boolean
  taxBasisPoints: number
  orderCount: number
  goodsCents: number
  discountCents: number
  deliveryCents: number
  taxCents: number
  /** Sales tax that the shop pays itself for orders that moved to the state; negative if more was paid later. */
  waivedCents: number
}

const SUMS = sql`sum(order_count) as order_count, sum(goods_cents) as goods_cents, sum(discount_cents) as discount_cents,
  sum(shipping_cents) as shipping_cents, sum(tax_cents) as tax_cents, sum(waived_cents) as waived_cents`

/**
 * What was sold on some days, and to which state. An order that moved to another state before it shipped is a sale in
 * the first state when it was paid, and in the other one when it moved. Tax and items paid later count on the day of
 * that payment, and not as another order.
 */
const soldIn = (range: DayRange) => sql`
  select ${dayOf(sql`o.paid_at`)} as day, coalesce(first.from_state, o.state_code) as state_code, false as is_refund,
    o.tax_basis_points, 1 as order_count, o.subtotal_cents as goods_cents, o.discount_cents, o.shipping_cents, o.tax_cents,
    0 as waived_cents
  from ${ordersTable} o left join ${orderTaxMovesTable} first on first.order_id = o.id and first.number = 1
  where ${within(sql`o.paid_at`, range)} and not o.is_demo
  union all
  select ${dayOf(sql`m.moved_at`)}, m.to_state, false, m.to_basis_points, 1, m.goods_cents, m.discount_cents,
    m.shipping_cents, m.to_tax_cents, m.waived_cents
  from ${orderTaxMovesTable} m join ${ordersTable} o on o.id = m.order_id
  where ${within(sql`m.moved_at`, range)} and not o.is_demo
  union all
  select ${dayOf(sql`b.ended_at`)}, m.to_state, false, m.to_basis_points, 0, 0, 0, 0, b.amount_cents, -b.amount_cents
  from ${balanceRequestsTable} b join ${orderTaxMovesTable} m on m.id = b.tax_move_id
  join ${ordersTable} o on o.id = b.order_id
  where ${isPaidBalance} and ${within(sql`b.ended_at`, range)} and not o.is_demo
  union all
  select ${dayOf(sql`b.ended_at`)}, b.state_code, false, b.tax_basis_points, 0, b.goods_cents, b.discount_cents,
    b.shipping_cents, b.tax_cents, 0
  from ${balanceRequestsTable} b join ${ordersTable} o on o.id = b.order_id
  where ${isPaidBalance} and ${within(sql`b.ended_at`, range)} and b.tax_move_id is null and not o.is_demo`

/**
 * Refunds by their stored parts, in the state the order was in at the time; a refund to two payments counts as one. An
 * order that moved leaves its old state like a refund, including the tax difference actually refunded. An order paid
 * outside has no refunds; canceling it counts as a full refund.
 */
const refundedIn = (range: DayRange) => sql`
  select ${dayOf(sql`r.created_at`)} as day, coalesce(m.to_state, first.from_state, o.state_code) as state_code,
    true as is_refund, coalesce(m.to_basis_points, o.tax_basis_points) as tax_basis_points,
    (r.part_of is null)::integer as order_count, r.goods_cents, r.discount_cents, r.shipping_cents, r.tax_cents,
    0 as waived_cents
  from ${refundsTable} r join ${paymentAttemptsTable} a on a.id = r.attempt_id and a.state = 'succeeded'
  join ${ordersTable} o on o.id = a.order_id
  left join ${orderTaxMovesTable} m on m.id = r.tax_move_id
  left join ${orderTaxMovesTable} first on first.order_id = o.id and first.number = 1
  where ${within(sql`r.created_at`, range)} and r.state <> 'rejected' and not r.corrects_tax and not o.is_demo
  union all
  select ${dayOf(sql`m.moved_at`)}, m.from_state, true, m.from_basis_points, 1, m.goods_cents, m.discount_cents,
    m.shipping_cents, m.from_tax_cents, 0
  from ${orderTaxMovesTable} m join ${ordersTable} o on o.id = m.order_id
  where ${within(sql`m.moved_at`, range)} and not o.is_demo
  union all
  select ${dayOf(sql`cancelled_at`)}, state_code, true, tax_basis_points, 1, subtotal_cents, discount_cents,
    shipping_cents, tax_cents, 0
  from ${ordersTable} where paid_outside is not null and ${within(sql`cancelled_at`, range)} and not is_demo
    and total_cents > 0`

/** Gross sales without tax, in the state that the order is in now. */
const salesByState = (range: DayRange) => sql`
  select ${dayOf(sql`paid_at`)} as day, state_code, 1 as order_count, total_cents - tax_cents as sales_cents
  from ${ordersTable} where ${within(sql`paid_at`, range)} and not is_demo
  union all
  select ${dayOf(sql`b.ended_at`)}, o.state_code, 0, b.amount_cents - b.tax_cents
  from ${balanceRequestsTable} b join ${ordersTable} o on o.id = b.order_id
  where ${isPaidBalance} and ${within(sql`b.ended_at`, range)} and b.tax_move_id is null and not o.is_demo`

/** Stores the totals of past days. The caller has the lock for adding up. */
export async function settleTaxDays(tx: Orm, range: DayRange): Promise<void> {
  await tx.execute(sql`insert into tax_days (day, state_code, is_refund, tax_basis_points, order_count, goods_cents,
      discount_cents, shipping_cents, tax_cents, waived_cents)
    select day, state_code, is_refund, tax_basis_points, ${SUMS}
    from (${soldIn(range)} union all ${refundedIn(range)}) parts group by 1, 2, 3, 4 on conflict do nothing`)
  await tx.execute(sql`insert into state_days (day, state_code, order_count, sales_cents)
    select day, state_code, sum(order_count), sum(sales_cents)
    from (${salesByState(range)}) parts group by 1, 2 on conflict do nothing`)
}

/** Sales and refunds of a state, by tax rate: past days from their stored totals, open ones by order. */
export async function sumTaxes(orm: Orm, state: StateCode, range: DayRange, firstOpenDay: string): Promise<TaxSums[]> {
  const open = rangeFrom(range, firstOpenDay)
  const rows = await queryRows(
    orm,
    sql`select is_refund, tax_basis_points, ${SUMS} from (
        select state_code, is_refund, tax_basis_points, order_count, goods_cents, discount_cents, shipping_cents,
          tax_cents, waived_cents
        from tax_days where ${isBefore(firstOpenDay, range)}
        union all
        select state_code, is_refund, tax_basis_points, order_count, goods_cents, discount_cents, shipping_cents,
          tax_cents, waived_cents
        from (${soldIn(open)} union all ${refundedIn(open)}) parts
      ) days where state_code = ${state} group by 1, 2 order by 1, 2`,
  )
  return rows.map((row) => ({
    isRefund: row.is_refund === true,
    taxBasisPoints: Number(row.tax_basis_points),
    orderCount: Number(row.order_count),
    goodsCents: Number(row.goods_cents),
    discountCents: Number(row.discount_cents),
    deliveryCents: Number(row.shipping_cents),
    taxCents: Number(row.tax_cents),
    waivedCents: Number(row.waived_cents),
  }))
}

/** Gross sales without tax by state and calendar year. */
export async function sumYears(
  orm: Orm,
  range: DayRange,
  firstOpenDay: string,
): Promise<(YearOfState & { state: string })[]> {
  const open = rangeFrom(range, firstOpenDay)
  const rows = await queryRows(
    orm,
    sql`select state_code, extract(year from day)::integer as year, sum(order_count) as order_count,
        sum(sales_cents) as sales_cents
      from (select day, state_code, order_count, sales_cents from state_days where ${isBefore(firstOpenDay, range)}
        union all select day, state_code, order_count, sales_cents from (${salesByState(open)}) parts) days
      group by 1, 2`,
  )
  return rows.map((row) => ({
    state: String(row.state_code),
    year: Number(row.year),
    orderCount: Number(row.order_count),
    salesCents: Number(row.sales_cents),
  }))
}
