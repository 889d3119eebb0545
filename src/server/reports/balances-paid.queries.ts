import { type SQL, sql } from 'drizzle-orm'
import { balanceRequestsTable } from '#server/orders/balance-requests.tables.ts'

/** Condition for ended requests that weren't withdrawn. */
export const isPaidBalance = sql`withdrawn_by is null`

/** Later payments requested from buyers, with the time of each. */
export function balancesPaid(isWithin: (moment: SQL) => SQL): SQL {
  return sql`select ended_at as at, amount_cents as cents from ${balanceRequestsTable}
    where ${isPaidBalance} and ${isWithin(sql`ended_at`)}`
}
