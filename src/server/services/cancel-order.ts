import type { Orm } from '#server/db/database.ts'
import { type OrderRow, putBackStock, updateOrder } from '#server/db/orders.queries.ts'
import { findAttempt, listRefunds } from '#server/db/payments.queries.ts'
import { releaseDiscount } from './discounts.ts'
import { refundableCents, requestRefund } from './refunds.ts'

/**
 * All the money goes back, the code and the bottles are free again. The caller holds the order's lock and knows that
 * the parcel has not left. Answers what goes back to the card.
 */
export async function cancelOrder(
  tx: Orm,
  order: OrderRow,
  { reason, now }: { reason: string; now: Date },
): Promise<number> {
  const attempt = await findAttempt(tx, order.id)
  const rest = attempt?.state === 'succeeded' ? refundableCents(attempt, await listRefunds(tx, attempt.id)) : 0
  if (rest > 0) await requestRefund(tx, order, { amountCents: rest, reason })
  await updateOrder(tx, order.id, { state: 'cancelled', cancelledAt: now })
  await releaseDiscount(tx, order.id, now)
  await putBackStock(tx, order.id)
  return rest
}
