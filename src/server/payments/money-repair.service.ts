import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { formatCents } from '#domain/money/cents.ts'
import { DIFFERENCES, type DifferenceKind } from '#domain/money/money-difference.ts'
import { readPaymentReference } from '#domain/money/payment-reference.ts'
import { isFullyRefunded, isGoingBack, isTaken } from '#domain/money/payment-status.ts'
import { nextState } from '#domain/orders/order-states.ts'
import { releaseDiscount } from '#server/discounts/discounts.service.ts'
import { findOrder, findOrderByNumber, lockOrder, moveOrder, putBackStock } from '#server/orders/orders.service.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { PaymentGateway } from './gateway.ts'
import type { MoneyAlerts } from './money-alerts.service.ts'
import { voidRefund, findShopRefund, findTaken, reopenRefund, storeExplanation } from './money-check.queries.ts'
import { findAttempt, listAttempts, updateAttempt } from './payments.queries.ts'
import { recordRefund } from './record-refund.ts'
import { resolveStuckRefunds } from './resolve-stuck-refunds.ts'
import type { Settlement } from './settlement.service.ts'
import {
  findRefused,
  findStrayRefund,
  insertStrayRefund,
  type StrayRefundRow,
  voidStrayRefund,
} from './stray-refunds.queries.ts'
import type { StrayRefundService } from './stray-refunds.service.ts'
import { withdrawBalance } from './taken-payments.ts'

/** Success or the reason for refusal, both worded for the owner. */
export type RepairResult = { ok: true; message: string } | { ok: false; message: string }

export type MoneyRepairDeps = {
  database: Database
  gateway: PaymentGateway
  settlement: Settlement
  strayRefunds: Pick<StrayRefundService, 'push'>
  alerts: MoneyAlerts
  log: Logger
  now: () => Date
}

const refuse = (message: string): RepairResult => ({ ok: false, message })
const done = (message: string): RepairResult => ({ ok: true, message })

const SAVED = done('Refund saved. We’ll keep trying until Square has it.')

export type MoneyRepairs = ReturnType<typeof createMoneyRepairs>

/**
 * Repairs for differences. Each queries the provider again before it changes anything, because the page may be minutes
 * old and another operator may have been faster.
 */
export function createMoneyRepairs({ database, gateway, settlement, strayRefunds, alerts, log, now }: MoneyRepairDeps) {
  const { orm } = database

  /** The refund is saved: whatever goes wrong from here on, the queue sends it. */
  async function push(id: string): Promise<RepairResult> {
    try {
      const row = await findStrayRefund(orm, id)
      return row ? await send(row) : SAVED
    } catch (error) {
      log.warn({ err: error, refund: id }, 'failed to send a refund at once')
      return SAVED
    }
  }

  async function send(row: StrayRefundRow): Promise<RepairResult> {
    const result = await strayRefunds.push(row)
    if ('refused' in result) return refuse(`Square refused the refund (${result.refused}). You can try again.`)
    return result.state === 'unknown'
      ? done('Refund saved. Square hasn’t answered yet; we’ll keep asking.')
      : done(`Refunding ${formatCents(row.amountCents)}.`)
  }

  return {
    /** Settles the payment like any other: the order becomes paid, or the payment is refunded. */
    async settle(paymentId: string, actor: Actor): Promise<RepairResult> {
      const payment = await gateway.findPayment(paymentId)
      if (!payment || !isTaken(payment)) return refuse('Square hasn’t completed this payment.')
      const named = readPaymentReference(payment.referenceId)
      const order = named && (await findOrderByNumber(orm, named.orderNumber))
      if (!order) return refuse('This payment has no order. You can refund it.')
      const key = { orderId: order.id, attemptNo: named.attemptNo }
      return inTransaction(orm, async (tx): Promise<RepairResult> => {
        const before = await lockOrder(tx, order.id)
        const attempt = await findAttempt(tx, key.orderId, key.attemptNo)
        if (!attempt)
          return refuse('This order doesn’t take a card payment. You can refund it or mark it as explained.')
        if (attempt.squarePaymentId !== null) return refuse('This order already has its payment.')
        await settlement.accept(tx, key, payment, { isRetry: true })
        const after = await findOrder(tx, order.id)
        await addAudit(tx, {
          ...actor,
          action: 'money.settle',
          subjectKind: 'order',
          subjectId: order.id,
          before: { state: before?.state },
          after: { state: after?.state, paymentId },
        })
        const settled = await findAttempt(tx, key.orderId, key.attemptNo)
        const isPaid = settled?.state === 'succeeded' && settled.squarePaymentId === paymentId
        await alerts.resolve(tx, paymentId, isPaid ? `Order ${order.number} is paid.` : 'The money is being refunded.')
        if (isPaid) return done(`Order ${order.number} is now paid.`)
        return isFullyRefunded(payment)
          ? done(`This payment was refunded at Square, so order ${order.number} can’t take it.`)
          : done(`Order ${order.number} can’t take this payment anymore. We’re refunding it.`)
      })
    },

    /** Refunds a payment without an order in full, and one with the wrong amount by its excess. */
    async giveBack(paymentId: string, actor: Actor): Promise<RepairResult> {
      const payment = await gateway.findPayment(paymentId)
      if (!payment || !isTaken(payment)) return refuse('Square hasn’t completed this payment.')
      const named = readPaymentReference(payment.referenceId)
      if (!named) return refuse('This payment isn’t from this shop.')
      const [taken] = await findTaken(orm, [paymentId])
      const order = await findOrderByNumber(orm, named.orderNumber)
      const attempt = order && (await findAttempt(orm, order.id, named.attemptNo))
      if (!taken && attempt?.squarePaymentId === null)
        return refuse('This payment has an order. Match it to the order instead.')
      const amountCents = taken ? payment.amountCents - taken.amountCents : payment.amountCents - payment.refundedCents
      if (amountCents <= 0) return refuse('There’s nothing left to refund.')
      const row = { id: randomUUID(), squarePaymentId: paymentId, amountCents, reason: 'No order for this payment' }
      const isFirst = await inTransaction(orm, async (tx) => {
        const refused = await findRefused(tx, paymentId)
        // It may be the second payment of an order, whose buyer is emailed once it goes back.
        if (!(await insertStrayRefund(tx, refused?.attemptId ? { ...row, ...refused } : row))) return false
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
      if (!isFirst) return done('This payment is already being refunded.')
      return push(row.id)
    },

    /** Nothing was charged after all: closes the order and releases its discount code and stock. */
    async close(orderId: string, actor: Actor): Promise<RepairResult> {
      const known = await findAttempt(orm, orderId)
      const payment = known?.squarePaymentId ? await gateway.findPayment(known.squarePaymentId) : undefined
      if (payment && isTaken(payment)) return refuse('Square has this payment after all.')
      return inTransaction(orm, async (tx): Promise<RepairResult> => {
        const order = await lockOrder(tx, orderId)
        if (!order || order.paidOutside) return refuse('Order not found.')
        const later = (await listAttempts(tx, orderId)).some((each) => each.requestId && each.state === 'succeeded')
        if (later) return refuse('Part of this order was paid later. Mark the difference as explained instead.')
        await withdrawBalance(tx, orderId, 'change')
        if (!(await moveOrder(tx, orderId, 'voidPayment', { at: now() })))
          return refuse('Only an order that hasn’t shipped can be closed. Mark the difference as explained instead.')
        const attempt = await findAttempt(tx, orderId)
        if (attempt)
          await updateAttempt(tx, attempt.id, { state: 'abandoned', squarePaymentId: null, resolvedAt: now() })
        await releaseDiscount(tx, orderId, now())
        await putBackStock(tx, orderId)
        await addAudit(tx, {
          ...actor,
          action: 'money.close',
          subjectKind: 'order',
          subjectId: orderId,
          before: { state: order.state, paymentId: attempt?.squarePaymentId ?? null },
          after: { state: nextState(order.state, 'voidPayment') },
        })
        await alerts.resolve(tx, orderId, `Order ${order.number} is closed.`)
        return done(`Order ${order.number} is closed.`)
      })
    },

    /** Records a refund made at the provider on its order; from then on it is treated like ours. */
    async recordRefund(squareRefundId: string, actor: Actor): Promise<RepairResult> {
      const refund = await gateway.findRefund(squareRefundId)
      const [taken] = refund?.paymentId ? await findTaken(orm, [refund.paymentId]) : []
      if (!refund || !taken) return refuse('Square has no such refund for one of our orders.')
      if (!isGoingBack(refund)) return refuse('Square refused this refund. No money was refunded.')
      const recorded = await recordRefund(database, refund, { taken, actor, now: now() })
      if (recorded === 'no-order') return refuse('Order not found.')
      if (recorded === 'sending')
        return refuse('A refund of this amount is still being sent. Check again in a few minutes.')
      return recorded === 'known'
        ? refuse('This refund is already recorded.')
        : done(`Refund recorded on order ${taken.orderNumber}.`)
    },

    /** Resends a refund unknown to the provider, or voids one that it rejected. */
    async resendRefund(refundId: string, actor: Actor): Promise<RepairResult> {
      const refund = await findShopRefund(orm, refundId)
      if (!refund) return voidStray(refundId, actor)
      const known = refund.refundId === null ? undefined : await gateway.findRefund(refund.refundId)
      if (known && isGoingBack(known)) return refuse('Square has this refund after all.')
      const { orderId, orderNumber, amountCents } = refund
      return inTransaction(orm, async (tx): Promise<RepairResult> => {
        await lockOrder(tx, orderId)
        if (refund.state === 'rejected') return refuse('This refund was refused. Make a new one on its order.')
        const isChanged = known ? await voidRefund(tx, refund) : await reopenRefund(tx, refund)
        if (!isChanged) return refuse('This refund has changed in the meantime. Reload the page.')
        await addAudit(tx, {
          ...actor,
          action: known ? 'money.refund-cross-out' : 'money.refund-again',
          subjectKind: 'order',
          subjectId: orderId,
          before: { state: refund.state, squareRefundId: refund.refundId },
          after: { state: known ? 'rejected' : 'sending', amountCents },
        })
        const resolution = known ? 'Refused by Square and removed.' : 'Sent again.'
        await alerts.resolve(tx, refundId, resolution)
        await resolveStuckRefunds(tx, orderNumber, { resolution, now: now() })
        return known
          ? done(`Square refused this refund, so we removed it. You can refund order ${orderNumber} again.`)
          : done('Refund sent again.')
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
        await alerts.resolve(tx, subject, `Marked as explained: ${note}`)
        return done(`Explained: ${DIFFERENCES[kind].toLowerCase()}.`)
      }),
  }

  /** Voids a refund that the provider rejected, which reopens its stray payment. */
  async function voidStray(refundId: string, actor: Actor): Promise<RepairResult> {
    const row = await findStrayRefund(orm, refundId)
    if (!row) return refuse('Refund not found.')
    const known = row.squareRefundId === null ? undefined : await gateway.findRefund(row.squareRefundId)
    if (row.squareRefundId === null || (known && isGoingBack(known))) return refuse('Square has this refund after all.')
    return inTransaction(orm, async (tx): Promise<RepairResult> => {
      if (row.state === 'rejected') return refuse('This refund was already removed.')
      if (!(await voidStrayRefund(tx, row, now())))
        return refuse('This refund has changed in the meantime. Reload the page.')
      await addAudit(tx, {
        ...actor,
        action: 'money.refund-cross-out',
        subjectKind: 'payment',
        subjectId: row.squarePaymentId,
        before: { state: row.state, squareRefundId: row.squareRefundId },
        after: { state: 'rejected', amountCents: row.amountCents },
      })
      await alerts.resolve(tx, refundId, 'Refused by Square and removed.')
      await alerts.resolveStuck(tx, row.squarePaymentId)
      return done('Square refused this refund, so we removed it. You can refund the payment again.')
    })
  }
}
