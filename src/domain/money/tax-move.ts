import { itemTotals, type PaidTotals, type RefundSplit } from './line-refund.ts'
import { taxFor } from './pricing.ts'

/** An order that ships to a different state from the one whose sales tax was charged. */
export type TaxMove = {
  /** What was not refunded yet, which moves from one state's report to the other's. */
  goodsCents: number
  discountCents: number
  shippingCents: number
  /** The tax collected for it, before and after. */
  fromTaxCents: number
  toTaxCents: number
  /** What the new state's tax adds; negative if it is less, which is refunded. */
  addedCents: number
  /** What the new state's tax adds that the customer doesn't pay. */
  waivedCents: number
  /** The tax of the whole order that the customer bears from now on. Refunds of items are computed from it. */
  borneTaxCents: number
}

/** Moves what is left of an order to the new state's rate. The shop refunds a lower tax and absorbs a higher one. */
export function planTaxMove(paid: PaidTotals, left: RefundSplit, toBasisPoints: number): TaxMove {
  const { goodsCents, discountCents, shippingCents, taxCents: fromTaxCents } = left
  const addedCents = taxFor(Math.max(0, goodsCents - discountCents), toBasisPoints) - fromTaxCents
  const items = itemTotals(paid)
  const whole = taxFor(items.goodsCents - items.discountCents, toBasisPoints)
  return {
    goodsCents,
    discountCents,
    shippingCents,
    fromTaxCents,
    toTaxCents: fromTaxCents + Math.min(0, addedCents),
    addedCents,
    waivedCents: Math.max(0, addedCents),
    borneTaxCents: addedCents > 0 ? items.taxCents : whole,
  }
}
