import { refundableCents } from '#domain/money/refundable.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import type { OrderLinks } from './order-links.ts'
import { type OrderPayments, refundCause, type ReleaseDiscount } from './order-payments.ts'
import { cancelledMail } from './orders.mails.ts'
import { type OrderRow, putBackStock, updateOrder } from './orders.queries.ts'

export type Cancellation = {
  reason: string
  links: OrderLinks
  payments: OrderPayments
  releaseDiscount: ReleaseDiscount
  now: Date
}

/**
 * All the money goes back, the code and the bottles are free again, the buyer is told. The caller holds the order's
 * lock and knows that the parcel has not left. Answers what goes back to the card.
 */
export async function cancelOrder(
  tx: Orm,
  order: OrderRow,
  { reason, links, payments, releaseDiscount, now }: Cancellation,
): Promise<number> {
  const attempt = await payments.findAttempt(tx, order.id)
  const rest = attempt?.state === 'succeeded' ? refundableCents(attempt, await payments.listRefunds(tx, attempt.id)) : 0
  // Both are of one moment, and are told in this order.
  const refund = rest > 0 ? await payments.requestRefund(tx, order, { amountCents: rest, reason, at: now }) : undefined
  await updateOrder(tx, order.id, { state: 'cancelled', cancelledAt: now })
  // A replacement was not confirmed by mail either.
  if (order.totalCents > 0)
    await enqueueMail(tx, cancelledMail, {
      // In the place of the mail about the refund: one that names a sum alone reads as if the parcel still came.
      cause: refund && 'refundId' in refund ? refundCause(refund.refundId) : `cancelled:${order.id}`,
      recipient: order.email,
      payload: {
        orderNumber: order.number,
        firstName: order.firstName,
        orderPath: links.pathFor(order.id),
        refundCents: rest,
        isRest: rest < order.totalCents,
      },
    })
  // Last, since other buyers wait for these rows.
  await releaseDiscount(tx, order.id, now)
  await putBackStock(tx, order.id)
  return rest
}
