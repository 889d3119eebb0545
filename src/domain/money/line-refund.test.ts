import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  areRefundable,
  leftToRefund,
  type PaidLine,
  type PaidTotals,
  refundableQuantities,
  type RefundedItems,
  refundedQuantities,
  type RefundSplit,
  splitAmountCents,
  splitFreeAmount,
  splitItems,
} from './line-refund.ts'
import { priceOrder } from './pricing.ts'
import { DEFAULT_RATES } from './rates.ts'

type Paid = PaidTotals & { totalCents: number; lines: PaidLine[] }

const PARTS = ['goodsCents', 'discountCents', 'shippingCents', 'taxCents'] as const

function paidFor(lines: readonly (readonly [priceCents: number, quantity: number])[], percent = 0): Paid {
  const priced = lines.map(([priceCents, quantity], position) => ({ position, priceCents, quantity }))
  const discount = { kind: 'percent', percent } as const
  return { ...priceOrder({ rates: DEFAULT_RATES, lines: priced, discount, state: 'UT' }), lines: priced }
}

/** The books of one order: refunds in a row, each checked against what was left. */
function booksOf(paid: Paid) {
  const splits: RefundSplit[] = []
  const before = new Map<number, number>()
  const rejected = { goodsCents: 1, discountCents: 1, shippingCents: 1, taxCents: 1, state: 'rejected' } as const
  const left = () => leftToRefund(paid, [rejected, ...splits.map((split) => ({ ...split, state: 'pending' as const }))])
  const record = (split: RefundSplit): RefundSplit => {
    for (const part of PARTS) {
      expect(split[part], part).toBeGreaterThanOrEqual(0)
      expect(split[part], part).toBeLessThanOrEqual(left()[part])
    }
    splits.push(split)
    return split
  }
  return {
    splits,
    before,
    left,
    amount(cents: number) {
      const split = record(splitFreeAmount(left(), cents))
      expect(splitAmountCents(split)).toBe(cents)
      return split
    },
    items(quantities: Record<number, number>, withShipping = false) {
      const items: RefundedItems = {
        quantities: new Map(Object.entries(quantities).map(([position, quantity]) => [Number(position), quantity])),
        withShipping,
      }
      const split = record(splitItems(paid, left(), items, before))
      for (const [position, quantity] of items.quantities) before.set(position, (before.get(position) ?? 0) + quantity)
      return split
    },
  }
}

test('refunds three bottles one by one, to the cent that was paid for them', () => {
  // $10.01 three times, 10% off: $30.03 - $3.00, tax 7.15% of $27.03 = $1.93.
  const paid = paidFor([[1001, 3]], 10)
  expect(paid).toMatchObject({ discountCents: 300, taxCents: 193, shippingCents: 999 })
  const books = booksOf(paid)
  const bottles = [books.items({ 0: 1 }), books.items({ 0: 1 }), books.items({ 0: 1 })]
  expect(bottles.map(splitAmountCents)).toEqual([965, 966, 965])
  expect(bottles.map(({ taxCents }) => taxCents)).toEqual([64, 65, 64])
  expect(books.left()).toEqual({ goodsCents: 0, discountCents: 0, shippingCents: 999, taxCents: 0 })
  expect(books.items({}, true)).toEqual({ goodsCents: 0, discountCents: 0, shippingCents: 999, taxCents: 0 })
})

test('gives each line its share of the discount and the tax', () => {
  const paid = paidFor([
    [4600, 2],
    [2500, 1],
  ])
  expect(
    splitItems(paid, leftToRefund(paid, []), { quantities: new Map([[1, 1]]), withShipping: false }, new Map()),
  ).toEqual({ goodsCents: 2500, discountCents: 0, shippingCents: 0, taxCents: 179 })
})

test('counts an earlier free amount: nothing is refunded twice', () => {
  const paid = paidFor([[3000, 2]])
  const books = booksOf(paid)
  books.amount(5000)
  const { goodsCents } = books.left()
  expect(books.items({ 0: 2 }).goodsCents).toBe(goodsCents)
  expect(splitAmountCents(books.left())).toBe(books.left().shippingCents)
})

test('refuses more of a line than is left, an empty refund, and unknown lines', () => {
  const { lines } = paidFor([[1000, 2]])
  const before = new Map([[0, 1]])
  const may = (position: number, quantity: number, withShipping = false) =>
    areRefundable(lines, { quantities: new Map([[position, quantity]]), withShipping }, before)
  expect(may(0, 1)).toBe(true)
  expect(may(0, 2)).toBe(false)
  expect(may(0, -1)).toBe(false)
  expect(may(0, 0)).toBe(false)
  expect(may(0, 0, true)).toBe(true)
  expect(may(1, 1)).toBe(false)
  expect(refundableQuantities(lines, before)).toEqual(new Map([[0, 1]]))
})

test('counts the items of refunds that were not rejected', () => {
  const rows = [
    { position: 0, quantity: 1, state: 'completed' },
    { position: 0, quantity: 2, state: 'sending' },
    { position: 1, quantity: 1, state: 'rejected' },
  ] as const
  expect(refundedQuantities(rows)).toEqual(new Map([[0, 3]]))
})

test('refunds all parts with the last cent, even if the goods were free', () => {
  const paid = paidFor([[1000, 2]], 100)
  const books = booksOf(paid)
  expect(books.items({ 0: 1 }, true)).toEqual({
    goodsCents: 2000,
    discountCents: 2000,
    shippingCents: 999,
    taxCents: 0,
  })
})

test('records what the provider refunded beyond the payment as goods', () => {
  const left = { goodsCents: 100, discountCents: 0, shippingCents: 10, taxCents: 7 }
  expect(splitFreeAmount(left, 120)).toEqual({ ...left, goodsCents: 103 })
})

const anOrder = fc
  .record({
    lines: fc.array(fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 9 })), {
      minLength: 1,
      maxLength: 5,
    }),
    percent: fc.constantFrom(0, 10, 15, 33, 100),
  })
  .map(({ lines, percent }) => paidFor(lines, percent))
  .filter(({ totalCents }) => totalCents > 0)

const aStep = fc.oneof(
  fc.record({
    kind: fc.constant('items' as const),
    picks: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 }),
    withShipping: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('amount' as const), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
)

test('any sequence of items and amounts sums to what was paid, part by part', () => {
  fc.assert(
    fc.property(anOrder, fc.array(aStep, { maxLength: 8 }), fc.boolean(), (paid, steps, endsWithItems) => {
      const books = booksOf(paid)
      const rest = () => splitAmountCents(books.left())
      const leftOf = (position: number) => refundableQuantities(paid.lines, books.before).get(position) ?? 0
      for (const step of steps) {
        if (rest() === 0) break
        if (step.kind === 'amount') {
          const cents = Math.max(1, Math.round(step.part * rest()))
          books.amount(cents)
          continue
        }
        const picked = paid.lines.map(({ position }) => [
          position,
          Math.round((step.picks[position] ?? 0) * leftOf(position)),
        ])
        books.items(Object.fromEntries(picked), step.withShipping)
      }
      if (rest() > 0) {
        if (endsWithItems)
          books.items(Object.fromEntries(paid.lines.map(({ position }) => [position, leftOf(position)])), true)
        else books.amount(rest())
      }
      expect(books.left()).toEqual({ goodsCents: 0, discountCents: 0, shippingCents: 0, taxCents: 0 })
      expect(books.splits.reduce((sum, split) => sum + splitAmountCents(split), 0)).toBe(paid.totalCents)
    }),
    { numRuns: 3000 },
  )
})
