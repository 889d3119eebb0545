import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Discount, type OrderTotals, priceOrder, toFreeShipping } from './pricing.ts'
import { DEFAULT_RATES } from './rates.ts'

function assertTotalsAddUp(totals: OrderTotals) {
  expect(totals.totalCents).toBe(totals.subtotalCents - totals.discountCents + totals.shippingCents + totals.taxCents)
  for (const cents of Object.values(totals)) {
    expect(Number.isSafeInteger(cents)).toBe(true)
    expect(cents).toBeGreaterThanOrEqual(0)
  }
  expect(totals.discountCents).toBeLessThanOrEqual(totals.subtotalCents)
}

function one(priceCents: number, more: { discount?: Discount; state?: string } = {}): OrderTotals {
  const totals = priceOrder({ rates: DEFAULT_RATES, lines: [{ priceCents, quantity: 1 }], ...more })
  assertTotalsAddUp(totals)
  return totals
}

test('charges $9.99 for shipping below $75 and nothing from $75', () => {
  expect(one(7499).shippingCents).toBe(999)
  expect(one(7500).shippingCents).toBe(0)
})

test('applies the free-shipping limit to the subtotal before the discount', () => {
  const totals = one(7500, { discount: { kind: 'percent', percent: 10 } })
  expect(totals).toMatchObject({ discountCents: 750, shippingCents: 0, totalCents: 6750 })
})

test('prices an empty cart at zero', () => {
  expect(priceOrder({ rates: DEFAULT_RATES, lines: [] })).toEqual({
    subtotalCents: 0,
    discountCents: 0,
    shippingCents: 0,
    taxCents: 0,
    totalCents: 0,
  })
})

test('rounds half a cent of Utah tax up where a float would lose it', () => {
  expect(one(7000, { state: 'UT' }).taxCents).toBe(501)
  expect(one(5000, { state: 'UT' }).taxCents).toBe(358)
  expect(one(5800, { state: 'UT' }).taxCents).toBe(415)
})

test('recognizes Utah as a code and as a word, in any case, and taxes nothing else', () => {
  expect(one(5000, { state: 'utah' }).taxCents).toBe(358)
  expect(one(5000, { state: ' Ut ' }).taxCents).toBe(358)
  expect(one(5000, { state: 'CA' }).taxCents).toBe(0)
  expect(one(5000, { state: 'Ｕtah' }).taxCents).toBe(0)
  expect(one(5000).taxCents).toBe(0)
})

test('taxes the subtotal after the discount, but not shipping', () => {
  const totals = one(5800, { discount: { kind: 'percent', percent: 10 }, state: 'UT' })
  expect(totals).toEqual({
    subtotalCents: 5800,
    discountCents: 580,
    shippingCents: 999,
    taxCents: 373,
    totalCents: 6592,
  })
})

test('never discounts more than the subtotal', () => {
  expect(one(2500, { discount: { kind: 'amount', amountCents: 9900 } }).discountCents).toBe(2500)
  expect(one(2500, { discount: { kind: 'amount', amountCents: 500 } }).discountCents).toBe(500)
})

test('counts down to free shipping at $75', () => {
  expect(toFreeShipping(2500, DEFAULT_RATES.shipping)).toBe(5000)
  expect(toFreeShipping(7500, DEFAULT_RATES.shipping)).toBe(0)
  expect(toFreeShipping(9900, DEFAULT_RATES.shipping)).toBe(0)
})

test('adds up for any order, with the tax of exact arithmetic', () => {
  const line = fc.record({ priceCents: fc.integer({ min: 1, max: 20_000 }), quantity: fc.integer({ min: 1, max: 99 }) })
  const discount: fc.Arbitrary<Discount | undefined> = fc.option(
    fc.oneof(
      fc.integer({ min: 1, max: 100 }).map((percent) => ({ kind: 'percent' as const, percent })),
      fc.integer({ min: 1, max: 50_000 }).map((amountCents) => ({ kind: 'amount' as const, amountCents })),
    ),
    { nil: undefined },
  )
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 50 }),
      discount,
      fc.constantFrom('UT', 'Utah', 'NV'),
      (lines, off, state) => {
        const totals = priceOrder({ rates: DEFAULT_RATES, lines, discount: off, state })
        assertTotalsAddUp(totals)
        const taxable = BigInt(totals.subtotalCents - totals.discountCents)
        expect(totals.taxCents).toBe(state === 'NV' ? 0 : Number((taxable * 715n + 5000n) / 10_000n))
      },
    ),
  )
})
