import { paidLaterCents } from '#domain/money/line-refund.ts'
import { isOpenRefund } from '#domain/money/payment-states.ts'
import { nextState, type OrderTransition } from '#domain/orders/order-states.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import type { OrderLinks } from './order-links.ts'
import { type OrderPayments, refundCause, type RefundedLine, type ReleaseDiscount } from './order-payments.ts'
import { cancelledMail } from './orders.mails.ts'
import { moveOrder, type OrderRow, putBackStock, settleReserved } from './orders.queries.ts'

export type Cancellation = {
  transition: Extract<OrderTransition, 'cancel' | 'cancelByBuyer'>
  reason: string
  links: OrderLinks
  payments: OrderPayments
  releaseDiscount: ReleaseDiscount
  now: Date
}

/**
 * Refunds in full, releases the discount code and stock, and emails the buyer. The caller must hold the order's lock.
 * Returns the change for the audit log, or undefined if the order can no longer be canceled.
 */
export async function cancelOrder(
  tx: Orm,
  order: OrderRow,
  { transition, reason, links, payments, releaseDiscount, now }: Cancellation,
): Promise<{ before: object; after: object } | undefined> {
  if (!(await moveOrder(tx, order.id, transition, { at: now }))) return undefined
  await payments.withdrawBalance(tx, order.id, 'change')
  const rest = await payments.restOf(tx, order.id)
  // Same timestamp as the cancellation, so the timeline lists it right after.
  const refund = rest > 0 ? await payments.requestRefund(tx, order, { amountCents: rest, reason, at: now }) : undefined
  // Replacements get no confirmation email, so no cancellation email either.
  if (order.totalCents > 0)
    await enqueueMail(tx, cancelledMail, {
      // Replaces the refund email: one that mentions only an amount reads as if the package were still coming.
      cause: refund && 'refundId' in refund ? refundCause(refund.refundId) : `cancelled:${order.id}`,
      recipient: order.email,
      payload: {
        orderNumber: order.number,
        firstName: order.firstName,
        orderPath: links.pathFor(order.id),
        refundCents: rest,
        isRest: rest < order.totalCents + paidLaterCents(order),
      },
    })
  // Last, because other buyers wait for these rows.
  await releaseDiscount(tx, order.id, now)
  await settleReserved(tx, order.id, await listLost(tx, order.id, payments), false)
  await putBackStock(tx, order.id)
  const state = nextState(order.state, transition)
  return { before: { state: order.state }, after: { state, reason, refundCents: rest } }
}

/** Items that don't go back in stock, of refunds that are still on their way: they are reserved until those complete. */
async function listLost(tx: Orm, orderId: string, payments: OrderPayments): Promise<RefundedLine[]> {
  const refunds = await payments.listRefundsOfOrder(tx, orderId)
  const open = new Set(refunds.filter(({ restocks, state }) => !restocks && isOpenRefund(state)).map(({ id }) => id))
  return (await payments.listRefundLines(tx, orderId)).filter(({ refundId }) => open.has(refundId))
}
