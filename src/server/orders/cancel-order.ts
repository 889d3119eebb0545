import { refundableCents } from '#domain/money/refundable.ts'
import { nextState, type OrderTransition } from '#domain/orders/order-states.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import type { OrderLinks } from './order-links.ts'
import { type OrderPayments, refundCause, type ReleaseDiscount } from './order-payments.ts'
import { cancelledMail } from './orders.mails.ts'
import { moveOrder, type OrderRow, putBackStock } from './orders.queries.ts'

export type Cancellation = {
  transition: Extract<OrderTransition, 'cancel' | 'cancelByBuyer'>
  reason: string
  links: OrderLinks
  payments: OrderPayments
  releaseDiscount: ReleaseDiscount
  now: Date
}

/**
 * All the money goes back, the code and the bottles are released, the buyer gets an email. The caller holds the order's
 * lock. Returns the change for the audit log, or undefined if the order cannot be cancelled anymore.
 */
export async function cancelOrder(
  tx: Orm,
  order: OrderRow,
  { transition, reason, links, payments, releaseDiscount, now }: Cancellation,
): Promise<{ before: object; after: object } | undefined> {
  if (!(await moveOrder(tx, order.id, transition, { at: now }))) return undefined
  const attempt = await payments.findAttempt(tx, order.id)
  const rest = attempt?.state === 'succeeded' ? refundableCents(attempt, await payments.listRefunds(tx, attempt.id)) : 0
  // Of the same moment as the cancellation, so that the timeline lists it right after.
  const refund = rest > 0 ? await payments.requestRefund(tx, order, { amountCents: rest, reason, at: now }) : undefined
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
  const state = nextState(order.state, transition)
  return { before: { state: order.state }, after: { state, reason, refundCents: rest } }
}
