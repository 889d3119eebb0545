import type { RefundSplit } from './line-refund.ts'

/** A payment of an order, and what hasn't been refunded of it. */
export type DrawnPayment = { id: string; leftCents: number }
export type RefundDraw = { paymentId: string; amountCents: number }

/**
 * The payments to refund: the latest one that covers the whole refund, or else as much as possible from each, the
 * latest first. Undefined if all of them together aren't enough.
 */
export function drawRefund(payments: readonly DrawnPayment[], amountCents: number): RefundDraw[] | undefined {
  const latestFirst = payments.toReversed()
  const one = latestFirst.find(({ leftCents }) => leftCents >= amountCents)
  if (one) return [{ paymentId: one.id, amountCents }]
  let rest = amountCents
  const draws = latestFirst.flatMap(({ id, leftCents }) => {
    const drawn = Math.min(rest, Math.max(0, leftCents))
    rest -= drawn
    return drawn > 0 ? [{ paymentId: id, amountCents: drawn }] : []
  })
  return rest > 0 ? undefined : draws.toSorted((a, b) => b.amountCents - a.amountCents)
}

/** Takes an amount off a refund: tax first, because later payments are for tax, then shipping, then goods. */
export function cutRefund(split: RefundSplit, amountCents: number): { part: RefundSplit; rest: RefundSplit } {
  const taxCents = Math.min(amountCents, Math.max(0, split.taxCents))
  const shippingCents = Math.min(amountCents - taxCents, Math.max(0, split.shippingCents))
  const goodsCents = amountCents - taxCents - shippingCents
  return {
    part: { goodsCents, discountCents: 0, shippingCents, taxCents },
    rest: {
      goodsCents: split.goodsCents - goodsCents,
      discountCents: split.discountCents,
      shippingCents: split.shippingCents - shippingCents,
      taxCents: split.taxCents - taxCents,
    },
  }
}
