import { expect, test } from 'vitest'
import {
  DEFAULT_RATES,
  formatTaxRate,
  type RateSchedule,
  ratesOn,
  taxedStateNames,
  taxedStates,
  withShippingRate,
  withTaxRate,
} from './rates.ts'

const SCHEDULE: RateSchedule = {
  shipping: [
    { flatCents: 999, freeFromCents: 7500, fromDay: '2026-01-01' },
    { flatCents: 500, freeFromCents: 6000, fromDay: '2026-11-17' },
  ],
  tax: [
    { state: 'UT', basisPoints: 715, fromDay: '2026-01-01' },
    { state: 'UT', basisPoints: 725, fromDay: '2026-11-17' },
    { state: 'CO', basisPoints: 290, fromDay: '2027-01-01' },
  ],
}

test('the shop starts with the rates of its first day', () => {
  expect(DEFAULT_RATES).toEqual({ shipping: { flatCents: 999, freeFromCents: 7500 }, tax: { UT: 715 } })
})

test.each([
  ['2025-12-31', 999, {}],
  ['2026-11-16', 999, { UT: 715 }],
  ['2026-11-17', 500, { UT: 725 }],
  ['2026-12-31', 500, { UT: 725 }],
  ['2027-01-01', 500, { UT: 725, CO: 290 }],
])('on %s, the rates that started most recently apply', (day, flatCents, tax) => {
  expect(ratesOn(SCHEDULE, day)).toMatchObject({ shipping: { flatCents }, tax })
})

test('a schedule without a shipping rate is refused', () => {
  expect(() => ratesOn({ shipping: [], tax: [] }, '2026-01-01')).toThrow(
    new RangeError('a schedule has at least one shipping rate'),
  )
})

test('a new rate is sorted in by day and replaces one that starts on the same day', () => {
  const rate = { flatCents: 0, freeFromCents: 0, fromDay: '2026-06-01' }
  expect(withShippingRate(SCHEDULE.shipping, rate).map(({ fromDay }) => fromDay)).toEqual([
    '2026-01-01',
    '2026-06-01',
    '2026-11-17',
  ])
  expect(withShippingRate(SCHEDULE.shipping, { ...rate, fromDay: '2026-11-17' })).toEqual([
    SCHEDULE.shipping[0],
    { ...rate, fromDay: '2026-11-17' },
  ])
  const tax = withTaxRate(SCHEDULE.tax, { state: 'CO', basisPoints: 300, fromDay: '2026-11-17' })
  expect(tax.map(({ state, fromDay }) => [state, fromDay])).toEqual([
    ['UT', '2026-01-01'],
    ['UT', '2026-11-17'],
    ['CO', '2026-11-17'],
    ['CO', '2027-01-01'],
  ])
  expect(withTaxRate(tax, { state: 'CO', basisPoints: 0, fromDay: '2026-11-17' })).toHaveLength(4)
})

test('states with a rate above zero are named in order', () => {
  expect(taxedStates({ UT: 725, CO: 290, NV: 0 })).toEqual(['CO', 'UT'])
  expect(taxedStateNames({ UT: 715 })).toBe('Utah')
  expect(taxedStateNames({ UT: 725, CO: 290, WA: 650 })).toBe('Colorado, Utah, and Washington')
  expect(taxedStateNames({ UT: 0 })).toBeUndefined()
})

test('a rate is shown with two decimals', () => {
  expect(formatTaxRate(715)).toBe('7.15%')
  expect(formatTaxRate(700)).toBe('7.00%')
})
