import { createHmac } from 'node:crypto'
import { formatCents } from '#domain/money/cents.ts'
import { isOpenAttempt } from '#domain/money/payment-states.ts'
import { isRightPayment } from '#domain/money/payment-status.ts'
import { awaitsPayment } from '#domain/orders/order-questions.ts'
import type { RaiseAlert } from '#server/alerts/raise-alert.ts'
import { resolveAlerts } from '#server/alerts/resolve-alerts.ts'
import { consumeDiscount, releaseDiscount } from '#server/discounts/discounts.service.ts'
import { confirmOrder } from '#server/orders/confirm-order.ts'
import { notifyOrder } from '#server/orders/notify-order.ts'
import type { OrderLinks } from '#server/orders/order-links.ts'
import { listOrderLines, lockOrder, moveOrder, type OrderRow, putBackStock } from '#server/orders/orders.service.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { createBalanceSettlement, paysRequest } from './balance-settlement.ts'
import type { Failure, ProviderPayment } from './gateway.ts'
import type { PaymentTimings } from './payment-timings.ts'
import { paymentNotTakenMail, paymentPendingMail } from './payments.mails.ts'
import {
  type AttemptKey,
  type AttemptRow,
  dropLease,
  findAttempt,
  scheduleLook,
  updateAttempt,
} from './payments.queries.ts'
import { type Misfit, returnPayment } from './return-payment.ts'
import { adoptRefused } from './stray-refunds.queries.ts'

export type SettlementDeps = {
  links: OrderLinks
  secretKey: string
  raiseAlert: RaiseAlert
  timings: Pick<PaymentTimings, 'lateLooksMs'>
  now: () => Date
}

export type Settlement = ReturnType<typeof createSettlement>

/** Why an order was not paid. */
export type Closing = {
  state: 'declined' | 'not_sent' | 'abandoned'
  failure?: Failure
  cardFingerprint?: string | undefined
  /** The charge may have been sent and still be in flight: search the provider for it for a day. */
  mayArriveLate?: boolean
}

const LATE: Misfit = { kind: 'late-payment', why: 'late-payment', reason: 'Arrived after the order was closed' }
const SECOND: Misfit = { kind: 'second-payment', why: 'second-payment', reason: 'The order was paid before' }
const WRONG_AMOUNT: Misfit = { kind: 'wrong-amount', why: 'wrong-amount', reason: 'Wrong amount' }

type Orphan = { order: OrderRow; attempt: AttemptRow; payment: ProviderPayment; isRetry: boolean }

/**
 * The single place that settles payments against orders. The buyer's request, webhooks and the reconciler all end here,
 * in any order and any number of times: each takes the order's lock, and only the first one changes anything.
 */
export function createSettlement({ links, secretKey, raiseAlert, timings, now }: SettlementDeps) {
  const balance = createBalanceSettlement({ links, raiseAlert, now, record })

  /** Counts failures per card without storing anything that identifies it. */
  function cardHash(fingerprint: string | undefined): string | null {
    return fingerprint ? createHmac('sha256', secretKey).update(`card ${fingerprint}`).digest('base64url') : null
  }

  async function settlePaid(tx: Orm, order: OrderRow, attempt: AttemptRow, payment: ProviderPayment): Promise<void> {
    await record(tx, attempt, payment, 'succeeded')
    const lines = await listOrderLines(tx, order.id)
    await confirmOrder(tx, order, lines, links)
    await notifyOrder(tx, order, lines)
    // A code is reserved in the transaction that stores it with the order.
    if (order.discountCode !== null) await consumeDiscount(tx, order.id, now())
  }

  /** From here on the attempt records what was captured, which may differ from what was requested. */
  async function record(tx: Orm, attempt: AttemptRow, payment: ProviderPayment, state: AttemptRow['state']) {
    await updateAttempt(tx, attempt.id, {
      state,
      amountCents: payment.amountCents,
      // A payment that goes back is not one of the order's.
      squarePaymentId: state === 'succeeded' ? payment.id : null,
      cardBrand: payment.cardBrand ?? null,
      cardLast4: payment.cardLast4 ?? null,
      cardHash: cardHash(payment.cardFingerprint),
      errorCategory: null,
      errorCode: null,
      resolvedAt: now(),
    })
  }

  /** Refunds a payment that its order cannot take. */
  async function refundOrphan(tx: Orm, misfit: Misfit, { order, attempt, payment, isRetry }: Orphan): Promise<void> {
    if (attempt.squarePaymentId === null)
      await (attempt.state === 'orphan_refunded'
        ? adoptRefused(tx, attempt.id, payment.id)
        : record(tx, attempt, payment, 'orphan_refunded'))
    const alertSubject = misfit === SECOND ? payment.id : order.number
    await returnPayment(tx, { order, attempt, payment, misfit, alertSubject }, { raiseAlert, isRetry })
  }

  return {
    /**
     * A payment was captured. Marks the order as paid, once. A payment that does not fit is refunded: a second one, a
     * wrong amount, or one that arrives after the buyer was told that nothing was charged. Nor does one pay that was
     * refunded at the provider before its order knew of it. A closed order is never reopened, because its buyer may have
     * paid again. Idempotent; only a retry repeats a refund that the provider refused.
     */
    async accept(
      tx: Orm,
      { orderId, attemptNo }: AttemptKey,
      payment: ProviderPayment,
      { isRetry = false } = {},
    ): Promise<void> {
      const order = await lockOrder(tx, orderId)
      const attempt = order && (await findAttempt(tx, orderId, attemptNo))
      if (!order) throw new Error('payment for an unknown order')
      if (!attempt) return alertAboutUnknownCharge(tx, order, payment)
      await resolveOddAnswer(tx, order, attempt)
      if (paysRequest(attempt)) return balance.accept(tx, { order, attempt, payment, isRetry })
      if (attempt.squarePaymentId === payment.id) return
      const orphan = { order, attempt, payment, isRetry }
      if (attempt.squarePaymentId !== null) return refundOrphan(tx, SECOND, orphan)
      const isRight = isRightPayment(payment, attempt.amountCents)
      const isOpen = isOpenAttempt(attempt.state)
      if (isRight && isOpen && (await moveOrder(tx, orderId, 'pay', { at: now() })))
        return settlePaid(tx, order, attempt, payment)
      await refundOrphan(tx, isOpen && !isRight ? WRONG_AMOUNT : LATE, orphan)
      if (isOpen) await closeUnpaid(tx, order)
    },

    /** Nothing was charged: closes the order and releases its discount code and stock. A request can be paid again. */
    async close(tx: Orm, { orderId, attemptNo }: AttemptKey, closing: Closing): Promise<void> {
      const { state, failure, cardFingerprint, mayArriveLate = false } = closing
      const order = await lockOrder(tx, orderId)
      const attempt = order && (await findAttempt(tx, orderId, attemptNo))
      if (!order || !attempt || !isOpenAttempt(attempt.state)) return
      await resolveOddAnswer(tx, order, attempt)
      await updateAttempt(tx, attempt.id, {
        state,
        httpStatus: failure?.httpStatus ?? null,
        errorCategory: failure?.category ?? null,
        errorCode: failure?.code ?? null,
        cardHash: cardHash(cardFingerprint),
        resolvedAt: now(),
      })
      if (mayArriveLate) await scheduleLook(tx, attempt.id, timings.lateLooksMs[0])
      if (paysRequest(attempt)) {
        if (state === 'abandoned') await balance.notifyNotTaken(tx, order, attempt)
        return
      }
      if (state === 'abandoned')
        await enqueueMail(tx, paymentNotTakenMail, {
          cause: `payment-not-taken:${order.id}`,
          recipient: order.email,
          payload: { orderNumber: order.number, firstName: order.firstName },
        })
      await closeUnpaid(tx, order)
    },

    /** The outcome is unknown: the order stays open, and the reconciler may take over at once. */
    async leaveOpen(tx: Orm, { orderId, attemptNo }: AttemptKey, failure: Failure): Promise<void> {
      const order = await lockOrder(tx, orderId)
      const attempt = order && (await findAttempt(tx, orderId, attemptNo))
      if (!order || attempt?.state !== 'sending') return
      await updateAttempt(tx, attempt.id, {
        state: 'unknown',
        httpStatus: failure.httpStatus ?? null,
        errorCategory: failure.category ?? null,
        errorCode: failure.code ?? null,
      })
      await dropLease(tx, attempt.id)
      if (failure.verdict.kind === 'unknown' && failure.verdict.isSuspicious)
        await raiseAlert(tx, {
          kind: 'odd-answer',
          subject: order.number,
          detail: `Square answered the charge of order ${order.number} with ${failure.code ?? 'no payment'}. We’re checking what became of the payment.`,
        })
    },

    /** Emails the buyer that the payment is still pending. */
    async notifyPending(tx: Orm, { orderId, attemptNo }: AttemptKey): Promise<void> {
      const order = await lockOrder(tx, orderId)
      const attempt = order && (await findAttempt(tx, orderId, attemptNo))
      if (order && attempt && paysRequest(attempt)) return balance.notifyPending(tx, order, attempt)
      if (!order || !awaitsPayment(order.state)) return
      await enqueueMail(tx, paymentPendingMail, {
        cause: `payment-pending:${order.id}`,
        recipient: order.email,
        payload: {
          orderNumber: order.number,
          firstName: order.firstName,
          orderPath: links.pathFor(order.id),
          totalCents: order.totalCents,
        },
      })
    },
  }

  /**
   * Desk orders take no card payments, and no order takes one that was never begun. The owner decides, because the
   * payment may have been taken on purpose.
   */
  async function alertAboutUnknownCharge(tx: Orm, order: OrderRow, payment: ProviderPayment): Promise<void> {
    const why = order.paidOutside ? 'was created at the desk without a card payment' : 'has no such payment'
    await raiseAlert(tx, {
      kind: 'money-without-order',
      subject: payment.id,
      detail: `Payment ${payment.id} of ${formatCents(payment.amountCents)} names order ${order.number}, which ${why}. Open Payouts & reconciliation: if you took it for that order, mark it as explained; otherwise refund it.`,
    })
  }

  /** It is known now what became of the charge. Only a charge without a clear answer is `unknown`. */
  async function resolveOddAnswer(tx: Orm, { number: subject }: OrderRow, { state }: AttemptRow): Promise<void> {
    if (state !== 'unknown') return
    const resolution = 'We know now what became of the payment.'
    await resolveAlerts(tx, { kinds: ['odd-answer'], subject, resolution, now: now() })
  }

  /** Last in the transaction, because other buyers wait for these locks on codes and stock. */
  async function closeUnpaid(tx: Orm, order: OrderRow): Promise<void> {
    if (!(await moveOrder(tx, order.id, 'fail', { at: now() }))) return
    await releaseDiscount(tx, order.id, now())
    await putBackStock(tx, order.id)
  }
}
