import type { Logger } from 'pino'
import { formatCents } from '#domain/money/cents.ts'
import { isGoingBack } from '#domain/money/payment-status.ts'
import { backOffMs } from '#domain/time/back-off.ts'
import type { RaiseAlert } from '#server/alerts/raise-alert.ts'
import type { Database } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { errorText } from '#server/platform/error-text.ts'
import type { PaymentGateway, ProviderRefund, RefundResult } from './gateway.ts'
import type { MoneyAlerts } from './money-alerts.service.ts'
import type { PaymentTimings } from './payment-timings.ts'
import {
  claimOpenStrayRefunds,
  parkStrayRefund,
  postponeStrayRefund,
  type StrayRefundRow,
  updateStrayRefund,
} from './stray-refunds.queries.ts'

export type StrayRefundDeps = {
  database: Database
  gateway: PaymentGateway
  raiseAlert: RaiseAlert
  alerts: MoneyAlerts
  timings: Pick<PaymentTimings, 'leaseMs' | 'refundRetry'>
  log: Logger
  now: () => Date
}

/** How far the refund is, or the provider's code for refusing it. */
export type StrayRefundResult = { state: 'sent' | 'unknown' } | { refused: string }

export interface StrayRefundService {
  /** Sends it, or asks what became of it; the stored key makes a repeat harmless. */
  push(refund: StrayRefundRow): Promise<StrayRefundResult>
  /** Takes up refunds whose sender died or got no answer, and those that are still pending. Returns how many. */
  sweep(limit: number): Promise<number>
}

/** Refunds of payments that belong to no order: second payments, and what the money check found. */
export function createStrayRefundService(deps: StrayRefundDeps): StrayRefundService {
  const { database, gateway, raiseAlert, alerts, timings, log, now } = deps
  const { orm } = database

  async function reject(refund: StrayRefundRow, code: string): Promise<StrayRefundResult> {
    const { id, squarePaymentId, amountCents } = refund
    await inTransaction(orm, async (tx) => {
      if (!(await updateStrayRefund(tx, id, { state: 'rejected', resolvedAt: now() }))) return
      await raiseAlert(tx, {
        kind: 'refund-refused',
        subject: squarePaymentId,
        detail: `Square answered ${code} to a refund of ${formatCents(amountCents)}. No money went back; you can refund it again under Money.`,
      })
    })
    return { refused: code }
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
    await inTransaction(orm, async (tx) => {
      const end =
        status === 'COMPLETED' ? { state: 'completed' as const, resolvedAt: now() } : { state: 'pending' as const }
      await updateStrayRefund(tx, id, { squareRefundId: providerId, ...end })
      await alerts.resolve(tx, paymentId, `${formatCents(amountCents)} refunded.`)
      await alerts.resolveRefused(tx, paymentId)
    })
    return { state: 'sent' }
  }

  /** Waits longer after each attempt; in the end the owner is told, as the money is still owed. */
  async function putBack({ id, squarePaymentId, amountCents, attempts }: StrayRefundRow): Promise<void> {
    const retryInMs = backOffMs(attempts, timings.refundRetry)
    if (retryInMs !== undefined) return postponeStrayRefund(orm, id, retryInMs)
    await inTransaction(orm, async (tx) => {
      if (!(await parkStrayRefund(tx, id))) return
      await raiseAlert(tx, {
        kind: 'refund-stuck',
        subject: squarePaymentId,
        detail: `A refund of ${formatCents(amountCents)} has no result after ${attempts} tries. Open Money, look under Stuck, and try it again.`,
      })
    })
  }

  async function pushClaimed(row: StrayRefundRow): Promise<void> {
    try {
      if (row.attempts <= timings.refundRetry.maxAttempts) await push(row)
    } catch (error) {
      log.warn({ refund: row.id, attempts: row.attempts, reason: errorText(error) }, 'a refund could not be settled')
    } finally {
      // Changes nothing when the refund has ended.
      await putBack(row)
    }
  }

  return {
    push,
    async sweep(limit) {
      const rows = await claimOpenStrayRefunds(orm, { limit, leaseMs: timings.leaseMs })
      await Promise.all(rows.map(pushClaimed))
      return rows.length
    },
  }
}

function toResult(refund: ProviderRefund | undefined): RefundResult {
  return refund ? { refund } : { unknown: true }
}
