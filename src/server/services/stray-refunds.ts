import { formatCents } from '#domain/money.ts'
import type { Database } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { type StrayRefundRow, updateStrayRefund } from '#server/db/money-check.queries.ts'
import type { PaymentGateway, ProviderRefund, RefundResult } from '#server/payments/gateway.ts'
import type { RaiseAlert } from '#server/payments/raise-alert.ts'

export type StrayRefundParts = { database: Database; gateway: PaymentGateway; raiseAlert: RaiseAlert; now: () => Date }

/** How far the refund is, or the provider's code for refusing it. */
export type StrayRefundResult = { state: 'sent' | 'unknown' } | { refused: string }

export interface StrayRefundService {
  /** Sends it, or asks what became of it; the stored key makes a repeat harmless. */
  push(refund: StrayRefundRow): Promise<StrayRefundResult>
}

/** Refunds of payments that belong to no order: second payments, and what the money check found. */
export function createStrayRefundService({ database, gateway, raiseAlert, now }: StrayRefundParts): StrayRefundService {
  const { orm } = database

  async function reject(refund: StrayRefundRow, code: string): Promise<StrayRefundResult> {
    const { id, squarePaymentId, amountCents } = refund
    await inTransaction(orm, async (tx) => {
      if (!(await updateStrayRefund(tx, id, { state: 'rejected', resolvedAt: now() }))) return
      await raiseAlert(tx, {
        kind: 'refund-refused',
        subject: squarePaymentId,
        detail: `The provider answered ${code} to a refund of ${formatCents(amountCents)}; nothing went back.`,
      })
    })
    return { refused: code }
  }

  return {
    async push(row) {
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
      if (status === 'REJECTED' || status === 'FAILED') return reject(row, status)
      await updateStrayRefund(orm, id, {
        squareRefundId: providerId,
        ...(status === 'COMPLETED' ? { state: 'completed', resolvedAt: now() } : { state: 'pending' }),
      })
      return { state: 'sent' }
    },
  }
}

function toResult(refund: ProviderRefund | undefined): RefundResult {
  return refund ? { refund } : { unknown: true }
}
