import { roundCents } from './cents.ts'

/** docs/product.md#shipping */
export const FREE_SHIPPING_FROM_CENTS = 7500
export const FLAT_SHIPPING_CENTS = 999
/** 7.15 %, in hundredths of a percent to keep the tax in integers. */
export const UTAH_TAX_BASIS_POINTS = 715

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
  lines: readonly PricedLine[]
  discount?: Discount | undefined
  /** As typed; undefined if not known yet. */
  state?: string | undefined
}

/** The single price function: drawer, dialog, quote and charge all show its result. */
export function priceOrder({ lines, discount, state }: OrderInput): OrderTotals {
  const subtotalCents = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0)
  const discountCents = discount ? discountOf(subtotalCents, discount) : 0
  const shippingCents = shippingFor(subtotalCents)
  const taxCents = taxFor(subtotalCents - discountCents, state)
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
export function shippingFor(subtotalCents: number): number {
  return subtotalCents === 0 || subtotalCents >= FREE_SHIPPING_FROM_CENTS ? 0 : FLAT_SHIPPING_CENTS
}

/** Amount missing for free shipping; 0 once reached. */
export function toFreeShipping(subtotalCents: number): number {
  return Math.max(0, FREE_SHIPPING_FROM_CENTS - subtotalCents)
}

/** Only Utah, on the subtotal after the discount; shipping is stated separately and not taxed. */
export function taxFor(taxableCents: number, state: string | undefined): number {
  return isUtah(state) ? roundCents(taxableCents * UTAH_TAX_BASIS_POINTS, 10_000) : 0
}

function isUtah(state: string | undefined): boolean {
  const typed = state?.trim().toUpperCase()
  return typed === 'UT' || typed === 'UTAH'
}
