import type { Square, SquareClient } from 'square'
import { isTaken } from '#domain/money/payment-status.ts'
import { judgeProviderError, type ProviderError } from '#domain/money/payment-verdict.ts'
import {
  type Charge,
  type ChargeResult,
  type ItemizedOrder,
  type PaymentGateway,
  ProviderAway,
  type ProviderPayment,
  ProviderRefusal,
  type ProviderRefund,
} from './gateway.ts'

export type SquareAccount = { baseUrl: string; accessToken: string; locationId: string }

const LOOKUP_TIMEOUT_MS = 5000
/** For several pages. */
const LISTING_TIMEOUT_MS = 15_000
/** Fifty pages; a shop with more payments between two searches needs another approach. */
const MAX_LISTED = 5000
const ITEMISE_TIMEOUT_MS = 4000
const REFUND_TIMEOUT_MS = 10_000
/** Clock skew: the provider may date a payment slightly before we stored the order. */
const CLOCK_SLACK_MS = 2 * 60_000
/** DNS or connection failure: the request cannot have arrived. */
const NEVER_ARRIVED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ERR_INVALID_URL'])

/**
 * Square through its official SDK. The SDK is large, so it is loaded on first use or after the shop is listening. Its
 * own retries are turned off, and every call has a deadline that also covers a stalled body.
 */
export function createSquareGateway({ baseUrl, accessToken, locationId }: SquareAccount): PaymentGateway {
  let loading: Promise<SquareClient> | undefined

  function client(): Promise<SquareClient> {
    loading ??= import('square').then((square) => new square.SquareClient({ token: accessToken, baseUrl }))
    return loading
  }

  return {
    warmUp: async () => void (await client()),

    async charge(charge, { isRepeat, timeoutMs, maySend }): Promise<ChargeResult> {
      try {
        const square = await client()
        if (!maySend()) return { failure: { verdict: judgeProviderError({ isUnsent: true }, { isRepeat }) } }
        const { payment } = await square.payments.create(toPaymentRequest(charge, locationId), within(timeoutMs))
        const taken = payment && toPayment(payment)
        // The SDK also resolves a 200 that is not JSON, without a payment: then the outcome is unknown.
        if (taken && isTaken(taken)) return { payment: taken }
        const isSuspicious = taken !== undefined && taken.status !== 'APPROVED'
        return { failure: { verdict: { kind: 'unknown', isSuspicious } } }
      } catch (error) {
        const { fingerprint, ...described } = describe(error)
        const { statusCode: httpStatus, category, code } = described
        const verdict = judgeProviderError(described, { isRepeat })
        return { failure: { verdict, ...defined({ httpStatus, category, code }) }, cardFingerprint: fingerprint }
      }
    },

    async itemise(order) {
      try {
        const square = await client()
        const { order: made } = await square.orders.create(
          { idempotencyKey: order.idempotencyKey, order: toSquareOrder(order, locationId) },
          within(ITEMISE_TIMEOUT_MS),
        )
        // Square's math must never change what we charge, so an order with a different total isn't used.
        return made?.totalMoney?.amount === BigInt(order.totalCents) ? made.id : undefined
      } catch {
        // Only the seller's dashboard is affected; the payment proceeds without it.
        return undefined
      }
    },

    async findPayment(id) {
      const square = await client()
      try {
        const { payment } = await square.payments.get({ paymentId: id }, within(LOOKUP_TIMEOUT_MS))
        if (!payment) throw new ProviderAway("the provider's response has no payment")
        return toPayment(payment)
      } catch (error) {
        if (describe(error).statusCode === 404) return undefined
        throw lookUpError(error)
      }
    },

    async findPaymentsOf({ reference, since }) {
      const square = await client()
      const beginTime = new Date(since.getTime() - CLOCK_SLACK_MS).toISOString()
      // One deadline for all pages, since they share its signal.
      const page = await square.payments.list(
        { locationId, beginTime, sortOrder: 'ASC', limit: 100 },
        within(LISTING_TIMEOUT_MS),
      )
      const found: ProviderPayment[] = []
      let seen = 0
      for await (const payment of page) {
        seen += 1
        if (seen > MAX_LISTED) throw new Error(`more than ${MAX_LISTED} payments since ${beginTime}`)
        if (payment.referenceId === reference) found.push(toPayment(payment))
      }
      return found
    },

    async cancelByKey(idempotencyKey) {
      const square = await client()
      try {
        await square.payments.cancelByIdempotencyKey({ idempotencyKey }, within(LOOKUP_TIMEOUT_MS))
      } catch (error) {
        const { statusCode } = describe(error)
        if (statusCode === 400 || statusCode === 409) throw error
      }
    },

    async refund({ idempotencyKey, paymentId, amountCents, reason }) {
      try {
        const square = await client()
        const { refund } = await square.refunds.refundPayment(
          { idempotencyKey, paymentId, amountMoney: usd(amountCents), reason: reason.slice(0, 192) },
          within(REFUND_TIMEOUT_MS),
        )
        return refund ? { refund: toRefund(refund) } : { unknown: true }
      } catch (error) {
        const { statusCode = 0, code } = describe(error)
        return isFinal(statusCode) ? { refused: code ?? String(statusCode) } : { unknown: true }
      }
    },

    async findRefund(id) {
      const square = await client()
      try {
        const { refund } = await square.refunds.get({ refundId: id }, within(LOOKUP_TIMEOUT_MS))
        if (!refund) throw new ProviderAway("the provider's response has no refund")
        return toRefund(refund)
      } catch (error) {
        if (describe(error).statusCode === 404) return undefined
        throw lookUpError(error)
      }
    },

    async *listPayments({ from, to }) {
      const square = await client()
      try {
        const page = await square.payments.list(
          { locationId, beginTime: from.toISOString(), endTime: to.toISOString(), sortOrder: 'ASC' },
          within(REFUND_TIMEOUT_MS),
        )
        for await (const payment of page) yield toPayment(payment)
      } catch (error) {
        throw lookUpError(error)
      }
    },

    async *listRefunds({ from, to }) {
      const square = await client()
      try {
        const page = await square.refunds.list(
          { locationId, beginTime: from.toISOString(), endTime: to.toISOString(), sortOrder: 'ASC' },
          within(REFUND_TIMEOUT_MS),
        )
        for await (const refund of page) yield toRefund(refund)
      } catch (error) {
        throw lookUpError(error)
      }
    },
  }
}

function within(timeoutMs: number) {
  // The SDK's own timeout ends with the headers; the signal also covers the body.
  return { maxRetries: 0, timeoutInSeconds: timeoutMs / 1000, abortSignal: AbortSignal.timeout(timeoutMs) }
}

function usd(cents: number): Square.Money {
  return { amount: BigInt(cents), currency: 'USD' }
}

function toPaymentRequest(charge: Charge, locationId: string): Square.CreatePaymentRequest {
  const { buyer, shipTo } = charge
  return {
    sourceId: charge.sourceId,
    idempotencyKey: charge.idempotencyKey,
    amountMoney: usd(charge.amountCents),
    autocomplete: true,
    locationId,
    referenceId: charge.reference,
    note: charge.note.slice(0, 500),
    customerDetails: { customerInitiated: true, sellerKeyedIn: false },
    buyerEmailAddress: buyer.email,
    ...(buyer.phone && { buyerPhoneNumber: buyer.phone }),
    shippingAddress: {
      firstName: buyer.firstName,
      lastName: buyer.lastName,
      addressLine1: shipTo.line1,
      ...(shipTo.line2 && { addressLine2: shipTo.line2 }),
      locality: shipTo.city,
      administrativeDistrictLevel1: shipTo.state,
      postalCode: shipTo.zip,
      country: 'US',
    },
    ...(charge.providerOrderId && { orderId: charge.providerOrderId }),
  }
}

/**
 * Discount and shipping are amounts, never percentages. Square rounds tax half to even and Utah half up: if the two
 * differ by a cent, a service charge named 'Tax rounding' makes up for it.
 */
function toSquareOrder(order: ItemizedOrder, locationId: string): Square.Order {
  const taxable = order.totalCents - order.taxCents - order.shippingCents
  const charges = [
    ...(order.shippingCents > 0 ? [{ name: 'Shipping', cents: order.shippingCents }] : []),
    ...(order.taxCents > halfEvenTax(taxable, order.taxBasisPoints) ? [{ name: 'Tax rounding', cents: 1 }] : []),
  ]
  return {
    locationId,
    referenceId: order.orderNumber,
    lineItems: order.lines.map(({ name, size, quantity, priceCents }) => ({
      name,
      quantity: String(quantity),
      basePriceMoney: usd(priceCents),
      ...(size && { variationName: size }),
    })),
    ...(order.discountCents > 0 && {
      discounts: [
        {
          uid: 'discount',
          name: 'Discount',
          type: 'FIXED_AMOUNT' as const,
          amountMoney: usd(order.discountCents),
          scope: 'ORDER' as const,
        },
      ],
    }),
    ...(order.taxCents > 0 && {
      taxes: [
        {
          uid: 'tax',
          name: `${order.stateCode} sales tax`,
          type: 'ADDITIVE' as const,
          percentage: String(order.taxBasisPoints / 100),
          scope: 'ORDER' as const,
        },
      ],
    }),
    ...(charges.length > 0 && {
      serviceCharges: charges.map(({ name, cents }) => ({
        name,
        amountMoney: usd(cents),
        calculationPhase: 'TOTAL_PHASE' as const,
        taxable: false,
      })),
    }),
  }
}

/** Rounds half to even, as Square does. */
function halfEvenTax(taxableCents: number, basisPoints: number): number {
  const product = taxableCents * basisPoints
  const whole = Math.floor(product / 10_000)
  const rest = product - whole * 10_000
  if (rest === 5000) return whole + (whole % 2)
  return rest > 5000 ? whole + 1 : whole
}

function toPayment(payment: Square.Payment): ProviderPayment {
  const card = payment.cardDetails?.card
  return {
    id: payment.id ?? '',
    status: payment.status as ProviderPayment['status'],
    amountCents: Number(payment.totalMoney?.amount ?? payment.amountMoney?.amount ?? 0),
    currency: payment.amountMoney?.currency ?? '',
    referenceId: payment.referenceId,
    refundedCents: Number(payment.refundedMoney?.amount ?? 0),
    cardBrand: card?.cardBrand,
    cardLast4: card?.last4 && /^\d{4}$/.test(card.last4) ? card.last4 : undefined,
    cardFingerprint: card?.fingerprint,
    createdAt: new Date(payment.createdAt ?? 0),
  }
}

function toRefund(refund: Square.PaymentRefund): ProviderRefund {
  return {
    id: refund.id,
    status: refund.status as ProviderRefund['status'],
    paymentId: refund.paymentId ?? undefined,
    amountCents: Number(refund.amountMoney.amount ?? 0),
    createdAt: new Date(refund.createdAt ?? 0),
  }
}

type SquareFailure = {
  statusCode?: number
  errors?: { category?: string; code?: string }[]
  body?: { payment?: { card_details?: { card?: { fingerprint?: string } } } }
}

/**
 * Maps anything thrown to our error type. SDK error messages contain the whole response, so they are never passed on.
 */
function describe(error: unknown): ProviderError & { fingerprint?: string | undefined } {
  // The SDK rejects wrong types before it sends anything.
  if (error instanceof Error && error.name === 'JsonError') return { isUnsent: true, code: 'JsonError' }
  const { statusCode, errors, body } = error as SquareFailure
  if (statusCode === undefined) {
    const code = networkCode(error)
    return { isUnsent: code !== undefined && NEVER_ARRIVED.has(code), ...defined({ code }) }
  }
  const [first] = errors ?? []
  return {
    statusCode,
    ...defined({ category: first?.category, code: first?.code }),
    fingerprint: body?.payment?.card_details?.card?.fingerprint,
  }
}

/** Returns true if a retry would get the same response: not an authentication, rate limit or timing problem. */
function isFinal(statusCode: number): boolean {
  return statusCode >= 400 && statusCode < 500 && ![401, 403, 408, 409, 429].includes(statusCode)
}

/** The SDK's message quotes the whole response; status and code are enough. */
function lookUpError(error: unknown): Error {
  if (error instanceof ProviderAway) return error
  const { statusCode = 0, code } = describe(error)
  const message = [statusCode > 0 ? `HTTP ${statusCode}` : 'no response', code].filter(Boolean).join(' ')
  return isFinal(statusCode) ? new ProviderRefusal(message) : new ProviderAway(message)
}

/** System error code of a failed connection, from the chain of causes. */
function networkCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (typeof code === 'string') return code
    if (cause instanceof AggregateError) return networkCode(cause.errors[0])
  }
  return undefined
}

function defined<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
