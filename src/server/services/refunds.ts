import { randomUUID } from 'node:crypto'
import type { Database, Orm } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { lockOrder, type OrderRow, updateOrder } from '#server/db/orders.queries.ts'
import {
  type AttemptRow,
  findAttempt,
  findRefundByProviderId,
  insertRefund,
  listRefunds,
  type OpenRefund,
  type RefundRow,
  updateRefund,
} from '#server/db/payments.queries.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import type { PaymentGateway, ProviderRefund } from '#server/payments/gateway.ts'
import type { RaiseAlert } from '#server/payments/raise-alert.ts'
import type { OrderLinks } from './order-links.ts'

export type RefundParts = {
  database: Database
  gateway: PaymentGateway
  raiseAlert: RaiseAlert
  links: OrderLinks
  now: () => Date
}

export type RefundRefusal = 'not-paid' | 'too-much'

export interface RefundService {
  /** Sends it, or asks what became of it; the same key makes a repeat harmless. */
  push(refund: OpenRefund): Promise<void>
  /** The provider says that something happened to this refund of its own. */
  check(squareRefundId: string): Promise<void>
}

export function createRefundService({ database, gateway, raiseAlert, links, now }: RefundParts): RefundService {
  const { orm } = database

  async function settle(refund: Pick<OpenRefund, 'id' | 'orderId'>, known: ProviderRefund): Promise<void> {
    await inTransaction(orm, async (tx) => {
      const order = await lockOrder(tx, refund.orderId)
      if (!order) return
      const change = { squareRefundId: known.id }
      if (known.status === 'PENDING') await updateRefund(tx, refund.id, { ...change, state: 'pending' })
      else if (known.status === 'COMPLETED') {
        const isNew = await updateRefund(tx, refund.id, { ...change, state: 'completed', resolvedAt: now() })
        if (isNew) await afterRefund(tx, order)
      } else await reject(tx, order, refund.id, known.status)
      if (known.status === 'PENDING' || known.status === 'COMPLETED') await sayRefunded(tx, order, refund.id)
    })
  }

  async function reject(tx: Orm, order: OrderRow, refundId: string, code: string): Promise<void> {
    if (!(await updateRefund(tx, refundId, { state: 'rejected', resolvedAt: now() }))) return
    await raiseAlert(tx, {
      kind: 'refund-refused',
      subject: order.number,
      detail: `The provider answered ${code} to a refund of order ${order.number}; nothing went back.`,
    })
  }

  /** An order that has all its money back is refunded; one that was cancelled stays cancelled. */
  async function afterRefund(tx: Orm, order: OrderRow): Promise<void> {
    const attempt = await findAttempt(tx, order.id)
    if (attempt?.state !== 'succeeded' || order.state === 'cancelled') return
    const returned = sumOf(await listRefunds(tx, attempt.id), ['completed'])
    if (returned >= attempt.amountCents) await updateOrder(tx, order.id, { state: 'refunded' })
  }

  async function sayRefunded(tx: Orm, order: OrderRow, refundId: string): Promise<void> {
    const attempt = await findAttempt(tx, order.id)
    const refund = attempt && (await listRefunds(tx, attempt.id)).find(({ id }) => id === refundId)
    if (!refund) return
    await enqueueMail(tx, {
      cause: refundCause(refundId),
      template: 'refunded',
      recipient: order.email,
      payload: {
        orderNumber: order.number,
        firstName: order.firstName,
        orderPath: links.pathFor(order.id),
        refundCents: refund.amountCents,
        isComplete: refund.amountCents === order.totalCents,
      },
    })
  }

  return {
    async push(refund) {
      if (refund.state === 'pending' && refund.squareRefundId) {
        const known = await gateway.findRefund(refund.squareRefundId)
        if (known && known.status !== 'PENDING') await settle(refund, known)
        return
      }
      const { id, squarePaymentId: paymentId, amountCents, reason } = refund
      const result = await gateway.refund({ idempotencyKey: id, paymentId, amountCents, reason })
      if ('refund' in result) return settle(refund, result.refund)
      if ('unknown' in result) return void (await updateRefund(orm, id, { state: 'unknown' }))
      await inTransaction(orm, async (tx) => {
        const order = await lockOrder(tx, refund.orderId)
        if (order) await reject(tx, order, id, result.refused)
      })
    },

    async check(squareRefundId) {
      const refund = await findRefundByProviderId(orm, squareRefundId)
      const known = refund && (await gateway.findRefund(squareRefundId))
      if (known && known.status !== 'PENDING') await settle(refund, known)
    },
  }
}

/**
 * Writes a refund down in the transaction that decides on it; it is sent after the commit. The caller holds the order's
 * lock, so that two refunds never share the same rest.
 */
export async function requestRefund(
  tx: Orm,
  order: OrderRow,
  { amountCents, reason, at }: { amountCents: number; reason: string; at?: Date },
): Promise<{ refundId: string } | { refusal: RefundRefusal }> {
  const attempt = await findAttempt(tx, order.id)
  if (attempt?.state !== 'succeeded') return { refusal: 'not-paid' }
  if (amountCents > refundableCents(attempt, await listRefunds(tx, attempt.id))) return { refusal: 'too-much' }
  const id = randomUUID()
  await insertRefund(tx, { id, attemptId: attempt.id, amountCents, reason, ...(at && { createdAt: at }) })
  return { refundId: id }
}

/** What the one mail is filed under that tells of a refund. */
export function refundCause(refundId: string): string {
  return `refunded:${refundId}`
}

/** What has not gone back yet and is not on its way. */
export function refundableCents(attempt: AttemptRow, refunds: readonly RefundRow[]): number {
  return attempt.amountCents - sumOf(refunds, ['sending', 'pending', 'unknown', 'completed'])
}

export function sumOf(refunds: readonly RefundRow[], states: readonly RefundRow['state'][]): number {
  return refunds.filter(({ state }) => states.includes(state)).reduce((sum, { amountCents }) => sum + amountCents, 0)
}
