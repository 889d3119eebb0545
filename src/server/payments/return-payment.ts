import { randomUUID } from 'node:crypto'
import { formatCents } from '#domain/money/cents.ts'
import { isFullyRefunded } from '#domain/money/payment-status.ts'
import type { ReturnReason } from '#domain/money/return-reasons.ts'
import type { AlertKind, RaiseAlert } from '#server/alerts/raise-alert.ts'
import type { OrderRow } from '#server/orders/orders.service.ts'
import type { Orm } from '#server/platform/db/database.ts'
import type { ProviderPayment } from './gateway.ts'
import type { AttemptRow } from './payments.queries.ts'
import { findRefused, insertStrayRefund } from './stray-refunds.queries.ts'

/** Why an order can't take a payment. */
export type Misfit = {
  kind: Extract<AlertKind, 'late-payment' | 'second-payment' | 'wrong-amount' | 'payment-not-due'>
  why: ReturnReason
  reason: string
}

type Return = {
  order: OrderRow
  attempt: AttemptRow
  payment: ProviderPayment
  misfit: Misfit
  /** The order number or the payment's id. */
  alertSubject: string
}

/**
 * Stores the refund of a payment that its order can't take, under the order's lock; it is sent after the commit. It's a
 * stray refund, because the refunds of an order are those of payments that it took. If the provider refused one before,
 * only the owner can try again, because they may have paid the buyer back another way.
 */
export async function returnPayment(
  tx: Orm,
  { order, attempt, payment, misfit, alertSubject }: Return,
  { raiseAlert, isRetry }: { raiseAlert: RaiseAlert; isRetry: boolean },
): Promise<void> {
  // The buyer was notified by the provider.
  if (isFullyRefunded(payment)) return
  const amountCents = payment.amountCents - payment.refundedCents
  const refused = await findRefused(tx, payment.id)
  if (refused && !isRetry) return
  const about = refused ?? { attemptId: attempt.id, why: misfit.why, reason: misfit.reason }
  const refund = { id: randomUUID(), squarePaymentId: payment.id, amountCents, ...about }
  if (!(await insertStrayRefund(tx, refund)) || refused) return
  await raiseAlert(tx, {
    kind: misfit.kind,
    subject: alertSubject,
    detail: `A payment of ${formatCents(payment.amountCents)} for order ${order.number} (payment ${payment.id}). We’re refunding it. No action needed.`,
  })
}
