import type { PaymentVerdict } from '#domain/money/payment-verdict.ts'
import type { StateCode } from '#domain/orders/us-states.ts'

/** A payment as recorded by the provider. */
export type ProviderPayment = {
  id: string
  status: 'APPROVED' | 'PENDING' | 'COMPLETED' | 'CANCELED' | 'FAILED'
  amountCents: number
  currency: string
  /** What we sent with it (payment-reference.ts in the domain). */
  referenceId: string | undefined
  refundedCents: number
  cardBrand: string | undefined
  cardLast4: string | undefined
  /** Identifies a card without revealing its number. */
  cardFingerprint: string | undefined
  createdAt: Date
}

export type ProviderRefund = {
  id: string
  status: 'PENDING' | 'COMPLETED' | 'REJECTED' | 'FAILED'
  paymentId: string | undefined
  amountCents: number
  createdAt: Date
}

/** One charge. A retry with the same idempotency key must be identical in every field. */
export type Charge = {
  idempotencyKey: string
  sourceId: string
  amountCents: number
  /** Names the charge in the provider's lists. */
  reference: string
  /** The provider's itemized order, if it accepted one. */
  providerOrderId: string | undefined
  note: string
  buyer: { email: string; phone: string | null; firstName: string; lastName: string }
  shipTo: { line1: string; line2: string | null; city: string; state: StateCode; zip: string }
}

/** The items bought, for the seller's own dashboard at the provider. */
export type ItemizedOrder = {
  idempotencyKey: string
  orderNumber: string
  lines: readonly { name: string; size: string | null; quantity: number; priceCents: number }[]
  discountCents: number
  shippingCents: number
  taxCents: number
  taxBasisPoints: number
  stateCode: string
  totalCents: number
}

export type Failure = { verdict: PaymentVerdict; httpStatus?: number; category?: string; code?: string }
export type ChargeResult = { payment: ProviderPayment } | { failure: Failure; cardFingerprint?: string | undefined }

export type ChargeOptions = {
  isRepeat: boolean
  timeoutMs: number
  /** Checked right before sending; returns false if the permission to send has expired. */
  maySend: () => boolean
}

export type RefundRequest = { idempotencyKey: string; paymentId: string; amountCents: number; reason: string }
/** Refused for good, or unknown; the same request can be retried at any time. */
export type RefundResult = { refund: ProviderRefund } | { refused: string } | { unknown: true }

export type Period = { from: Date; to: Date }

/** A lookup got no conclusive response and can be retried later. */
export class ProviderAway extends Error {
  override name = 'ProviderAway'
}

/** A lookup was refused for good; a retry gets the same response. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal'
}

/** The only access to the payment provider. Its calls can be late, lost or wrong, and the results say so. */
export interface PaymentGateway {
  /** Loads the SDK, so the first buyer does not wait for it. */
  warmUp(): Promise<void>
  /** A single call; `isRepeat` marks a retry. Never throws. */
  charge(charge: Charge, options: ChargeOptions): Promise<ChargeResult>
  /** Returns the provider's order id, or undefined if it could not be created or does not add up to our total. */
  itemise(order: ItemizedOrder): Promise<string | undefined>
  /** Lookups and listings throw ProviderAway or ProviderRefusal. Undefined if there is no such payment. */
  findPayment(id: string): Promise<ProviderPayment | undefined>
  /**
   * Payments with that reference since then, of any amount and outcome. The listing lags by some seconds. Throws if the
   * provider cannot be reached or has more payments than can be searched.
   */
  findPaymentsOf(charge: { reference: string; since: Date }): Promise<ProviderPayment[]>
  /**
   * Releases a payment that is approved but not captured, as a courtesy to the buyer. This is not a fence: for a key
   * that the provider has not seen yet it does nothing, and the charge may still arrive. Throws only if the provider
   * refuses because the payment is captured; an unresponsive provider is ignored.
   */
  cancelByKey(idempotencyKey: string): Promise<void>
  refund(request: RefundRequest): Promise<RefundResult>
  findRefund(id: string): Promise<ProviderRefund | undefined>
  listPayments(period: Period): AsyncIterable<ProviderPayment>
  listRefunds(period: Period): AsyncIterable<ProviderRefund>
}
