import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  applySale,
  formerPrices,
  type OfferedSpan,
  problemsOfSale,
  regularPrice,
  saleEnds,
  shownSale,
} from './sale-price.ts'
import type { Pricing } from './sizes.ts'

const SIZED: Pricing = { kind: 'sized', prices: { '1oz': 3500, '2oz': 4400 } }
const SINGLE: Pricing = { kind: 'single', priceCents: 2600, info: null }
const START = new Date('2026-11-27T07:00:00Z')
const END = new Date('2026-12-01T06:59:00Z')
const daysBefore = (days: number) => new Date(START.getTime() - days * 86_400_000)

function offered(fromDays: number, untilDays: number | undefined, priceCents = 3500): OfferedSpan {
  return {
    unit: '1oz',
    priceCents,
    from: daysBefore(fromDays),
    until: untilDays === undefined ? undefined : daysBefore(untilDays),
  }
}

test('charges the sale price where there is one, and never more than the regular price', () => {
  expect(applySale(SIZED, { '1oz': 2900 })).toEqual({ kind: 'sized', prices: { '1oz': 2900, '2oz': 4400 } })
  expect(applySale(SIZED, { '1oz': 3600, '4oz': 1 })).toEqual(SIZED)
  expect(applySale(SINGLE, { single: 1999 })).toEqual({ ...SINGLE, priceCents: 1999 })
  expect(applySale(SINGLE, { '1oz': 1 })).toEqual(SINGLE)
})

test('a product with sizes has a price only for a size, and one without sizes only without', () => {
  expect([regularPrice(SIZED, '1oz'), regularPrice(SIZED, '4oz'), regularPrice(SIZED, 'single')]).toEqual([
    3500,
    undefined,
    undefined,
  ])
  expect([regularPrice(SINGLE, 'single'), regularPrice(SINGLE, '1oz')]).toEqual([2600, undefined])
})

test.each([
  ['28 days up to the sale', [offered(28, undefined)], true],
  ['28 days, less a second', [offered(28 - 1 / 86_400, undefined)], false],
  ['28 days in pieces', [offered(80, 60), offered(30, 22)], true],
  ['28 days, but of another price', [offered(60, 20, 3400), offered(20, 0)], false],
  ['years, but before the last 90 days', [offered(900, 62)], true],
  ['years, until 63 days ago: 27 days count', [offered(900, 63)], false],
  ['never', [], false],
  ['for another size only', [{ ...offered(60, undefined), unit: '2oz' as const }], false],
])('crosses out a price that was charged for %s: %s', (_when, spans, isFormer) => {
  expect(formerPrices(SIZED, spans, START)).toEqual(isFormer ? { '1oz': 3500 } : {})
})

test('counts neither the days of the sale itself nor any day twice', () => {
  const spans = [offered(20, -40)]
  expect(formerPrices(SIZED, spans, START)).toEqual({})
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 27 }), fc.integer({ min: 0, max: 100 }), (days, gap) => {
      expect(formerPrices(SIZED, [offered(days + gap, gap)], START)).toEqual({})
    }),
  )
})

test('shows a former price only while it is still the regular one', () => {
  const sale = { prices: { '1oz': 2900, '2oz': 4400 }, endsAt: END }
  expect(shownSale(SIZED, sale, { '1oz': 3500 })).toEqual({ endsAt: END, units: ['1oz'], was: { '1oz': 3500 } })
  expect(shownSale({ kind: 'sized', prices: { '1oz': 3300 } }, sale, { '1oz': 3500 })).toEqual({
    endsAt: END,
    units: ['1oz'],
    was: {},
  })
})

test('shows no sale for a size that is not sold, has no sale price, or costs the same', () => {
  const sale = { prices: { '1oz': 3500, '4oz': 1 }, endsAt: END }
  expect(shownSale(SIZED, sale, { '1oz': 3500, '2oz': 4400 })).toEqual({ endsAt: END, units: [], was: {} })
  expect(shownSale(SINGLE, { prices: { single: 2000 }, endsAt: END }, { single: 2600 })).toEqual({
    endsAt: END,
    units: ['single'],
    was: { single: 2600 },
  })
  expect(shownSale(SINGLE, { prices: { single: 2000 }, endsAt: END }, {}).was).toEqual({})
})

test('names the last day of a sale in the shop’s time zone', () => {
  expect(saleEnds({ endsAt: new Date('2026-12-01T07:00:00Z') })).toBe('Sale ends November 30, 2026')
  expect(saleEnds({ endsAt: new Date('2026-12-01T07:01:00Z') })).toBe('Sale ends December 1, 2026')
})

test('refuses a sale that lowers no price', () => {
  const now = daysBefore(1)
  const problems = (sale: Partial<Parameters<typeof problemsOfSale>[1]>) =>
    problemsOfSale(SIZED, { prices: { '1oz': 2900 }, startsAt: START, endsAt: END, ...sale }, now)
  expect(problems({})).toEqual({})
  expect(problems({ prices: { '1oz': 3500 } })).toEqual({ '1oz': 'This must be less than the regular price.' })
  expect(problems({ prices: { '4oz': 100 } })).toEqual({ '4oz': 'This size isn’t sold.' })
  expect(problems({ prices: {} })).toEqual({ '1oz': 'Give at least one size a sale price.' })
  expect(problems({ endsAt: START })).toEqual({ endsAt: 'The end must be after the start.' })
  expect(problems({ startsAt: daysBefore(9), endsAt: daysBefore(2) })).toEqual({ endsAt: 'That time has passed.' })
  expect(problems({ endsAt: daysBefore(-60) })).toEqual({})
  expect(problems({ endsAt: daysBefore(-61) }).endsAt).toContain('up to 60 days')
  expect(problems({ startsAt: daysBefore(9), endsAt: now })).toEqual({ endsAt: 'That time has passed.' })
})

test('reports a missing sale price at the first field', () => {
  const nothing = { prices: {}, startsAt: START, endsAt: END }
  const problem = 'Give at least one size a sale price.'
  expect(problemsOfSale(SINGLE, nothing, daysBefore(1))).toEqual({ single: problem })
  expect(problemsOfSale({ kind: 'sized', prices: { '4oz': 100 } }, nothing, daysBefore(1))).toEqual({ '4oz': problem })
  expect(problemsOfSale({ kind: 'sized', prices: {} }, nothing, daysBefore(1))).toEqual({ single: problem })
})
