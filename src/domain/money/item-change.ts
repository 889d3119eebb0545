import { roundCents } from './cents.ts'
import { canLoseFreeShipping, type OpenOrder } from './item-removal.ts'
import {
  itemTotals,
  type ItemTotals,
  itemValue,
  type Quantities,
  type RefundSplit,
  splitAmountCents,
} from './line-refund.ts'
import { type Discount, discountOf, MAX_TOTAL_CENTS, type PricedLine, shippingFor, taxFor } from './pricing.ts'

/** An order before items are added to it, or exchanged for others. */
export type ChangingOrder = OpenOrder & {
  /** Its code, if it has one. What is added gets it only if it is still offered. */
  discount: { discount: Discount; isOffered: boolean } | undefined
  /** The sales tax where it ships, on the day it was placed and today; today's applies to what is added. */
  basisPoints: { placed: number; today: number }
}

export type ItemChange = {
  /** How many don't ship, by line. */
  removed: Quantities
  added: readonly PricedLine[]
  /** Charges shipping if it was free and, after the change, is not. */
  chargesShipping: boolean
}

export type ItemChangeProblem = 'nothing-added' | 'too-many' | 'too-large' | 'tax-changed' | 'more-than-paid'

export type ItemChangePlan = {
  /** What the change adds to each part; negative if it subtracts. */
  split: RefundSplit
  /** What the customer has to pay; negative if it's refunded. */
  amountCents: number
  /** What they've paid so far, and the order's total afterward. */
  before: RefundSplit
  after: RefundSplit
  /** What the items come to afterward, with those that were refunded before (line-refund.ts). */
  items: ItemTotals
}

/**
 * Prices added and exchanged items: the order is priced as if bought that way, and the difference from its previous
 * total is due. A percentage discount applies to the new items, a fixed amount doesn't change; paid shipping is
 * refunded once the order ships free.
 */
export function planItemChange(
  order: ChangingOrder,
  { removed, added, chargesShipping }: ItemChange,
): ItemChangePlan | { problem: ItemChangeProblem } {
  const { lines, left } = order
  const wanted = (position: number) => removed.get(position) ?? 0
  const open = lines.map((line) => ({ ...line, quantity: line.quantity - line.refunded }))
  if (open.some(({ position, quantity }) => !(wanted(position) >= 0 && wanted(position) <= quantity)))
    return { problem: 'too-many' }
  if (added.length === 0) return { problem: 'nothing-added' }
  const goods = {
    open: goodsOf(open),
    removed: goodsOf(open.map((line) => ({ ...line, quantity: wanted(line.position) }))),
    added: goodsOf(added),
  }
  if (order.basisPoints.placed !== order.basisPoints.today && goods.removed > 0) return { problem: 'tax-changed' }
  const discountCents = addedDiscount(order, goods)
  const split = {
    goodsCents: goods.added - goods.removed,
    discountCents,
    shippingCents: addedShipping(order, goods.open - goods.removed + goods.added, chargesShipping),
    taxCents: addedTax(order, goods, discountCents),
  }
  const amountCents = splitAmountCents(split)
  const after = plus(left, split)
  if (splitAmountCents(after) > MAX_TOTAL_CENTS) return { problem: 'too-large' }
  if (splitAmountCents(after) <= 0) return { problem: 'more-than-paid' }
  return { split, amountCents, before: left, after, items: itemsAfter(order, split) }
}

type Goods = { open: number; removed: number; added: number }

function addedDiscount({ discount }: ChangingOrder, { open, removed, added }: Goods): number {
  if (!discount || (added > removed && !discount.isOffered)) return 0
  return discountOf(open - removed + added, discount.discount) - discountOf(open, discount.discount)
}

function addedTax({ discount, basisPoints, left }: ChangingOrder, goods: Goods, discountCents: number): number {
  const { placed, today } = basisPoints
  // Otherwise the tax of each part would be rounded separately from the whole.
  const netBefore = goods.open - (discount ? discountOf(goods.open, discount.discount) : 0)
  const netAdded = goods.added - goods.removed - discountCents
  const taxCents =
    placed === today ? taxFor(netBefore + netAdded, today) - taxFor(netBefore, today) : taxFor(netAdded, today)
  // Tax waived by the shop isn't refunded.
  return Math.max(taxCents, 0 - Math.max(0, left.taxCents))
}

function addedShipping(order: ChangingOrder, goodsCents: number, chargesShipping: boolean): number {
  const shippingCents = shippingFor(goodsCents, order.shippingRate)
  if (order.left.shippingCents > 0 && shippingCents === 0) return 0 - order.left.shippingCents
  return chargesShipping && canLoseFreeShipping(order) ? shippingCents : 0
}

/**
 * Refunds of items are shares of these sums. They are chosen so that what is left of the order has its share of the new
 * sums, although these include items that were refunded before.
 */
function itemsAfter(order: ChangingOrder, split: RefundSplit): ItemTotals {
  const now = itemTotals(order)
  const gone = itemValue(order, new Map(order.lines.map(({ position, refunded }) => [position, refunded])))
  const goodsCents = now.goodsCents + split.goodsCents
  const keptCents = goodsCents - gone.goodsCents
  const scaled = (part: 'discountCents' | 'taxCents') =>
    roundCents(Math.max(0, now[part] - gone[part] + split[part]) * goodsCents, Math.max(keptCents, 1))
  return { goodsCents, discountCents: scaled('discountCents'), taxCents: scaled('taxCents') }
}

function goodsOf(lines: readonly PricedLine[]): number {
  return lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0)
}

function plus(one: RefundSplit, other: RefundSplit): RefundSplit {
  return {
    goodsCents: one.goodsCents + other.goodsCents,
    discountCents: one.discountCents + other.discountCents,
    shippingCents: one.shippingCents + other.shippingCents,
    taxCents: one.taxCents + other.taxCents,
  }
}
