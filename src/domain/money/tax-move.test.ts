import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leftToRefund, type RefundSplit, splitAmountCents, splitItems } from './line-refund.ts'
import { priceOrder, taxFor } from './pricing.ts'
import { planTaxMove } from './tax-move.ts'

type Line = readonly [priceCents: number, quantity: number]

function orderOf(lines: readonly Line[], basisPoints: number) {
  const priced = lines.map(([priceCents, quantity], index) => ({ position: index + 1, priceCents, quantity }))
  const shipping = { flatCents: 999, freeFromCents: 7500 }
  const totals = priceOrder({ rates: { shipping, tax: { UT: basisPoints } }, lines: priced, state: 'UT' })
  return { ...totals, lines: priced }
}

function leftOf(paid: ReturnType<typeof orderOf>, splits: readonly RefundSplit[] = []) {
  return leftToRefund(
    paid,
    splits.map((split) => ({ ...split, state: 'pending' })),
  )
}

const parts = { goodsCents: 10_000, discountCents: 0, shippingCents: 0 }

test.each([
  ['to a state without tax', 715, 0, { fromTaxCents: 715, toTaxCents: 0, addedCents: -715, waivedCents: 0 }, 0],
  ['to a state with less tax', 715, 400, { fromTaxCents: 715, toTaxCents: 400, addedCents: -315, waivedCents: 0 }, 400],
  ['to the same tax', 715, 715, { fromTaxCents: 715, toTaxCents: 715, addedCents: 0, waivedCents: 0 }, 715],
  [
    'to a state with more tax',
    400,
    715,
    { fromTaxCents: 400, toTaxCents: 400, addedCents: 315, waivedCents: 315 },
    400,
  ],
  ['from a state without tax', 0, 715, { fromTaxCents: 0, toTaxCents: 0, addedCents: 715, waivedCents: 715 }, 0],
])('moves an order %s', (_, from, to, expected, borneTaxCents) => {
  const paid = orderOf([[5000, 2]], from)
  expect(planTaxMove(paid, leftOf(paid), to)).toEqual({ ...parts, ...expected, borneTaxCents })
})

test('taxes what is left after the discount, for the whole order too', () => {
  const paid = { ...orderOf([[5000, 2]], 715), discountCents: 1000, taxCents: 644 }
  const move = planTaxMove(paid, leftOf(paid), 400)
  expect(move).toMatchObject({ goodsCents: 10_000, discountCents: 1000, toTaxCents: 360, borneTaxCents: 360 })
  // Moving to the same tax again changes nothing, and the customer's share is still computed from the rate.
  const rounded = { ...paid, borneTaxCents: 361 }
  expect(planTaxMove(rounded, { ...leftOf(paid), taxCents: 360 }, 400)).toMatchObject({
    addedCents: 0,
    borneTaxCents: 360,
  })
})

test('moves only what was not refunded, and refunds items at the new tax afterward', () => {
  const paid = orderOf(
    [
      [5000, 2],
      [2000, 1],
    ],
    715,
  )
  const first = splitItems(paid, leftOf(paid), { quantities: new Map([[1, 1]]), withShipping: false }, new Map())
  expect(first).toMatchObject({ goodsCents: 5000, taxCents: 358 })
  const move = planTaxMove(paid, leftOf(paid, [first]), 400)
  // 7% of $70.00 was $5.00, 4% is $2.80.
  expect(move).toMatchObject({ goodsCents: 7000, fromTaxCents: 500, toTaxCents: 280, addedCents: -220 })
  const tax: RefundSplit = { goodsCents: 0, discountCents: 0, shippingCents: 0, taxCents: 220 }
  const moved = { ...paid, borneTaxCents: move.borneTaxCents }
  const second = splitItems(
    moved,
    leftOf(paid, [first, tax]),
    { quantities: new Map([[2, 1]]), withShipping: false },
    new Map([[1, 1]]),
  )
  expect(second).toMatchObject({ goodsCents: 2000, taxCents: 80 })
})

const anyMove = fc.record({
  lines: fc.array(fc.tuple(fc.integer({ min: 1, max: 12_000 }), fc.integer({ min: 1, max: 4 })), {
    minLength: 1,
    maxLength: 3,
  }),
  rates: fc.array(fc.constantFrom(0, 400, 715, 1025), { minLength: 2, maxLength: 4 }),
})

test('through any states, the customer never pays more, and refunds of all items sum to what is left', () => {
  fc.assert(
    fc.property(anyMove, ({ lines, rates: [first = 0, ...others] }) => {
      const paid = orderOf(lines, first)
      const splits: RefundSplit[] = []
      let borneTaxCents: number | null = null
      for (const rate of others) {
        const left = leftOf(paid, splits)
        const move = planTaxMove({ ...paid, borneTaxCents }, left, rate)
        const due = taxFor(left.goodsCents - left.discountCents, rate)
        expect(move.toTaxCents + move.waivedCents).toBe(due)
        expect(move.toTaxCents).toBeLessThanOrEqual(move.fromTaxCents)
        const refundCents = move.fromTaxCents - move.toTaxCents
        expect(refundCents).toBe(Math.max(0, -move.addedCents))
        if (refundCents > 0) splits.push({ goodsCents: 0, discountCents: 0, shippingCents: 0, taxCents: refundCents })
        borneTaxCents = move.borneTaxCents
      }
      const before = new Map<number, number>()
      for (const { position, quantity } of paid.lines) {
        for (let piece = 0; piece < quantity; piece += 1) {
          const items = { quantities: new Map([[position, 1]]), withShipping: false }
          const split = splitItems({ ...paid, borneTaxCents }, leftOf(paid, splits), items, before)
          expect(split.taxCents).toBeGreaterThanOrEqual(0)
          splits.push(split)
          before.set(position, piece + 1)
        }
      }
      expect(leftOf(paid, splits)).toMatchObject({ goodsCents: 0, taxCents: 0 })
      expect(splitAmountCents(leftOf(paid, splits))).toBe(leftOf(paid, splits).shippingCents)
    }),
  )
})
