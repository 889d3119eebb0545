import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChangingOrder, type ItemChange, type ItemChangeProblem, planItemChange } from './item-change.ts'
import {
  leftToRefund,
  type PaidTotals,
  type PastRefund,
  type RefundSplit,
  splitAmountCents,
  splitItems,
} from './line-refund.ts'
import { type Discount, type OrderTotals, priceOrder } from './pricing.ts'
import { DEFAULT_RATES } from './rates.ts'

type Line = readonly [priceCents: number, quantity: number, refunded?: number]

type Given = {
  discount?: Discount
  isOffered?: boolean
  before?: RefundSplit[]
  today?: number
}

/** Sold to Utah at the default rates, 7.15% tax and free shipping from $75; `before` was refunded since. */
function orderOf(lines: readonly Line[], { discount, isOffered = true, before = [], today = 715 }: Given = {}) {
  const priced = lines.map(([priceCents, quantity, refunded = 0], index) => ({
    position: index + 1,
    priceCents,
    quantity,
    refunded,
  }))
  const totals = priceOrder({ rates: DEFAULT_RATES, lines: priced, discount, state: 'UT' })
  const refunds = before.map((split) => ({ ...split, state: 'completed' as const }))
  return {
    ...totals,
    lines: priced,
    left: leftToRefund(totals, refunds),
    shippingRate: DEFAULT_RATES.shipping,
    discount: discount && { discount, isOffered },
    basisPoints: { placed: 715, today },
  } satisfies ChangingOrder
}

function changeOf(added: readonly Line[], removed: Record<number, number> = {}, chargesShipping = false): ItemChange {
  return {
    added: added.map(([priceCents, quantity]) => ({ priceCents, quantity })),
    removed: new Map(Object.entries(removed).map(([position, quantity]) => [Number(position), quantity])),
    chargesShipping,
  }
}

function planOf(order: ChangingOrder, change: ItemChange) {
  const plan = planItemChange(order, change)
  if ('problem' in plan) throw new Error(plan.problem)
  return plan
}

const partsOf = ({ goodsCents, discountCents, shippingCents, taxCents }: RefundSplit) => [
  goodsCents,
  discountCents,
  shippingCents,
  taxCents,
]

const TEN_PERCENT: Discount = { kind: 'percent', percent: 10 }
const FIVE_OFF: Discount = { kind: 'amount', amountCents: 500 }
const TWO_BOTTLES: readonly Line[] = [[2500, 2]]

test.each<[what: string, order: ChangingOrder, change: ItemChange, parts: number[], amountCents: number]>([
  ['adds an item below free shipping', orderOf([[2500, 1]]), changeOf([[2200, 1]]), [2200, 0, 0, 157], 2357],
  ['takes off the shipping once it is free', orderOf(TWO_BOTTLES), changeOf([[2500, 1]]), [2500, 0, -999, 178], 1679],
  ['refunds if the shipping is more', orderOf([[7000, 1]]), changeOf([[600, 1]]), [600, 0, -999, 42], -357],
  [
    'keeps a percentage',
    orderOf(TWO_BOTTLES, { discount: TEN_PERCENT }),
    changeOf([[2000, 1]]),
    [2000, 200, 0, 128],
    1928,
  ],
  ['keeps an amount', orderOf(TWO_BOTTLES, { discount: FIVE_OFF }), changeOf([[2000, 1]]), [2000, 0, 0, 143], 2143],
  [
    'gives no percentage for what is added after the code has ended',
    orderOf(TWO_BOTTLES, { discount: TEN_PERCENT, isOffered: false }),
    changeOf([[2000, 1]]),
    [2000, 0, 0, 143],
    2143,
  ],
  [
    'takes its share of a percentage back with cheaper items, also after the code has ended',
    orderOf([[5000, 1]], { discount: TEN_PERCENT, isOffered: false }),
    changeOf([[2000, 1]], { 1: 1 }),
    [-3000, -300, 0, -193],
    -2893,
  ],
  ['asks for what another size is more', orderOf([[2500, 1]]), changeOf([[3400, 1]], { 1: 1 }), [900, 0, 0, 64], 964],
  ['refunds what another size is less', orderOf([[3400, 1]]), changeOf([[2500, 1]], { 1: 1 }), [-900, 0, 0, -64], -964],
  // $9.33 and $0.66 tax are $9.99.
  ['comes to nothing if that is the shipping', orderOf([[7000, 1]]), changeOf([[933, 1]]), [933, 0, -999, 66], 0],
  ['comes to nothing for the same price', orderOf(TWO_BOTTLES), changeOf([[2500, 2]], { 1: 2 }), [0, 0, 0, 0], 0],
  [
    'leaves free shipping if the owner does not charge it',
    orderOf([[8000, 1]]),
    changeOf([[2500, 1]], { 1: 1 }),
    [-5500, 0, 0, -393],
    -5893,
  ],
  [
    'charges shipping that was free if the owner does',
    orderOf([[8000, 1]]),
    changeOf([[2500, 1]], { 1: 1 }, true),
    [-5500, 0, 999, -393],
    -4894,
  ],
  [
    'taxes what is added at the rate of its own day, as after a tax holiday',
    { ...orderOf(TWO_BOTTLES, { today: 800 }), basisPoints: { placed: 0, today: 800 } },
    changeOf([[2000, 1]]),
    [2000, 0, 0, 160],
    2160,
  ],
  [
    'refunds no tax that was waived',
    { ...orderOf([[5000, 1]]), left: { goodsCents: 5000, discountCents: 0, shippingCents: 999, taxCents: 0 } },
    changeOf([[2500, 1]], { 1: 1 }),
    [-2500, 0, 0, 0],
    -2500,
  ],
])('%s', (_, order, change, parts, amountCents) => {
  const plan = planOf(order, change)
  expect(partsOf(plan.split)).toEqual(parts)
  expect(plan.amountCents).toBe(amountCents)
  expect(splitAmountCents(plan.after) - splitAmountCents(plan.before)).toBe(amountCents)
})

test.each<[ItemChangeProblem, ChangingOrder, ItemChange]>([
  ['nothing-added', orderOf(TWO_BOTTLES), changeOf([], { 1: 1 })],
  ['too-many', orderOf(TWO_BOTTLES), changeOf([[2500, 1]], { 1: 3 })],
  ['too-many', orderOf([[2500, 2, 1]]), changeOf([[2500, 1]], { 1: 2 })],
  ['too-many', orderOf(TWO_BOTTLES), changeOf([[2500, 1]], { 1: Number.NaN })],
  ['too-large', orderOf(TWO_BOTTLES), changeOf([[250_000, 2]])],
  ['tax-changed', orderOf(TWO_BOTTLES, { today: 800 }), changeOf([[3400, 1]], { 1: 1 })],
  [
    'more-than-paid',
    orderOf([[9000, 1]], { before: [{ goodsCents: 8000, discountCents: 0, shippingCents: 0, taxCents: 600 }] }),
    changeOf([[100, 1]], { 1: 1 }),
  ],
])('refuses: %s', (problem, order, change) => {
  expect(planItemChange(order, change)).toEqual({ problem })
})

test('a changed order costs the same as one bought that way', () => {
  const price = fc.integer({ min: 100, max: 20_000 })
  const lines = fc.array(fc.tuple(price, fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 4 })
  const discount = fc.option(fc.constantFrom(TEN_PERCENT, FIVE_OFF, { kind: 'percent', percent: 33 } as const), {
    nil: undefined,
  })
  fc.assert(
    fc.property(lines, lines, discount, fc.nat(), (bought, added, code, pick) => {
      const order = orderOf(bought, code ? { discount: code } : {})
      const quantity = pick % ((bought[0]?.[1] ?? 0) + 1)
      const plan = planItemChange(order, changeOf(added, { 1: quantity }))
      if ('problem' in plan) return
      const kept = bought.map(([cents, count], index) => [cents, index === 0 ? count - quantity : count] as const)
      const whole = toTotals([...kept, ...added], code)
      const { goodsCents, discountCents, shippingCents, taxCents } = plan.after
      expect([goodsCents, discountCents, taxCents]).toEqual([whole.subtotalCents, whole.discountCents, whole.taxCents])
      // Free shipping is never lost by itself.
      expect(shippingCents).toBe(Math.min(whole.shippingCents, order.shippingCents))
      expect(plan.items).toEqual({ goodsCents, discountCents, taxCents })
    }),
  )
})

test('whatever was refunded before, refunding the rest item by item returns every cent', () => {
  const price = fc.integer({ min: 100, max: 9000 })
  const lines = fc.array(fc.tuple(price, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(
      lines,
      lines,
      fc.constantFrom(undefined, TEN_PERCENT, FIVE_OFF),
      fc.boolean(),
      (bought, added, code, early) => {
        const given = code ? { discount: code } : {}
        const first = orderOf(bought, given)
        const refunds: PastRefund[] = []
        const refund = (
          paid: PaidTotals & { lines: typeof first.lines },
          position: number,
          before: Map<number, number>,
        ) => {
          const left = leftToRefund(paid, refunds)
          const items = { quantities: new Map([[position, 1]]), withShipping: false }
          const split = splitItems(paid, left, items, before)
          refunds.push({ ...split, state: 'completed' })
          before.set(position, (before.get(position) ?? 0) + 1)
          return split
        }
        const before = new Map<number, number>()
        if (early) refund(first, 1, before)
        const order = {
          ...first,
          lines: first.lines.map((line) => ({ ...line, refunded: before.get(line.position) ?? 0 })),
          left: leftToRefund(first, refunds),
        }
        const plan = planItemChange(order, changeOf(added))
        if ('problem' in plan) return
        // A lower price was refunded, a higher one was paid.
        if (plan.amountCents < 0) refunds.push({ ...negative(plan.split), state: 'completed' })
        const paid = {
          ...first,
          ...(plan.amountCents > 0 && {
            addedGoodsCents: plan.split.goodsCents,
            addedDiscountCents: plan.split.discountCents,
            addedShippingCents: plan.split.shippingCents,
            addedTaxCents: plan.split.taxCents,
          }),
          itemsGoodsCents: plan.items.goodsCents,
          itemsDiscountCents: plan.items.discountCents,
          itemsTaxCents: plan.items.taxCents,
          lines: [
            ...order.lines,
            ...added.map(([priceCents, quantity], index) => ({
              position: 10 + index,
              priceCents,
              quantity,
              refunded: 0,
            })),
          ],
        }
        for (const { position, quantity } of paid.lines)
          while ((before.get(position) ?? 0) < quantity) {
            const split = refund(paid, position, before)
            expect(splitAmountCents(split)).toBeGreaterThanOrEqual(0)
          }
        const { shippingCents, ...rest } = leftToRefund(paid, refunds)
        expect(rest).toEqual({ goodsCents: 0, discountCents: 0, taxCents: 0 })
        expect(shippingCents).toBe(plan.after.shippingCents)
      },
    ),
  )
})

function toTotals(lines: readonly Line[], discount: Discount | undefined): OrderTotals {
  const priced = lines.map(([priceCents, quantity]) => ({ priceCents, quantity }))
  return priceOrder({ rates: DEFAULT_RATES, lines: priced, discount, state: 'UT' })
}

function negative({ goodsCents, discountCents, shippingCents, taxCents }: RefundSplit): RefundSplit {
  return {
    goodsCents: 0 - goodsCents,
    discountCents: 0 - discountCents,
    shippingCents: 0 - shippingCents,
    taxCents: 0 - taxCents,
  }
}
