import { isOpenAttempt } from '#domain/money/payment-states.ts'
import { isRightPayment } from '#domain/money/payment-status.ts'
import type { RaiseAlert } from '#server/alerts/raise-alert.ts'
import { mailedSubject } from '#server/orders/ask-balance.ts'
import { balanceNotTakenMail, balancePaidMail } from '#server/orders/balance.mails.ts'
import { notifyBalance } from '#server/orders/notify-order.ts'
import type { OrderLinks } from '#server/orders/order-links.ts'
import { findBalanceRequest, type OrderRow, settleBalance } from '#server/orders/orders.service.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import type { ProviderPayment } from './gateway.ts'
import { paymentPendingMail } from './payments.mails.ts'
import type { AttemptRow } from './payments.queries.ts'
import { type Misfit, returnPayment } from './return-payment.ts'

export type BalanceSettlementDeps = {
  links: OrderLinks
  raiseAlert: RaiseAlert
  now: () => Date
  /** Stores what was captured with its charge. */
  record: (tx: Orm, attempt: AttemptRow, payment: ProviderPayment, state: AttemptRow['state']) => Promise<void>
}

/** A charge that pays a request, and not the order itself. */
export type BalanceAttempt = AttemptRow & { requestId: string }

type AcceptedBalance = { order: OrderRow; attempt: BalanceAttempt; payment: ProviderPayment; isRetry: boolean }

export function paysRequest(attempt: AttemptRow): attempt is BalanceAttempt {
  return attempt.requestId !== null
}

const SECOND: Misfit = { kind: 'second-payment', why: 'second-payment', reason: 'It was paid before' }
const OTHER_AMOUNT: Misfit = { kind: 'wrong-amount', why: 'other-amount', reason: 'Wrong amount' }
const NOT_DUE: Misfit = { kind: 'payment-not-due', why: 'not-due', reason: 'No longer asked for' }

/**
 * Settles charges that pay a request made after an order was bought. The order's own state never changes: it stays
 * paid, whatever the outcome. The caller holds the order's lock.
 */
export function createBalanceSettlement({ links, raiseAlert, now, record }: BalanceSettlementDeps) {
  const giveBack = (tx: Orm, misfit: Misfit, { isRetry, ...rest }: AcceptedBalance): Promise<void> =>
    returnPayment(tx, { ...rest, misfit, alertSubject: rest.payment.id }, { raiseAlert, isRetry })

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
    async accept(tx: Orm, accepted: AcceptedBalance): Promise<void> {
      const { order, attempt, payment } = accepted
      if (attempt.squarePaymentId === payment.id) return
      if (attempt.squarePaymentId !== null) return giveBack(tx, SECOND, accepted)
      const isRight = isRightPayment(payment, attempt.amountCents)
      const isOpen = isOpenAttempt(attempt.state)
      if (isRight && isOpen && (await settlePaid(tx, order, attempt, payment))) return
      if (attempt.state !== 'orphan_refunded') await record(tx, attempt, payment, 'orphan_refunded')
      await giveBack(tx, isOpen && !isRight ? OTHER_AMOUNT : NOT_DUE, accepted)
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
