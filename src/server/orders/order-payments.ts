import type { PaidTotals, PastRefund, RefundedItems, RefundSplit } from '#domain/money/line-refund.ts'
import type { AttemptState, RefundState } from '#domain/money/payment-states.ts'
import type { ReturnReason } from '#domain/money/return-reasons.ts'
import type { Orm } from '#server/platform/db/database.ts'
import type { WithdrawnBy } from './balance-requests.queries.ts'

export type OrderPayment = {
  id: string
  /** What it pays, if that was asked for after the order was bought. */
  requestId: string | null
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

export type OrderRefund = PastRefund & {
  id: string
  attemptId: string
  amountCents: number
  reason: string
  restocks: boolean
  squareRefundId: string | null
  createdAt: Date
  resolvedAt: Date | null
}

/** The refund of a payment that the order couldn't take; it isn't part of its totals. */
export type OrderReturnedPayment = Pick<
  OrderRefund,
  'amountCents' | 'reason' | 'state' | 'createdAt' | 'resolvedAt'
> & {
  attemptId: string | null
  why: ReturnReason | null
}

/** Items of a refund: a quantity of one line. */
export type RefundedLine = {
  refundId: string
  position: number
  quantity: number
  state: RefundState
  /** The return that the refund is for. */
  returnId: string | null
  /** It was taken out of the order before it shipped. */
  removes: boolean
}

/** An amount, or items with the amount that the operator has seen for them. */
export type RefundContent = { amountCents: number; items?: RefundedItems | undefined }

export type RefundRequest = RefundContent & {
  reason: string
  /** Puts its items back in stock; all items if it has none and completes the refund of the order. */
  restocks?: boolean
  returnId?: string | undefined
  /** Its items are taken out of the order before it ships; shipping that is charged instead reduces the amount. */
  removal?: { addedShippingCents: number } | undefined
  /** What exchanging items for others adds to each part of the order; all in all it is less than before. */
  exchange?: RefundSplit | undefined
  /** Refunds only sales tax, as the order moved to a state with less. */
  correctsTax?: boolean
  at?: Date
}

/** The amount of items is another one if there was a refund since. */
export type RefundRefusal = 'not-paid' | 'too-much' | 'other-amount'

/**
 * The port through which orders read and refund payments. Payments depend on orders, not the other way around, so they
 * pass this in (payments/order-payments.ts). All of it runs in the caller's transaction.
 */
export interface OrderPayments {
  /** The charge with which it was bought. */
  findAttempt(tx: Orm, orderId: string): Promise<OrderPayment | undefined>
  /** The latest charge that pays a request. */
  findAttemptOfRequest(tx: Orm, requestId: string): Promise<OrderPayment | undefined>
  listAttempts(tx: Orm, orderId: string): Promise<OrderPayment[]>
  listRefundsOfOrder(tx: Orm, orderId: string): Promise<OrderRefund[]>
  listRefundLines(tx: Orm, orderId: string): Promise<RefundedLine[]>
  listReturnsOfOrder(tx: Orm, orderId: string): Promise<OrderReturnedPayment[]>
  /** What can still be refunded to cards. */
  restOf(tx: Orm, orderId: string): Promise<number>
  /**
   * Withdraws what the buyer was asked for, if anything, and returns the amount. The caller must hold the order's lock.
   */
  withdrawBalance(tx: Orm, orderId: string, by: WithdrawnBy): Promise<number | undefined>
  /** Stores a refund; it is sent after the commit. The caller must hold the order's lock. */
  requestRefund(
    tx: Orm,
    order: PaidTotals & { id: string },
    refund: RefundRequest,
  ): Promise<{ refundId: string } | { refusal: RefundRefusal }>
}

/** Releases the discount code used by an order. */
export type ReleaseDiscount = (tx: Orm, orderId: string, now: Date) => Promise<void>

/** Idempotency key of the email about a refund. */
export function refundCause(refundId: string): string {
  return `refunded:${refundId}`
}
