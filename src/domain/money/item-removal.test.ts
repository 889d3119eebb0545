import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canLoseFreeShipping, type OpenOrder, planRemoval, type RemovalProblem } from './item-removal.ts'
import { leftToRefund, type RefundSplit, splitAmountCents, splitFreeAmount } from './line-refund.ts'
import { priceOrder } from './pricing.ts'
import { DEFAULT_RATES } from './rates.ts'

type Line = readonly [priceCents: number, quantity: number, refunded?: number]

/** Sold at the default rates, 7.15% tax and free shipping over $75; `before` was refunded since. */
function orderOf(
  lines: readonly Line[],
  { percent = 0, before = [] }: { percent?: number; before?: RefundSplit[] } = {},
) {
  const priced = lines.map(([priceCents, quantity, refunded = 0], index) => ({
    position: index + 1,
    priceCents,
    quantity,
    refunded,
  }))
  const discount = { kind: 'percent', percent } as const
  const totals = priceOrder({ rates: DEFAULT_RATES, lines: priced, discount, state: 'UT' })
  const refunds = before.map((split) => ({ ...split, state: 'completed' as const }))
  const order = { ...totals, lines: priced, left: leftToRefund(totals, refunds), shippingRate: DEFAULT_RATES.shipping }
  return order satisfies OpenOrder
}

function wish(quantities: Record<number, number>, chargesShipping = false) {
  return {
    quantities: new Map(Object.entries(quantities).map(([position, quantity]) => [Number(position), quantity])),
    chargesShipping,
  }
}

function amountOf(order: OpenOrder, removal: ReturnType<typeof wish>): number | RemovalProblem {
  const plan = planRemoval(order, removal)
  return 'problem' in plan ? plan.problem : plan.amountCents
}

test('refunds what was paid for the items, and returns the total of the rest', () => {
  // $50.00 + $9.99 + $3.58 tax.
  expect(planRemoval(orderOf([[2500, 2]]), wish({ 1: 1 }))).toEqual({
    split: { goodsCents: 2500, discountCents: 0, shippingCents: 0, taxCents: 179 },
    amountCents: 2679,
    kept: { goodsCents: 2500, discountCents: 0, shippingCents: 999, taxCents: 179 },
    lostShippingCents: 0,
  })
})

test('deducts shipping from the refund if free shipping is lost and the owner chooses to', () => {
  const order = orderOf([
    [4000, 1],
    [4400, 1],
  ])
  expect(order.shippingCents).toBe(0)
  const kept = { goodsCents: 4400, discountCents: 0, taxCents: 315 }
  expect(planRemoval(order, wish({ 1: 1 }))).toMatchObject({
    amountCents: 4286,
    kept: { ...kept, shippingCents: 0 },
    lostShippingCents: 999,
  })
  expect(planRemoval(order, wish({ 1: 1 }, true))).toEqual({
    split: { goodsCents: 4000, discountCents: 0, shippingCents: -999, taxCents: 286 },
    amountCents: 3287,
    kept: { ...kept, shippingCents: 999 },
    lostShippingCents: 999,
  })
})

const charged = { goodsCents: 3000, discountCents: 0, shippingCents: -999, taxCents: 215 }
const goodwill = splitFreeAmount(orderOf([[2500, 2]]).left, 4000)

test.each<[what: string, order: OpenOrder, removal: ReturnType<typeof wish>, expected: number | RemovalProblem]>([
  ['nothing', orderOf([[2500, 2]]), wish({}), 'nothing'],
  ['nothing of a line', orderOf([[2500, 2]]), wish({ 1: 0 }), 'nothing'],
  ['more than there are', orderOf([[2500, 2]]), wish({ 1: 3 }), 'too-many'],
  ['more than are left', orderOf([[2500, 3, 2]]), wish({ 1: 2 }), 'too-many'],
  ['less than none', orderOf([[2500, 2]]), wish({ 1: -1 }), 'too-many'],
  ['what is not a number', orderOf([[2500, 2]]), wish({ 1: Number.NaN }), 'too-many'],
  ['all', orderOf([[2500, 2]]), wish({ 1: 2 }), 'everything'],
  ['all that is left', orderOf([[2500, 2, 1]]), wish({ 1: 1 }), 'everything'],
  [
    'one of two lines',
    orderOf([
      [2500, 1],
      [900, 2],
    ]),
    wish({ 1: 1 }),
    2678,
  ],
  ['with 10% off', orderOf([[2500, 2]], { percent: 10 }), wish({ 1: 1 }), 2411],
  ['with what is left of the payment', orderOf([[2500, 2]], { before: [goodwill] }), wish({ 1: 1 }), 1987],
  [
    'a small item for more shipping',
    orderOf([
      [500, 1],
      [7300, 1],
    ]),
    wish({ 1: 1 }, true),
    'shipping-is-more',
  ],
  [
    'a small item, shipping stays free',
    orderOf([
      [500, 1],
      [7300, 1],
    ]),
    wish({ 1: 1 }),
    536,
  ],
  ['still over $75', orderOf([[2500, 4]]), wish({ 1: 1 }, true), 2679],
  ['shipping that was charged before', orderOf([[3000, 3, 1]], { before: [charged] }), wish({ 1: 1 }, true), 3214],
  ['shipping that was paid', orderOf([[2500, 2]]), wish({ 1: 1 }, true), 2679],
])('removes %s', (_, order, removal, expected) => {
  expect(amountOf(order, removal)).toBe(expected)
})

test('leaves the order open: the rest of the payment is never refunded while something ships', () => {
  const nearlyAll = splitFreeAmount(orderOf([[2500, 2]]).left, 6000)
  expect(amountOf(orderOf([[2500, 2]], { before: [nearlyAll] }), wish({ 1: 1 }))).toBeTypeOf('number')
  const noShipping = orderOf([[9000, 2]], { before: [splitFreeAmount(orderOf([[9000, 2]]).left, 15_000)] })
  expect(amountOf(noShipping, wish({ 1: 1 }))).toBe('rest-of-payment')
})

test('only free shipping under that day’s rule can be lost', () => {
  expect(canLoseFreeShipping(orderOf([[8000, 1]]))).toBe(true)
  expect(canLoseFreeShipping(orderOf([[2000, 1]]))).toBe(false)
  // It was free for another reason, or is free for everyone.
  expect(canLoseFreeShipping({ ...orderOf([[2000, 1]]), shippingCents: 0 })).toBe(false)
  expect(canLoseFreeShipping({ ...orderOf([[8000, 1]]), shippingRate: { flatCents: 0, freeFromCents: 7500 } })).toBe(
    false,
  )
})

test('shipping that was paid, or charged since, is not free shipping to lose', () => {
  const order = orderOf([[8000, 1]])
  const refunded = { ...order, shippingCents: 999, left: { ...order.left, shippingCents: 0 } }
  expect(canLoseFreeShipping(refunded)).toBe(false)
  expect(canLoseFreeShipping({ ...order, left: { ...order.left, shippingCents: 999 } })).toBe(false)
})

test('a refund that shipping uses up completely is not one', () => {
  const untaxed = {
    ...orderOf([
      [7000, 1],
      [999, 1],
    ]),
    taxCents: 0,
  }
  const order = { ...untaxed, left: { ...untaxed.left, taxCents: 0 } }
  expect(amountOf(order, wish({ 2: 1 }, true))).toBe('shipping-is-more')
  expect(amountOf(order, wish({ 2: 1 }))).toBe(999)
})

test('one line cannot be raised while another one is lowered', () => {
  const order = orderOf([
    [2500, 2],
    [3000, 1],
  ])
  expect(amountOf(order, wish({ 1: 1, 2: -1 }))).toBe('too-many')
  expect(amountOf(order, wish({ 1: Number.NaN, 2: 1 }))).toBe('too-many')
})

const anyOrder = fc.record({
  lines: fc.array(fc.tuple(fc.integer({ min: 1, max: 12_000 }), fc.integer({ min: 1, max: 5 })), {
    minLength: 1,
    maxLength: 4,
  }),
  percent: fc.constantFrom(0, 10, 33),
  chargesShipping: fc.boolean(),
  removals: fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 })), { maxLength: 6 }),
})

test('whatever is removed in whatever order, parts add up and something is left to pay and to ship', () => {
  fc.assert(
    fc.property(anyOrder, ({ lines, percent, chargesShipping, removals }) => {
      const paid = orderOf(lines, { percent })
      const splits: RefundSplit[] = []
      const refunded = new Map<number, number>()
      for (const [position, quantity] of removals) {
        const order = {
          ...paid,
          lines: paid.lines.map((line) => ({ ...line, refunded: refunded.get(line.position) ?? 0 })),
          left: leftToRefund(
            paid,
            splits.map((split) => ({ ...split, state: 'pending' })),
          ),
        }
        const plan = planRemoval(order, wish({ [position]: quantity }, chargesShipping))
        if ('problem' in plan) continue
        expect(splitAmountCents(plan.split)).toBe(plan.amountCents)
        expect(plan.amountCents).toBeGreaterThan(0)
        expect(splitAmountCents(plan.kept)).toBe(splitAmountCents(order.left) - plan.amountCents)
        expect(splitAmountCents(plan.kept)).toBeGreaterThan(0)
        splits.push(plan.split)
        refunded.set(position, (refunded.get(position) ?? 0) + quantity)
        const shipping = paid.shippingCents - splits.reduce((sum, split) => sum + split.shippingCents, 0)
        expect([paid.shippingCents, DEFAULT_RATES.shipping.flatCents]).toContain(shipping)
        const goods = paid.lines.reduce(
          (sum, line) => sum + line.priceCents * (line.quantity - (refunded.get(line.position) ?? 0)),
          0,
        )
        expect(plan.kept.goodsCents).toBe(goods)
      }
    }),
  )
})
