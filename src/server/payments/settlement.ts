import { createHmac, randomUUID } from 'node:crypto'
import { formatCents } from '#domain/money.ts'
import type { Orm } from '#server/db/database.ts'
import {
  listOrderLines,
  lockOrder,
  type OrderRow,
  putBackStock,
  updateOrder,
  takeStock,
} from '#server/db/orders.queries.ts'
import { type AttemptRow, dropLease, findAttempt, insertRefund, updateAttempt } from '#server/db/payments.queries.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { consumeDiscount, releaseDiscount, reserveDiscount } from '#server/services/discounts.ts'
import type { OrderLinks } from '#server/services/order-links.ts'
import type { Failure, ProviderPayment } from './gateway.ts'
import type { Alert, RaiseAlert } from './raise-alert.ts'

export type SettlementParts = { links: OrderLinks; secretKey: string; raiseAlert: RaiseAlert; now: () => Date }

export type Settlement = ReturnType<typeof createSettlement>

/** Why an order came to nothing. */
export type Closing = {
  state: 'declined' | 'not_sent' | 'abandoned'
  failure?: Failure
  cardFingerprint?: string | undefined
}

/**
 * The one place where money and orders are brought together. The buyer's own request, a webhook and the reconciler all
 * end here, in any order and any number: each takes the order's lock, and only the first one changes anything.
 */
export function createSettlement({ links, secretKey, raiseAlert, now }: SettlementParts) {
  /** Failures are counted by card without keeping anything that names one. */
  function cardHash(fingerprint: string | undefined): string | null {
    return fingerprint ? createHmac('sha256', secretKey).update(`card ${fingerprint}`).digest('base64url') : null
  }

  async function pay(tx: Orm, order: OrderRow, attempt: AttemptRow, payment: ProviderPayment): Promise<void> {
    await record(tx, attempt, payment, 'succeeded')
    await updateOrder(tx, order.id, { state: 'paid', paidAt: now() })
    await consumeDiscount(tx, order.id, now())
    await confirmOrder(tx, order, links)
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

  /** Money that belongs to no order of ours goes back, under a key that is stored before it is asked for. */
  async function giveBack(tx: Orm, attempt: AttemptRow, payment: ProviderPayment, reason: string): Promise<void> {
    await record(tx, attempt, payment, 'orphan_refunded')
    await insertRefund(tx, { id: randomUUID(), attemptId: attempt.id, amountCents: payment.amountCents, reason })
  }

  /** An order that was given up is taken up again, if what it needs can still be had. */
  async function revive(tx: Orm, order: OrderRow, attempt: AttemptRow, payment: ProviderPayment): Promise<boolean> {
    if (order.discountCode) {
      const { foldedEmail, subtotalCents, discountCode: code } = order
      const use = await reserveDiscount(tx, { code, orderId: order.id, foldedEmail, subtotalCents, now: now() })
      if (!use.ok) return false
    }
    if (await takeStock(tx, order.id)) return false
    await pay(tx, order, attempt, payment)
    return true
  }

  return {
    /**
     * Money was taken. Makes the order paid, once; a payment that has no place (too late, a second one, another amount)
     * goes back. Safe to call with the same payment any number of times.
     */
    async accept(tx: Orm, orderId: string, payment: ProviderPayment): Promise<void> {
      const order = await lockOrder(tx, orderId)
      const attempt = order && (await findAttempt(tx, orderId))
      if (!order) throw new Error('a payment for an order that is not there')
      if (attempt?.squarePaymentId === payment.id) return
      if (!attempt || attempt.squarePaymentId !== null) {
        // An order of the desk, which takes no cards, or one that has its payment.
        await raiseAlert(tx, extraPayment(order, attempt, payment))
        return
      }
      const isRight = payment.amountCents === attempt.amountCents && payment.currency === 'USD'
      const isOpen = attempt.state === 'sending' || attempt.state === 'unknown'
      if (isRight && isOpen) {
        await pay(tx, order, attempt, payment)
        return
      }
      if (isRight && (await inSavepoint(tx, (inner) => revive(inner, order, attempt, payment)))) return
      await giveBack(tx, attempt, payment, isRight ? 'Arrived after the order was closed' : 'Wrong amount')
      if (isOpen) await comeToNothing(tx, order)
      await raiseAlert(tx, {
        kind: isRight ? 'late-payment' : 'wrong-amount',
        subject: order.number,
        detail: `We’re refunding payment ${payment.id} of ${formatCents(payment.amountCents)}. There’s nothing to do.`,
      })
    },

    /** Nothing was taken: the order is closed, its code and its bottles are free again. */
    async close(tx: Orm, orderId: string, { state, failure, cardFingerprint }: Closing): Promise<void> {
      const order = await lockOrder(tx, orderId)
      const attempt = order && (await findAttempt(tx, orderId))
      if (!order || !attempt || (attempt.state !== 'sending' && attempt.state !== 'unknown')) return
      await updateAttempt(tx, attempt.id, {
        state,
        httpStatus: failure?.httpStatus ?? null,
        errorCategory: failure?.category ?? null,
        errorCode: failure?.code ?? null,
        cardHash: cardHash(cardFingerprint),
        resolvedAt: now(),
      })
      await comeToNothing(tx, order)
      if (state !== 'abandoned') return
      await enqueueMail(tx, {
        cause: `payment-not-taken:${order.id}`,
        template: 'payment-not-taken',
        recipient: order.email,
        payload: { orderNumber: order.number, firstName: order.firstName },
      })
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
      if (order?.state !== 'pending_payment') return
      await enqueueMail(tx, {
        cause: `payment-pending:${order.id}`,
        template: 'payment-pending',
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

  async function comeToNothing(tx: Orm, order: OrderRow): Promise<void> {
    await updateOrder(tx, order.id, { state: 'payment_failed' })
    await releaseDiscount(tx, order.id, now())
    await putBackStock(tx, order.id)
  }
}

/** Money that an order did not ask for. The owner decides: it may have been taken on purpose. */
function extraPayment(order: OrderRow, attempt: AttemptRow | undefined, payment: ProviderPayment): Alert {
  const money = `Payment ${payment.id} of ${formatCents(payment.amountCents)}`
  return attempt
    ? {
        kind: 'second-payment',
        subject: payment.id,
        detail: `${money} names order ${order.number}, which already has its payment. Open Money to refund it.`,
      }
    : {
        kind: 'money-without-order',
        subject: payment.id,
        detail: `${money} names order ${order.number}, which was created at the desk without a card payment. If you took it for that order, mark it as explained under Money; otherwise refund it there.`,
      }
}

/** What a try that fails half-way has done is undone, and the rest of the transaction goes on. */
async function inSavepoint(tx: Orm, work: (inner: Orm) => Promise<boolean>): Promise<boolean> {
  class Undone extends Error {}
  try {
    return await tx.transaction(async (inner) => {
      if (await work(inner)) return true
      throw new Undone()
    })
  } catch (error) {
    if (error instanceof Undone) return false
    throw error
  }
}

/** Thanks for a paid order, in the transaction that makes it paid. */
export async function confirmOrder(tx: Orm, order: OrderRow, links: OrderLinks): Promise<void> {
  const lines = await listOrderLines(tx, order.id)
  await enqueueMail(tx, {
    cause: `order-confirmation:${order.id}`,
    template: 'order-confirmation',
    recipient: order.email,
    payload: {
      orderNumber: order.number,
      firstName: order.firstName,
      orderPath: links.pathFor(order.id),
      lines: lines.map(({ name, size, quantity, priceCents }) => ({ name, size, quantity, priceCents })),
      subtotalCents: order.subtotalCents,
      discountCents: order.discountCents,
      shippingCents: order.shippingCents,
      taxCents: order.taxCents,
      totalCents: order.totalCents,
      shipTo: addressLines(order),
    },
  })
}

/** As it goes on the parcel. */
export function addressLines(
  order: Pick<OrderRow, 'firstName' | 'lastName' | 'line1' | 'line2' | 'city' | 'stateCode' | 'zip'>,
): string[] {
  return [
    `${order.firstName} ${order.lastName}`,
    order.line1,
    ...(order.line2 ? [order.line2] : []),
    `${order.city}, ${order.stateCode} ${order.zip}`,
    'United States',
  ]
}
