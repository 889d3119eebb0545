import { createHmac, randomUUID } from 'node:crypto'
import { formatCents } from '#domain/money/cents.ts'
import { isOpenAttempt } from '#domain/money/payment-states.ts'
import { awaitsPayment } from '#domain/orders/order-questions.ts'
import type { AlertKind, RaiseAlert } from '#server/alerts/raise-alert.ts'
import { consumeDiscount, releaseDiscount } from '#server/discounts/discounts.service.ts'
import { confirmOrder } from '#server/orders/confirm-order.ts'
import type { OrderLinks } from '#server/orders/order-links.ts'
import { refundCause } from '#server/orders/order-payments.ts'
import { paymentNotTakenMail, paymentPendingMail, paymentReturnedMail } from '#server/orders/orders.mails.ts'
import { lockOrder, moveOrder, type OrderRow, putBackStock } from '#server/orders/orders.queries.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import type { Failure, ProviderPayment } from './gateway.ts'
import type { PaymentTimings } from './payment-timings.ts'
import {
  type AttemptRow,
  dropLease,
  findAttempt,
  insertRefund,
  scheduleLook,
  updateAttempt,
} from './payments.queries.ts'
import { insertStrayRefund } from './stray-refunds.queries.ts'

export type SettlementDeps = {
  links: OrderLinks
  secretKey: string
  raiseAlert: RaiseAlert
  timings: Pick<PaymentTimings, 'lateLooksMs'>
  now: () => Date
}

export type Settlement = ReturnType<typeof createSettlement>

/** Why an order came to nothing. */
export type Closing = {
  state: 'declined' | 'not_sent' | 'abandoned'
  failure?: Failure
  cardFingerprint?: string | undefined
  /** The charge may have been sent and not arrived yet: the provider is searched for it for a day. */
  mayArriveLate?: boolean
}

/** Why a payment cannot stay. */
type Misfit = { kind: Extract<AlertKind, 'late-payment' | 'second-payment' | 'wrong-amount'>; reason: string }

const LATE: Misfit = { kind: 'late-payment', reason: 'Arrived after the order was closed' }
const SECOND: Misfit = { kind: 'second-payment', reason: 'The order was paid before' }
const WRONG_AMOUNT: Misfit = { kind: 'wrong-amount', reason: 'Wrong amount' }

/**
 * The one place where money and orders are brought together. The buyer's own request, a webhook and the reconciler all
 * end here, in any order and any number: each takes the order's lock, and only the first one changes anything.
 */
export function createSettlement({ links, secretKey, raiseAlert, timings, now }: SettlementDeps) {
  /** Failures are counted by card without keeping anything that names one. */
  function cardHash(fingerprint: string | undefined): string | null {
    return fingerprint ? createHmac('sha256', secretKey).update(`card ${fingerprint}`).digest('base64url') : null
  }

  async function settlePaid(tx: Orm, order: OrderRow, attempt: AttemptRow, payment: ProviderPayment): Promise<void> {
    await record(tx, attempt, payment, 'succeeded')
    await confirmOrder(tx, order, links)
    await consumeDiscount(tx, order.id, now())
  }

  /** From here on the attempt says what was taken, which need not be what was asked for. */
  async function record(tx: Orm, attempt: AttemptRow, payment: ProviderPayment, state: AttemptRow['state']) {
    await updateAttempt(tx, attempt.id, {
      state,
      amountCents: payment.amountCents,
      squarePaymentId: payment.id,
      cardBrand: payment.cardBrand ?? null,
      cardLast4: payment.cardLast4 ?? null,
      cardHash: cardHash(payment.cardFingerprint),
      errorCategory: null,
      errorCode: null,
      resolvedAt: now(),
    })
  }

  /** A payment that its order cannot take goes back; the refund is stored before it is asked for, under the order's lock. */
  async function refundOrphan(
    tx: Orm,
    order: OrderRow,
    attempt: AttemptRow,
    payment: ProviderPayment,
    why: Misfit,
  ): Promise<void> {
    const refund = { id: randomUUID(), amountCents: payment.amountCents - payment.refundedCents, reason: why.reason }
    if (attempt.squarePaymentId === null) {
      await record(tx, attempt, payment, 'orphan_refunded')
      if (refund.amountCents > 0) await insertRefund(tx, { ...refund, attemptId: attempt.id })
    } else {
      // The attempt names the payment that its order lives on; this one belongs to none.
      if (refund.amountCents <= 0) return
      if (!(await insertStrayRefund(tx, { ...refund, squarePaymentId: payment.id }))) return
    }
    await raiseAlert(tx, {
      kind: why.kind,
      subject: why === SECOND ? payment.id : order.number,
      detail: `${formatCents(payment.amountCents)} for order ${order.number} (payment ${payment.id}). We’re refunding it; there’s nothing to do.`,
    })
    // The refund may have been made at the provider's own screens; then its buyer has heard of it there.
    if (refund.amountCents <= 0) return
    await enqueueMail(tx, paymentReturnedMail, {
      // In place of the mail about the refund itself: one mail says what happened and what goes back.
      cause: refundCause(refund.id),
      recipient: order.email,
      payload: {
        orderNumber: order.number,
        firstName: order.firstName,
        refundCents: refund.amountCents,
        why: why.kind,
        isOrderPaid: attempt.state === 'succeeded',
      },
    })
  }

  return {
    /**
     * Money was taken. Makes the order paid, once; a payment that has no place goes back: a second one, another amount,
     * or one that arrives after the buyer was told that nothing was taken. An order that was closed is never reopened,
     * because its buyer may have paid again. Safe to call with the same payment any number of times.
     */
    async accept(tx: Orm, orderId: string, payment: ProviderPayment): Promise<void> {
      const order = await lockOrder(tx, orderId)
      const attempt = order && (await findAttempt(tx, orderId))
      if (!order) throw new Error('a payment for an order that is not there')
      if (!attempt) return alertAboutDeskOrder(tx, order, payment)
      if (attempt.squarePaymentId === payment.id) return
      if (attempt.squarePaymentId !== null) return refundOrphan(tx, order, attempt, payment, SECOND)
      const isRight = payment.amountCents === attempt.amountCents && payment.currency === 'USD'
      const isOpen = isOpenAttempt(attempt.state)
      if (isRight && isOpen && (await moveOrder(tx, orderId, 'pay', { at: now() })))
        return settlePaid(tx, order, attempt, payment)
      await refundOrphan(tx, order, attempt, payment, isOpen && !isRight ? WRONG_AMOUNT : LATE)
      if (isOpen) await closeUnpaid(tx, order)
    },

    /** Nothing was taken: the order is closed, its code and its bottles are free again. */
    async close(tx: Orm, orderId: string, closing: Closing): Promise<void> {
      const { state, failure, cardFingerprint, mayArriveLate = false } = closing
      const order = await lockOrder(tx, orderId)
      const attempt = order && (await findAttempt(tx, orderId))
      if (!order || !attempt || !isOpenAttempt(attempt.state)) return
      await updateAttempt(tx, attempt.id, {
        state,
        httpStatus: failure?.httpStatus ?? null,
        errorCategory: failure?.category ?? null,
        errorCode: failure?.code ?? null,
        cardHash: cardHash(cardFingerprint),
        resolvedAt: now(),
      })
      if (mayArriveLate) await scheduleLook(tx, attempt.id, timings.lateLooksMs[0])
      if (state === 'abandoned')
        await enqueueMail(tx, paymentNotTakenMail, {
          cause: `payment-not-taken:${order.id}`,
          recipient: order.email,
          payload: { orderNumber: order.number, firstName: order.firstName },
        })
      await closeUnpaid(tx, order)
    },

    /** Nobody knows yet: the order waits, and whoever reconciles may take over at once. */
    async leaveOpen(tx: Orm, orderId: string, failure: Failure): Promise<void> {
      const order = await lockOrder(tx, orderId)
      const attempt = order && (await findAttempt(tx, orderId))
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
          detail: `${failure.code ?? 'An answer without a payment'} to the charge of order ${order.number}.`,
        })
    },

    /** The buyer has waited long enough to be told in writing that we are still asking. */
    async sayPending(tx: Orm, orderId: string): Promise<void> {
      const order = await lockOrder(tx, orderId)
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

  /** Orders of the desk take no card. The owner decides: the payment may have been taken for it on purpose. */
  async function alertAboutDeskOrder(tx: Orm, order: OrderRow, payment: ProviderPayment): Promise<void> {
    await raiseAlert(tx, {
      kind: 'money-without-order',
      subject: payment.id,
      detail: `Payment ${payment.id} of ${formatCents(payment.amountCents)} names order ${order.number}, which was created at the desk without a card payment. If you took it for that order, mark it as explained under Money; otherwise refund it there.`,
    })
  }

  /** The last statements of their transaction: codes and shelves are what other buyers wait for. */
  async function closeUnpaid(tx: Orm, order: OrderRow): Promise<void> {
    if (!(await moveOrder(tx, order.id, 'fail', { at: now() }))) return
    await releaseDiscount(tx, order.id, now())
    await putBackStock(tx, order.id)
  }
}
