import { type SQL, sql } from 'drizzle-orm'
import { ordersTable } from '#server/orders/orders.tables.ts'
import { paymentAttemptsTable, refundsTable } from '#server/payments/payments.tables.ts'
import { type DayRange, within } from '#server/platform/db/shop-days.ts'

/**
 * Refunds of sales, with the moment at which each was made. What goes back because its order never was a sale is no
 * refund of one. An order paid outside has no refunds; canceling it refunds all of it.
 */
export function refundsMade(range: DayRange): SQL {
  return sql`select r.created_at as at, r.amount_cents as cents
    from ${refundsTable} r join ${paymentAttemptsTable} a on a.id = r.attempt_id and a.state = 'succeeded'
    join ${ordersTable} o on o.id = a.order_id and o.paid_at is not null
    where ${within(sql`r.created_at`, range)} and r.state <> 'rejected'
    union all
    select cancelled_at, total_cents from ${ordersTable}
    where paid_outside is not null and paid_at is not null and ${within(sql`cancelled_at`, range)}`
}
