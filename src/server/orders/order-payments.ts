import type { AttemptState, RefundState } from '#domain/money/payment-states.ts'
import type { Orm } from '#server/platform/db/database.ts'

export type OrderPayment = {
  id: string
  state: AttemptState
  amountCents: number
  squarePaymentId: string | null
  cardBrand: string | null
  cardLast4: string | null
  httpStatus: number | null
  errorCategory: string | null
  errorCode: string | null
  createdAt: Date
  resolvedAt: Date | null
}

export type OrderRefund = {
  id: string
  attemptId: string
  amountCents: number
  reason: string
  state: RefundState
  squareRefundId: string | null
  createdAt: Date
  resolvedAt: Date | null
}

/** What the provider told us about a payment or refund. */
export type OrderEvent = { eventId: string; type: string; receivedAt: Date; processedAt: Date | null }

export type RefundRefusal = 'not-paid' | 'too-much'

/**
 * What an order has to know about its money and may ask for. Payments know orders, not the other way round; they hand
 * this in (payments/order-payments.ts). All of it runs in the caller's transaction.
 */
export interface OrderPayments {
  findAttempt(tx: Orm, orderId: string): Promise<OrderPayment | undefined>
  listAttempts(tx: Orm, orderId: string): Promise<OrderPayment[]>
  listRefunds(tx: Orm, attemptId: string): Promise<OrderRefund[]>
  listRefundsOfOrder(tx: Orm, orderId: string): Promise<OrderRefund[]>
  listEventsAbout(tx: Orm, subjects: readonly string[]): Promise<OrderEvent[]>
  /** Writes a refund down; it is sent after the commit. The caller holds the order's lock. */
  requestRefund(
    tx: Orm,
    order: { id: string },
    refund: { amountCents: number; reason: string; at?: Date },
  ): Promise<{ refundId: string } | { refusal: RefundRefusal }>
}

/** Frees the code that an order has used. */
export type ReleaseDiscount = (tx: Orm, orderId: string, now: Date) => Promise<void>

/** What the one mail is filed under that tells of a refund. */
export function refundCause(refundId: string): string {
  return `refunded:${refundId}`
}
