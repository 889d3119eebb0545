import { randomUUID } from 'node:crypto'
import { formatCents } from '#domain/money/cents.ts'
import { isOpenAttempt } from '#domain/money/payment-states.ts'
import type { AlertKind, RaiseAlert } from '#server/alerts/raise-alert.ts'
import { mailedSubject } from '#server/orders/ask-balance.ts'
import { balanceNotTakenMail, balancePaidMail } from '#server/orders/balance.mails.ts'
import { notifyBalance } from '#server/orders/notify-order.ts'
import type { OrderLinks } from '#server/orders/order-links.ts'
import { refundCause } from '#server/orders/order-payments.ts'
import { findBalanceRequest, type OrderRow, settleBalance } from '#server/orders/orders.service.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import type { ProviderPayment } from './gateway.ts'
import { paymentPendingMail, paymentReturnedMail } from './payments.mails.ts'
import { type AttemptRow, updateAttempt } from './payments.queries.ts'
import { insertStrayRefund } from './stray-refunds.queries.ts'

export type BalanceSettlementDeps = {
  links: OrderLinks
  raiseAlert: RaiseAlert
  now: () => Date
  /** Stores the payment with its charge. */
  record: (tx: Orm, attempt: AttemptRow, payment: ProviderPayment, state: AttemptRow['state']) => Promise<void>
}

/** A charge that pays a request, and not the order itself. */
export type BalanceAttempt = AttemptRow & { requestId: string }

export function paysRequest(attempt: AttemptRow): attempt is BalanceAttempt {
  return attempt.requestId !== null
}

type Misfit = {
  kind: Extract<AlertKind, 'second-payment' | 'wrong-amount' | 'payment-not-due'>
  why: 'second-payment' | 'other-amount' | 'not-due'
  reason: string
}

const SECOND: Misfit = { kind: 'second-payment', why: 'second-payment', reason: 'It was paid before' }
const OTHER_AMOUNT: Misfit = { kind: 'wrong-amount', why: 'other-amount', reason: 'Wrong amount' }
const NOT_DUE: Misfit = { kind: 'payment-not-due', why: 'not-due', reason: 'No longer asked for' }

/**
 * Settles charges that pay a request made after an order was bought. The order's own state never changes: it stays
 * paid, whatever the outcome. The caller holds the order's lock.
 */
export function createBalanceSettlement({ links, raiseAlert, now, record }: BalanceSettlementDeps) {
  /** As a stray: the refunds of an order are those of payments that it took. */
  async function giveBack(tx: Orm, order: OrderRow, payment: ProviderPayment, misfit: Misfit): Promise<void> {
    const amountCents = payment.amountCents - payment.refundedCents
    const refund = { id: randomUUID(), squarePaymentId: payment.id, amountCents, reason: misfit.reason }
    if (amountCents <= 0 || !(await insertStrayRefund(tx, refund))) return
    await raiseAlert(tx, {
      kind: misfit.kind,
      subject: payment.id,
      detail: `A payment of ${formatCents(payment.amountCents)} for order ${order.number} (payment ${payment.id}). We’re refunding it. No action needed.`,
    })
    await enqueueMail(tx, paymentReturnedMail, {
      cause: refundCause(refund.id),
      recipient: order.email,
      payload: {
        orderNumber: order.number,
        firstName: order.firstName,
        refundCents: amountCents,
        why: misfit.why,
        isOrderPaid: true,
      },
    })
  }

  /** Returns false if the request it pays has been withdrawn. */
  async function settlePaid(
    tx: Orm,
    order: OrderRow,
    attempt: BalanceAttempt,
    payment: ProviderPayment,
  ): Promise<boolean> {
    const request = await findBalanceRequest(tx, attempt.requestId)
    const subject = request && (await settleBalance(tx, order, request, now()))
    if (!subject) return false
    await record(tx, attempt, payment, 'succeeded')
    await notifyBalance(tx, order, request)
    const { cardBrand: brand, cardLast4: last4 } = payment
    await enqueueMail(tx, balancePaidMail, {
      cause: `balance-paid:${request.id}`,
      recipient: order.email,
      payload: {
        ...aboutOrder(order),
        amountCents: request.amountCents,
        ...mailedSubject(subject),
        card: brand && last4 ? { brand, last4 } : null,
      },
    })
    return true
  }

  const aboutOrder = (order: OrderRow) => ({
    orderNumber: order.number,
    firstName: order.firstName,
    orderPath: links.pathFor(order.id),
  })

  async function isAskedFor(tx: Orm, { requestId }: BalanceAttempt): Promise<boolean> {
    return (await findBalanceRequest(tx, requestId))?.state === 'open'
  }

  return {
    /** A payment was captured. Books it once; refunds it if it doesn't match. Idempotent. */
    async accept(tx: Orm, order: OrderRow, attempt: BalanceAttempt, payment: ProviderPayment): Promise<void> {
      if (attempt.squarePaymentId === payment.id) return
      if (attempt.squarePaymentId !== null) return giveBack(tx, order, payment, SECOND)
      const isRight = payment.amountCents === attempt.amountCents && payment.currency === 'USD'
      const isOpen = isOpenAttempt(attempt.state)
      if (isRight && isOpen && (await settlePaid(tx, order, attempt, payment))) return
      if (isOpen) await updateAttempt(tx, attempt.id, { state: 'abandoned', resolvedAt: now() })
      await giveBack(tx, order, payment, isOpen && !isRight ? OTHER_AMOUNT : NOT_DUE)
    },

    /** It was looked up and doesn't exist. If the request has been withdrawn, no one is notified. */
    async notifyNotTaken(tx: Orm, order: OrderRow, attempt: BalanceAttempt): Promise<void> {
      if (!(await isAskedFor(tx, attempt))) return
      await enqueueMail(tx, balanceNotTakenMail, {
        cause: `balance-not-taken:${attempt.id}`,
        recipient: order.email,
        payload: { ...aboutOrder(order), amountCents: attempt.amountCents },
      })
    },

    async notifyPending(tx: Orm, order: OrderRow, attempt: BalanceAttempt): Promise<void> {
      if (!isOpenAttempt(attempt.state) || !(await isAskedFor(tx, attempt))) return
      await enqueueMail(tx, paymentPendingMail, {
        cause: `payment-pending:${attempt.id}`,
        recipient: order.email,
        payload: { ...aboutOrder(order), totalCents: attempt.amountCents },
      })
    },
  }
}
