import {
  type PaidLine,
  type PaidTotals,
  type Quantities,
  type RefundSplit,
  splitAmountCents,
  splitItems,
} from './line-refund.ts'
import { shippingFor } from './pricing.ts'
import type { ShippingRate } from './rates.ts'

/** An order before items are taken out of it. */
export type OpenOrder = PaidTotals & {
  /** With how many of each were refunded, which don't ship either. */
  lines: readonly (PaidLine & { refunded: number })[]
  /** What was not refunded yet. */
  left: RefundSplit
  /** From the day it was placed. */
  shippingRate: ShippingRate
}

export type Removal = {
  /** How many don't ship, by line. */
  quantities: Quantities
  /** Charges shipping if it was free and, without these items, is not. */
  chargesShipping: boolean
}

export type RemovalProblem = 'nothing' | 'too-many' | 'everything' | 'rest-of-payment' | 'shipping-is-more'

export type RemovalPlan = {
  /** What's refunded. Its shipping is negative if shipping is charged. */
  split: RefundSplit
  amountCents: number
  /** What the customer has paid for the items that still ship. */
  kept: RefundSplit
  /** The shipping that would be due without these items, whether it's charged or not. */
  lostShippingCents: number
}

/**
 * Prices removed items: what was paid for them is refunded, as in an item refund. Something must be left to ship and
 * pay for; otherwise the order has to be canceled or closed.
 */
export function planRemoval(order: OpenOrder, removal: Removal): RemovalPlan | { problem: RemovalProblem } {
  const { lines, left } = order
  const { quantities, chargesShipping } = removal
  const rest = lines.map((line) => ({ ...line, quantity: line.quantity - line.refunded - wantedOf(line, quantities) }))
  if (lines.some((line) => !(wantedOf(line, quantities) >= 0)) || rest.some(({ quantity }) => quantity < 0))
    return { problem: 'too-many' }
  if (lines.every((line) => wantedOf(line, quantities) === 0)) return { problem: 'nothing' }
  if (rest.every(({ quantity }) => quantity === 0)) return { problem: 'everything' }
  const before = new Map(lines.map(({ position, refunded }) => [position, refunded]))
  const items = splitItems(order, left, { quantities, withShipping: false }, before)
  const itemCents = splitAmountCents(items)
  if (itemCents >= splitAmountCents(left)) return { problem: 'rest-of-payment' }
  const lostShippingCents = lostShipping(
    order,
    rest.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0),
  )
  const addedCents = chargesShipping ? lostShippingCents : 0
  if (itemCents <= addedCents) return { problem: 'shipping-is-more' }
  // Not -0, which is not equal to 0 everywhere.
  const split = addedCents > 0 ? { ...items, shippingCents: -addedCents } : items
  return { split, amountCents: itemCents - addedCents, kept: minus(left, split), lostShippingCents }
}

/** Returns true if removing items can cost the order its free shipping. */
export function canLoseFreeShipping({ subtotalCents, shippingCents, left, shippingRate }: OpenOrder): boolean {
  const wasFree = shippingCents === 0 && shippingFor(subtotalCents, shippingRate) === 0
  return wasFree && left.shippingCents === 0 && shippingFor(1, shippingRate) > 0
}

function lostShipping(order: OpenOrder, keptGoodsCents: number): number {
  return canLoseFreeShipping(order) ? shippingFor(keptGoodsCents, order.shippingRate) : 0
}

function wantedOf({ position }: PaidLine, quantities: Quantities): number {
  return quantities.get(position) ?? 0
}

function minus(one: RefundSplit, other: RefundSplit): RefundSplit {
  return {
    goodsCents: one.goodsCents - other.goodsCents,
    discountCents: one.discountCents - other.discountCents,
    shippingCents: one.shippingCents - other.shippingCents,
    taxCents: one.taxCents - other.taxCents,
  }
}
