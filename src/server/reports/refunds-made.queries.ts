import { type SQL, sql } from 'drizzle-orm'
import { ordersTable } from '#server/orders/orders.tables.ts'
import { paymentAttemptsTable, refundsTable } from '#server/payments/payments.tables.ts'

/**
 * Refunds of sales, with the time each was made. Money returned because its order never became a sale isn't included.
 * An order paid outside has no refunds; canceling it counts as a full refund.
 */
export function refundsMade(isWithin: (moment: SQL) => SQL): SQL {
  return sql`select r.created_at as at, r.amount_cents as cents
    from ${refundsTable} r join ${paymentAttemptsTable} a on a.id = r.attempt_id and a.state = 'succeeded'
    join ${ordersTable} o on o.id = a.order_id and o.paid_at is not null
    where ${isWithin(sql`r.created_at`)} and r.state <> 'rejected'
    union all
    select cancelled_at, total_cents from ${ordersTable}
    where paid_outside is not null and paid_at is not null and ${isWithin(sql`cancelled_at`)}`
}
