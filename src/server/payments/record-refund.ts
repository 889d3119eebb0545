import { randomUUID } from 'node:crypto'
import { leftToRefund, splitFreeAmount } from '#domain/money/line-refund.ts'
import { resolveAlerts } from '#server/alerts/resolve-alerts.ts'
import { lockOrder } from '#server/orders/orders.service.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { ProviderRefund } from './gateway.ts'
import { DIFFERENCE_ALERTS } from './money-alerts.service.ts'
import { recordProviderRefund, type TakenPayment } from './money-check.queries.ts'
import { listRefundsOfOrder } from './refunds.queries.ts'
import { findStrayRefunds } from './stray-refunds.queries.ts'
import { withdrawBalance } from './taken-payments.ts'

export type RecordedRefund = 'recorded' | 'known' | 'sending' | 'no-order'

/**
 * Records a refund made at the provider on its order, once; from then on it is treated like ours. While one of ours of
 * this amount and payment is being sent, it may be that one: its response is on its way, and it must not count twice.
 */
export async function recordRefund(
  { orm }: Pick<Database, 'orm'>,
  { id: squareRefundId, amountCents, createdAt }: ProviderRefund,
  { taken, actor, now }: { taken: TakenPayment; actor: Actor; now: Date },
): Promise<RecordedRefund> {
  const { orderId, orderNumber, attemptId, paymentId } = taken
  return inTransaction(orm, async (tx): Promise<RecordedRefund> => {
    const order = await lockOrder(tx, orderId)
    if (!order) return 'no-order'
    const refunds = await listRefundsOfOrder(tx, orderId)
    const strays = await findStrayRefunds(tx, [paymentId])
    if (strays.some((stray) => stray.squareRefundId === squareRefundId)) return 'known'
    const ours = [
      ...refunds.filter((refund) => refund.attemptId === attemptId && refund.state !== 'rejected'),
      ...strays,
    ]
    if (ours.some((refund) => refund.squareRefundId === null && refund.amountCents === amountCents)) return 'sending'
    const split = splitFreeAmount(leftToRefund(order, refunds), amountCents)
    const reason = 'Made at Square'
    const row = { id: randomUUID(), attemptId, amountCents, ...split, reason, squareRefundId, createdAt }
    if (!(await recordProviderRefund(tx, row))) return 'known'
    await withdrawBalance(tx, orderId, 'change')
    await addAudit(tx, {
      ...actor,
      action: 'money.refund-record',
      subjectKind: 'order',
      subjectId: orderId,
      before: { refundedCents: order.refundedCents },
      after: { refundedCents: order.refundedCents + amountCents, amountCents, squareRefundId },
    })
    const resolution = `Recorded on order ${orderNumber}.`
    await resolveAlerts(tx, { kinds: DIFFERENCE_ALERTS, subject: squareRefundId, resolution, now })
    return 'recorded'
  })
}
