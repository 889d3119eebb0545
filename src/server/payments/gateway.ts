import type { PaymentVerdict } from '#domain/money/payment-verdict.ts'
import type { StateCode } from '#domain/orders/us-states.ts'

/** A payment as the provider knows it. */
export type ProviderPayment = {
  id: string
  status: 'APPROVED' | 'PENDING' | 'COMPLETED' | 'CANCELED' | 'FAILED'
  amountCents: number
  currency: string
  /** The order number we sent along. */
  referenceId: string | undefined
  refundedCents: number
  cardBrand: string | undefined
  cardLast4: string | undefined
  /** The same card always has the same one; it says nothing of the number. */
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

/** One charge. Sent again under the same key it must be the same to the last letter. */
export type Charge = {
  idempotencyKey: string
  sourceId: string
  amountCents: number
  orderNumber: string
  /** The provider's own itemised order, if it took one. */
  providerOrderId: string | undefined
  note: string
  buyer: { email: string; phone: string | null; firstName: string; lastName: string }
  shipTo: { line1: string; line2: string | null; city: string; state: StateCode; zip: string }
}

/** What was bought, for the seller's own screens at the provider. */
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
  /** Asked at the last moment: false when too much time has passed since the permission to send was given. */
  maySend: () => boolean
}

export type RefundRequest = { idempotencyKey: string; paymentId: string; amountCents: number; reason: string }
/** Refused for good, or not known yet; the same request may be sent again at any time. */
export type RefundResult = { refund: ProviderRefund } | { refused: string } | { unknown: true }

export type Period = { from: Date; to: Date }

/** A look-up got no answer that says anything: the same question may be asked again later. */
export class ProviderAway extends Error {
  override name = 'ProviderAway'
}

/** A look-up was refused for good: the same question gets the same answer. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal'
}

/** The only way to the money. Everything behind it may be late, lost or wrong, and says so in its answer. */
export interface PaymentGateway {
  /** Loads what it needs, so that the first buyer does not wait for it. */
  warmUp(): Promise<void>
  /** One call; whoever repeats it says so. Never throws. */
  charge(charge: Charge, options: ChargeOptions): Promise<ChargeResult>
  /** Answers the provider's id of the order, or nothing when it could not be made or does not add up to our total. */
  itemise(order: ItemizedOrder): Promise<string | undefined>
  /** Look-ups and listings throw ProviderAway or ProviderRefusal. Undefined when there is no such payment. */
  findPayment(id: string): Promise<ProviderPayment | undefined>
  /**
   * Payments for an order number that were made since then, whatever their amount and outcome. The listing lags behind
   * by some seconds. Throws when the provider cannot be asked, or has more payments than can be searched.
   */
  findPaymentsOf(order: { number: string; since: Date }): Promise<ProviderPayment[]>
  /**
   * A courtesy to the buyer: a payment that is approved and not captured is released. It is no fence: of a key that the
   * provider has not seen yet it does nothing, and the charge may still arrive. Throws only when the provider refuses,
   * which it does when the payment is captured; a provider that does not answer holds nobody up.
   */
  cancelByKey(idempotencyKey: string): Promise<void>
  refund(request: RefundRequest): Promise<RefundResult>
  findRefund(id: string): Promise<ProviderRefund | undefined>
  listPayments(period: Period): AsyncIterable<ProviderPayment>
  listRefunds(period: Period): AsyncIterable<ProviderRefund>
}
