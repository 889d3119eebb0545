import { formatCents } from '#domain/money/cents.ts'
import { isGoingBack } from '#domain/money/payment-status.ts'
import type { RaiseAlert } from '#server/alerts/raise-alert.ts'
import { refundCause } from '#server/orders/order-payments.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import type { PaymentGateway, ProviderRefund, RefundResult } from './gateway.ts'
import { type MoneyAlerts, refusedReturn } from './money-alerts.service.ts'
import { paymentReturnedMail } from './payments.mails.ts'
import { findReturned, parkStrayRefund, type StrayRefundRow, updateStrayRefund } from './stray-refunds.queries.ts'

export type StrayRefundDeps = {
  database: Database
  gateway: PaymentGateway
  raiseAlert: RaiseAlert
  alerts: MoneyAlerts
  now: () => Date
}

/** Progress of the refund, or the provider's error code. */
export type StrayRefundResult = { state: 'pending' | 'completed' | 'unknown' } | { refused: string }

export interface StrayRefundService {
  /** Sends the refund or looks up its status; the stored idempotency key makes retries safe. */
  push(refund: StrayRefundRow): Promise<StrayRefundResult>
  /** Same for the queue. Returns false while it is unsettled. */
  advance(refund: StrayRefundRow): Promise<boolean>
  /** Stops retrying and alerts the owner, because the money is still owed. */
  park(refund: StrayRefundRow): Promise<void>
}

/** Refunds of payments that no order takes: late, wrong and second ones, and those found by the money check. */
export function createStrayRefundService(deps: StrayRefundDeps): StrayRefundService {
  const { database, gateway, raiseAlert, alerts, now } = deps
  const { orm } = database

  async function reject(refund: StrayRefundRow, code: string): Promise<StrayRefundResult> {
    await inTransaction(orm, async (tx) => {
      if (!(await updateStrayRefund(tx, refund.id, { state: 'rejected', resolvedAt: now() }))) return
      await alerts.resolveStuck(tx, refund.squarePaymentId)
      await raiseAlert(tx, refusedReturn(refund, code))
    })
    return { refused: code }
  }

  /** Explains to the buyer of an order what was charged, and why it goes back. */
  async function enqueueReturnedMail(tx: Orm, { id, amountCents: refundCents }: StrayRefundRow): Promise<void> {
    const returned = await findReturned(tx, id)
    if (!returned?.why) return
    const { orderNumber, firstName, email, why, requestId, state } = returned
    await enqueueMail(tx, paymentReturnedMail, {
      cause: refundCause(id),
      recipient: email,
      payload: { orderNumber, firstName, refundCents, why, isOrderPaid: requestId !== null || state === 'succeeded' },
    })
  }

  async function push(row: StrayRefundRow): Promise<StrayRefundResult> {
    const { id, squarePaymentId: paymentId, amountCents, reason, squareRefundId } = row
    const result: RefundResult =
      squareRefundId === null
        ? await gateway.refund({ idempotencyKey: id, paymentId, amountCents, reason })
        : toResult(await gateway.findRefund(squareRefundId))
    if ('unknown' in result) {
      if (squareRefundId === null) await updateStrayRefund(orm, id, { state: 'unknown' })
      return { state: 'unknown' }
    }
    if ('refused' in result) return reject(row, result.refused)
    const { id: providerId, status } = result.refund
    if (!isGoingBack(result.refund)) return reject(row, status)
    const state = status === 'COMPLETED' ? 'completed' : 'pending'
    await inTransaction(orm, async (tx) => {
      const end = state === 'completed' && { resolvedAt: now() }
      // Unless another process has settled it since the provider was asked.
      if (!(await updateStrayRefund(tx, id, { squareRefundId: providerId, state, ...end }))) return
      await alerts.resolve(tx, paymentId, `${formatCents(amountCents)} refunded.`)
      await alerts.resolveRefused(tx, paymentId)
      await enqueueReturnedMail(tx, row)
    })
    return { state }
  }

  return {
    push,

    async advance(refund) {
      const result = await push(refund)
      return 'refused' in result || result.state === 'completed'
    },

    async park({ id, squarePaymentId, amountCents, attempts }) {
      await inTransaction(orm, async (tx) => {
        if (!(await parkStrayRefund(tx, id))) return
        await raiseAlert(tx, {
          kind: 'refund-stuck',
          subject: squarePaymentId,
          detail: `A refund of ${formatCents(amountCents)} has no result after ${attempts} tries. Open Payouts & reconciliation, look under Stuck, and try it again.`,
        })
      })
    },
  }
}

function toResult(refund: ProviderRefund | undefined): RefundResult {
  return refund ? { refund } : { unknown: true }
}
