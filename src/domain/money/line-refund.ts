import { roundCents } from './cents.ts'
import type { RefundState } from './payment-states.ts'

/** What a payment or a refund consists of. Its amount is goods less discount, plus shipping and tax. */
export type RefundSplit = { goodsCents: number; discountCents: number; shippingCents: number; taxCents: number }

/** What was charged for an order. */
export type PaidTotals = {
  subtotalCents: number
  discountCents: number
  shippingCents: number
  taxCents: number
  /** The tax since the order moved to another state (tax-move.ts); what it was charged less was refunded. */
  borneTaxCents?: number | null
  /** What was paid later: for items that were added (item-change.ts), and for another state's tax (balance-request.ts). */
  addedGoodsCents?: number
  addedDiscountCents?: number
  addedShippingCents?: number
  addedTaxCents?: number
  /** What the items add up to since they were changed (item-change.ts); null if they never were. */
  itemsGoodsCents?: number | null
  itemsDiscountCents?: number | null
  itemsTaxCents?: number | null
}

/** What was paid after the order was bought, of each part. */
export function paidLater(paid: Partial<PaidTotals>): RefundSplit {
  return {
    goodsCents: paid.addedGoodsCents ?? 0,
    discountCents: paid.addedDiscountCents ?? 0,
    shippingCents: paid.addedShippingCents ?? 0,
    taxCents: paid.addedTaxCents ?? 0,
  }
}

/** Everything that was paid after the order was bought. */
export function paidLaterCents(paid: Partial<PaidTotals>): number {
  return splitAmountCents(paidLater(paid))
}

/** The same, as rows below the total of the order. */
export function paidLaterRows(paid: Partial<PaidTotals>): [label: string, cents: number][] {
  const { goodsCents, discountCents, shippingCents, taxCents } = paidLater(paid)
  const rows: [string, number][] = [
    ['Items added later', goodsCents - discountCents],
    [shippingCents < 0 ? 'Shipping, free since' : 'Shipping, paid later', shippingCents],
    ['Sales tax, paid later', taxCents],
  ]
  return rows.filter(([, cents]) => cents !== 0)
}

export type ItemTotals = Omit<RefundSplit, 'shippingCents'>

/** What the order's items add up to now; item refunds are shares of this. */
export function itemTotals(paid: PaidTotals): ItemTotals {
  return {
    goodsCents: paid.itemsGoodsCents ?? paid.subtotalCents,
    discountCents: paid.itemsDiscountCents ?? paid.discountCents,
    taxCents: paid.borneTaxCents ?? paid.itemsTaxCents ?? paid.taxCents,
  }
}

export type PaidLine = { position: number; priceCents: number; quantity: number }

/** Quantities by the position of their line. */
export type Quantities = ReadonlyMap<number, number>

export type RefundedItems = { quantities: Quantities; withShipping: boolean }

export function splitAmountCents(split: RefundSplit): number {
  return netCents(split) + split.shippingCents + split.taxCents
}

/** A stored refund. It has no parts if its payment was never applied to the order. */
export type PastRefund = { [Part in keyof RefundSplit]: number | null } & { state: RefundState }

/** What is still to be refunded of each part, after refunds that were not rejected. */
export function leftToRefund(paid: PaidTotals, refunds: readonly PastRefund[]): RefundSplit {
  const counted = refunds.filter(({ state }) => state !== 'rejected')
  const sum = (part: keyof RefundSplit) => counted.reduce((total, refund) => total + (refund[part] ?? 0), 0)
  const later = paidLater(paid)
  return {
    goodsCents: paid.subtotalCents + later.goodsCents - sum('goodsCents'),
    discountCents: paid.discountCents + later.discountCents - sum('discountCents'),
    shippingCents: paid.shippingCents + later.shippingCents - sum('shippingCents'),
    taxCents: paid.taxCents + later.taxCents - sum('taxCents'),
  }
}

/**
 * Splits an amount in proportion to what is left. Parts are differences of running totals, so none is ever more than
 * what is left of it, and the last refund takes exactly the rest.
 */
export function splitFreeAmount(left: RefundSplit, amountCents: number): RefundSplit {
  const rest = splitAmountCents(left)
  // More than the rest can only have been refunded at the provider.
  if (amountCents >= rest) return { ...left, goodsCents: left.goodsCents + amountCents - rest }
  const tax = Math.max(0, left.taxCents)
  const shipping = Math.max(0, left.shippingCents)
  const net = Math.max(0, netCents(left))
  const taxCents = share(amountCents, tax, tax + shipping + net)
  const shippingCents = share(amountCents, tax + shipping, tax + shipping + net) - taxCents
  const paidCents = amountCents - taxCents - shippingCents
  const discountCents = share(paidCents, Math.max(0, left.discountCents), net)
  return { goodsCents: paidCents + discountCents, discountCents, shippingCents, taxCents }
}

/**
 * The value of items: what they add to the value of those refunded before, so that refunding bottles one by one sums
 * to what was paid for their line. No part is more than what is left of it after earlier refunds of any kind. The tax is
 * all on goods, as shipping is not taxed.
 */
export function splitItems(
  paid: PaidTotals & { lines: readonly PaidLine[] },
  left: RefundSplit,
  { quantities, withShipping }: RefundedItems,
  before: Quantities,
): RefundSplit {
  const lines = shareOut(paid)
  const both = new Map(lines.map(({ position }) => [position, count(before, position) + count(quantities, position)]))
  // After a change shares of earlier refunds are no longer exact, so the last items take what is left.
  if (hasChangedItems(paid) && lines.every(({ position, quantity }) => count(both, position) === quantity))
    return { ...left, shippingCents: withShipping ? left.shippingCents : 0 }
  const [upTo, until] = [valueOf(lines, both), valueOf(lines, before)]
  const discount = upTo.discountCents - until.discountCents
  const net = upTo.goodsCents - until.goodsCents - discount
  const paidCents = Math.min(net, Math.max(0, netCents(left)))
  const taxCents = Math.min(upTo.taxCents - until.taxCents, Math.max(0, left.taxCents))
  const shippingCents = withShipping ? Math.max(0, left.shippingCents) : 0
  const amountCents = paidCents + taxCents + shippingCents
  // Parts that cancel out, such as goods and their discount, go with the last cent.
  if (amountCents === splitAmountCents(left)) return left
  const discountCents = paidCents < net ? left.discountCents : Math.min(discount, left.discountCents)
  return { goodsCents: paidCents + discountCents, discountCents, shippingCents, taxCents }
}

/** What these items add up to, without rounding separately what was refunded before. */
export function itemValue(paid: PaidTotals & { lines: readonly PaidLine[] }, quantities: Quantities): ItemTotals {
  return valueOf(shareOut(paid), quantities)
}

function hasChangedItems({ itemsGoodsCents }: PaidTotals): boolean {
  return (itemsGoodsCents ?? null) !== null
}

/** How many of each line were refunded or are about to be. */
export function refundedQuantities(
  rows: readonly { position: number; quantity: number; state: RefundState }[],
): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { position, quantity, state } of rows)
    if (state !== 'rejected') sums.set(position, count(sums, position) + quantity)
  return sums
}

/** Quantities that can still be refunded, by line. */
export function refundableQuantities(lines: readonly PaidLine[], before: Quantities): Map<number, number> {
  return new Map(lines.map(({ position, quantity }) => [position, quantity - count(before, position)]))
}

/** Returns true if there is at least one item or the shipping, and no more of a line than is left of it. */
export function areRefundable(
  lines: readonly PaidLine[],
  { quantities, withShipping }: RefundedItems,
  before: Quantities,
): boolean {
  const left = refundableQuantities(lines, before)
  const wanted = [...quantities].filter(([, quantity]) => quantity !== 0)
  return (
    (wanted.length > 0 || withShipping) &&
    wanted.every(([position, quantity]) => quantity > 0 && quantity <= (left.get(position) ?? 0))
  )
}

type SharedLine = PaidLine & { discountCents: number; taxCents: number }

/** The discount and the tax of each line: differences of running totals, which add up to those of the order. */
function shareOut(paid: PaidTotals & { lines: readonly PaidLine[] }): SharedLine[] {
  const { goodsCents, discountCents, taxCents } = itemTotals(paid)
  const netTotal = goodsCents - discountCents
  let goods = 0
  return paid.lines.map((line) => {
    const discountAt = (cents: number) => share(discountCents, cents, goodsCents)
    const taxAt = (cents: number) => share(taxCents, cents - discountAt(cents), netTotal)
    const start = goods
    goods += line.priceCents * line.quantity
    return {
      ...line,
      discountCents: discountAt(goods) - discountAt(start),
      taxCents: taxAt(goods) - taxAt(start),
    }
  })
}

function valueOf(lines: readonly SharedLine[], quantities: Quantities): ItemTotals {
  let [goodsCents, discountCents, taxCents] = [0, 0, 0]
  for (const line of lines) {
    const pieces = count(quantities, line.position)
    goodsCents += line.priceCents * pieces
    discountCents += share(line.discountCents, pieces, line.quantity)
    taxCents += share(line.taxCents, pieces, line.quantity)
  }
  return { goodsCents, discountCents, taxCents }
}

function netCents({ goodsCents, discountCents }: Pick<RefundSplit, 'goodsCents' | 'discountCents'>): number {
  return goodsCents - discountCents
}

function share(cents: number, part: number, whole: number): number {
  return whole === 0 ? 0 : roundCents(cents * part, whole)
}

function count(quantities: Quantities, position: number): number {
  return quantities.get(position) ?? 0
}
