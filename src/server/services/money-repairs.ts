import { randomUUID } from 'node:crypto'
import { DIFFERENCES, type DifferenceKind } from '#domain/money-difference.ts'
import { isOrderNumber } from '#domain/order-number.ts'
import { isStillHere } from '#domain/parcel.ts'
import { type Actor, addAudit } from '#server/db/audit-log.queries.ts'
import type { Database } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import {
  crossOutRefund,
  findShopRefund,
  findTaken,
  insertStrayRefund,
  listOpenStrayRefunds,
  recordProviderRefund,
  reopenRefund,
  storeExplanation,
  type StrayRefundRow,
} from '#server/db/money-check.queries.ts'
import { findOrder, findOrderByNumber, lockOrder, putBackStock, updateOrder } from '#server/db/orders.queries.ts'
import { findAttempt, listRefunds, updateAttempt } from '#server/db/payments.queries.ts'
import type { PaymentGateway, ProviderRefund } from '#server/payments/gateway.ts'
import type { Settlement } from '#server/payments/settlement.ts'
import { releaseDiscount } from './discounts.ts'
import type { StrayRefundService } from './stray-refunds.ts'

/** Either it is done, or what stands in its way, in the words the owner reads. */
export type RepairResult = { ok: true; message: string } | { ok: false; message: string }

export type MoneyRepairParts = {
  database: Database
  gateway: PaymentGateway
  settlement: Settlement
  strayRefunds: StrayRefundService
  now: () => Date
}

const refuse = (message: string): RepairResult => ({ ok: false, message })

/**
 * What can be done about a difference. Each asks the provider anew before it changes anything: what the page showed may
 * be minutes old, and somebody else may have been quicker.
 */
export function createMoneyRepairs({ database, gateway, settlement, strayRefunds, now }: MoneyRepairParts) {
  const { orm } = database

  async function push(row: StrayRefundRow): Promise<RepairResult> {
    const result = await strayRefunds.push(row)
    if ('refused' in result)
      return refuse(`The provider refused the refund (${result.refused}). It can be tried again.`)
    return result.state === 'unknown'
      ? { ok: true, message: 'The refund is written down; the provider did not answer yet and is asked again.' }
      : { ok: true, message: 'The money is on its way back.' }
  }

  return {
    /** The payment goes through the same door as every other: the order becomes paid, or the money goes back. */
    async settle(paymentId: string, actor: Actor): Promise<RepairResult> {
      const payment = await gateway.findPayment(paymentId)
      if (payment?.status !== 'COMPLETED') return refuse('The provider has not taken this payment.')
      const order = payment.referenceId ? await findOrderByNumber(orm, payment.referenceId) : undefined
      if (!order) return refuse('There is no order for this payment; it can be refunded.')
      return inTransaction(orm, async (tx): Promise<RepairResult> => {
        const before = await lockOrder(tx, order.id)
        const attempt = await findAttempt(tx, order.id)
        if (!attempt) return refuse('This order never asked for a payment.')
        if (attempt.squarePaymentId !== null) return refuse('This order has its payment already.')
        await settlement.accept(tx, order.id, payment)
        const after = await findOrder(tx, order.id)
        await addAudit(tx, {
          ...actor,
          action: 'money.settle',
          subjectKind: 'order',
          subjectId: order.id,
          before: { state: before?.state },
          after: { state: after?.state, paymentId },
        })
        return after?.state === 'paid'
          ? { ok: true, message: `Order ${order.number} is paid now.` }
          : { ok: true, message: `Order ${order.number} could not take it any more; the money goes back.` }
      })
    },

    /** Of a payment without an order all of it, of one with another amount what is too much. */
    async giveBack(paymentId: string, actor: Actor): Promise<RepairResult> {
      const payment = await gateway.findPayment(paymentId)
      if (payment?.status !== 'COMPLETED') return refuse('The provider has not taken this payment.')
      if (!payment.referenceId || !isOrderNumber(payment.referenceId))
        return refuse('This payment is not one of the shop.')
      const [taken] = await findTaken(orm, [paymentId])
      const order = await findOrderByNumber(orm, payment.referenceId)
      const attempt = order && (await findAttempt(orm, order.id))
      if (!taken && attempt?.squarePaymentId === null) return refuse('It has an order; bring it there instead.')
      const amountCents = taken ? payment.amountCents - taken.amountCents : payment.amountCents - payment.refundedCents
      if (amountCents <= 0) return refuse('There is nothing left to give back.')
      const row = { id: randomUUID(), squarePaymentId: paymentId, amountCents, reason: 'No order for this payment' }
      const isFirst = await inTransaction(orm, async (tx) => {
        if (!(await insertStrayRefund(tx, row))) return false
        await addAudit(tx, {
          ...actor,
          action: 'money.give-back',
          subjectKind: 'payment',
          subjectId: paymentId,
          before: { refundedCents: payment.refundedCents },
          after: { amountCents, refundId: row.id },
        })
        return true
      })
      if (!isFirst) return { ok: true, message: 'This payment is being given back already.' }
      return push({
        ...row,
        state: 'sending',
        squareRefundId: null,
        leaseUntil: now(),
        createdAt: now(),
        resolvedAt: null,
      })
    },

    /** Nothing was taken for it after all: the order is closed, its code and its bottles are free again. */
    async close(orderId: string, actor: Actor): Promise<RepairResult> {
      const known = await findAttempt(orm, orderId)
      const payment = known?.squarePaymentId ? await gateway.findPayment(known.squarePaymentId) : undefined
      if (payment?.status === 'COMPLETED') return refuse('The provider has this payment after all.')
      return inTransaction(orm, async (tx): Promise<RepairResult> => {
        const order = await lockOrder(tx, orderId)
        if (!order || order.paidOutside) return refuse('There is no such order.')
        if (!isStillHere(order.state))
          return refuse('Only an order that has not left yet can be closed; write down what happened instead.')
        const attempt = await findAttempt(tx, orderId)
        if (attempt)
          await updateAttempt(tx, attempt.id, { state: 'abandoned', squarePaymentId: null, resolvedAt: now() })
        await updateOrder(tx, orderId, { state: 'payment_failed', paidAt: null, packedAt: null })
        await releaseDiscount(tx, orderId, now())
        await putBackStock(tx, orderId)
        await addAudit(tx, {
          ...actor,
          action: 'money.close',
          subjectKind: 'order',
          subjectId: orderId,
          before: { state: order.state, paymentId: attempt?.squarePaymentId ?? null },
          after: { state: 'payment_failed' },
        })
        return { ok: true, message: `Order ${order.number} is closed.` }
      })
    },

    /** A refund made at the provider is written into its order; from there on it is looked after like ours. */
    async recordRefund(squareRefundId: string, actor: Actor): Promise<RepairResult> {
      const refund = await gateway.findRefund(squareRefundId)
      const [taken] = refund?.paymentId ? await findTaken(orm, [refund.paymentId]) : []
      if (!refund || !taken) return refuse('The provider knows no such refund of an order of ours.')
      if (isDead(refund)) return refuse('The provider refused this refund; nothing went back.')
      const { orderId, orderNumber, attemptId } = taken
      const { amountCents, createdAt } = refund
      const reason = 'Made at the provider'
      return inTransaction(orm, async (tx): Promise<RepairResult> => {
        const order = await lockOrder(tx, orderId)
        // It may be the very one whose answer was lost: then it is found by its key, and must not stand there twice.
        const isSending = (await listRefunds(tx, attemptId)).some(
          (known) => known.squareRefundId === null && known.state !== 'rejected',
        )
        if (isSending) return refuse('A refund of this order is still being sent. Please look again in a few minutes.')
        const row = { id: randomUUID(), attemptId, amountCents, reason, squareRefundId, createdAt }
        if (!order || !(await recordProviderRefund(tx, row))) return refuse('This refund is written down already.')
        await addAudit(tx, {
          ...actor,
          action: 'money.refund-record',
          subjectKind: 'order',
          subjectId: orderId,
          before: { refundedCents: order.refundedCents },
          after: { refundedCents: order.refundedCents + amountCents, amountCents, squareRefundId },
        })
        return { ok: true, message: `The refund stands in order ${orderNumber} now.` }
      })
    },

    /** Sends a refund again that the provider knows nothing of; crosses out one that it refused. */
    async resendRefund(refundId: string, actor: Actor): Promise<RepairResult> {
      const refund = await findShopRefund(orm, refundId)
      if (!refund) return refuse('There is no such refund.')
      const known = refund.refundId === null ? undefined : await gateway.findRefund(refund.refundId)
      if (known && !isDead(known)) return refuse('The provider has this refund after all.')
      const { orderId, orderNumber, amountCents } = refund
      return inTransaction(orm, async (tx): Promise<RepairResult> => {
        await lockOrder(tx, orderId)
        const isChanged = known ? await crossOutRefund(tx, refundId, now()) : await reopenRefund(tx, refundId)
        if (!isChanged) return refuse('This refund was refused. Please make a new one at its order.')
        await addAudit(tx, {
          ...actor,
          action: known ? 'money.refund-cross-out' : 'money.refund-again',
          subjectKind: 'order',
          subjectId: orderId,
          before: { state: refund.state, squareRefundId: refund.refundId },
          after: { state: known ? 'rejected' : 'sending', amountCents },
        })
        return {
          ok: true,
          message: known
            ? `The provider refused this refund. It is crossed out, and order ${orderNumber} can be refunded anew.`
            : 'The refund is sent again, under its old key.',
        }
      })
    },

    explain: (kind: DifferenceKind, subject: string, note: string, actor: Actor): Promise<RepairResult> =>
      inTransaction(orm, async (tx) => {
        const before = await storeExplanation(tx, { kind, subject, note, actor: actor.actor })
        await addAudit(tx, {
          ...actor,
          action: 'money.explain',
          subjectKind: 'difference',
          subjectId: subject,
          before: before === undefined ? null : { note: before },
          after: { kind, note },
        })
        return { ok: true, message: `Written down: ${DIFFERENCES[kind].toLowerCase()}.` }
      }),

    /** Takes up refunds whose sender died or heard nothing, and those that had no end yet. */
    async pushOpen(): Promise<void> {
      for (const refund of await listOpenStrayRefunds(orm)) await push(refund)
    },
  }
}

/** Nothing went back, and under the same key nothing ever will. */
function isDead({ status }: ProviderRefund): boolean {
  return status === 'REJECTED' || status === 'FAILED'
}

export type MoneyRepairs = ReturnType<typeof createMoneyRepairs>
