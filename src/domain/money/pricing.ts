import { parseState } from '../orders/us-states.ts'
import { roundCents } from './cents.ts'
import type { Rates, ShippingRate, TaxRates } from './rates.ts'

export type Discount = { kind: 'percent'; percent: number } | { kind: 'amount'; amountCents: number }

export type PricedLine = { priceCents: number; quantity: number }

export type OrderTotals = {
  subtotalCents: number
  discountCents: number
  shippingCents: number
  taxCents: number
  totalCents: number
}

export type OrderInput = {
  rates: Rates
  lines: readonly PricedLine[]
  discount?: Discount | undefined
  /** As typed; undefined if not known yet. */
  state?: string | undefined
}

/** No real order is worth more; it would be a card tester or a typo. */
export const MAX_TOTAL_CENTS = 500_000

/** The single price function: drawer, dialog, quote and charge all show its result. */
export function priceOrder({ rates, lines, discount, state }: OrderInput): OrderTotals {
  const subtotalCents = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0)
  const discountCents = discount ? discountOf(subtotalCents, discount) : 0
  const shippingCents = shippingFor(subtotalCents, rates.shipping)
  const taxCents = taxFor(subtotalCents - discountCents, taxRateOf(state, rates.tax))
  return {
    subtotalCents,
    discountCents,
    shippingCents,
    taxCents,
    totalCents: subtotalCents - discountCents + shippingCents + taxCents,
  }
}

/** Never more than the subtotal. */
export function discountOf(subtotalCents: number, discount: Discount): number {
  const wanted = discount.kind === 'percent' ? roundCents(subtotalCents * discount.percent, 100) : discount.amountCents
  return Math.min(wanted, subtotalCents)
}

/** Based on the subtotal before the discount, so a code never costs the free shipping. An empty cart ships nothing. */
export function shippingFor(subtotalCents: number, { flatCents, freeFromCents }: ShippingRate): number {
  return subtotalCents === 0 || subtotalCents >= freeFromCents ? 0 : flatCents
}

/** How much is missing for free shipping; 0 once it's reached. */
export function toFreeShipping(subtotalCents: number, { freeFromCents }: ShippingRate): number {
  return Math.max(0, freeFromCents - subtotalCents)
}

/** The sales tax of a state as typed, in basis points; 0 where the shop collects none. */
export function taxRateOf(state: string | undefined, tax: TaxRates): number {
  const code = parseState(state ?? '')
  return (code && tax[code]) ?? 0
}

/** On the subtotal after discount; shipping is stated separately and not taxed. */
export function taxFor(taxableCents: number, basisPoints: number): number {
  return roundCents(taxableCents * basisPoints, 10_000)
}
