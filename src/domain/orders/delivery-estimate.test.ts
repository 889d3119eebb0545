import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../time/periods.ts'
import {
  arrivalAfterShipping,
  arrivalInDays,
  arrivalOf,
  arrivalText,
  deliverySentence,
  estimateDelivery,
  holidaysUntil,
  type DeliveryRules,
  type StatedDelivery,
  ZONE_KEYS,
  zoneOf,
} from './delivery-estimate.ts'
import type { StateCode } from './us-states.ts'

const rules: DeliveryRules = {
  handlingDays: 2,
  transit: { near: { from: 2, to: 3 }, rest: { from: 3, to: 5 }, far: { from: 5, to: 8 } },
  closedDays: [],
}

const stated: StatedDelivery = { ...rules, near: ['UT', 'AZ', 'CO', 'ID', 'NM', 'NV', 'WY'] }

test('counts business days for packing and for transit', () => {
  expect(estimateDelivery(rules, '2026-11-16', 'rest')).toEqual({
    shipBy: '2026-11-18',
    from: '2026-11-23',
    to: '2026-11-25',
  })
})

test('skips weekends and holidays', () => {
  expect(estimateDelivery(rules, '2026-11-20', 'rest')).toEqual({
    shipBy: '2026-11-24',
    from: '2026-11-30',
    to: '2026-12-02',
  })
  expect(holidaysUntil('2026-11-20', '2026-12-02')).toEqual(['2026-11-26'])
})

test('nothing is packed on a closed day, but packages still travel', () => {
  const closed = { ...rules, closedDays: ['2026-11-17', '2026-11-20'] }
  expect(estimateDelivery(closed, '2026-11-16', 'near')).toEqual({
    shipBy: '2026-11-19',
    from: '2026-11-23',
    to: '2026-11-24',
  })
})

test('without handling time, an order ships the same day or the next working day', () => {
  const quick = { ...rules, handlingDays: 0 }
  expect(estimateDelivery(quick, '2026-11-16', 'near').shipBy).toBe('2026-11-16')
  expect(estimateDelivery(quick, '2026-11-21', 'near').shipBy).toBe('2026-11-23')
})

test('never arrives before it ships, and never later for an earlier order', () => {
  const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays('2026-01-01', days))
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 10 }), fc.constantFrom(...ZONE_KEYS), (ordered, handlingDays, zone) => {
      const { shipBy, from, to } = estimateDelivery({ ...rules, handlingDays }, ordered, zone)
      expect(ordered <= shipBy && shipBy < from && from <= to).toBe(true)
      expect(estimateDelivery({ ...rules, handlingDays }, addDays(ordered, 1), zone).to >= to).toBe(true)
    }),
  )
})

test('assigns every state to a zone', () => {
  const zone = (state: StateCode) => zoneOf(state, stated.near)
  expect([zone('UT'), zone('NY'), zone('HI')]).toEqual(['near', 'rest', 'far'])
  expect(zoneOf('HI', ['HI'])).toBe('near')
})

test('states the rules in one sentence', () => {
  expect(deliverySentence(rules)).toBe(
    'Orders ship within 2 business days and usually arrive 2 to 8 business days later.',
  )
  const flat = { near: { from: 1, to: 1 }, rest: { from: 1, to: 1 }, far: { from: 1, to: 1 } }
  expect(deliverySentence({ handlingDays: 0, transit: flat, closedDays: [] })).toBe(
    'Orders ship the same business day and usually arrive 1 business day later.',
  )
})

test.each<[string, string, StateCode | undefined, string]>([
  ['a Monday, to Utah', '2026-11-16', 'UT', 'Fri, Nov 20 to Mon, Nov 23'],
  ['a Monday, to New York', '2026-11-16', 'NY', 'Mon, Nov 23 to Wed, Nov 25'],
  ['a Monday, to Hawaii', '2026-11-16', 'HI', 'Wed, Nov 25 to Tue, Dec 1'],
  ['a Monday, wherever', '2026-11-16', undefined, 'Fri, Nov 20 to Tue, Dec 1'],
  ['a Saturday', '2026-11-14', 'UT', 'Thu, Nov 19 to Fri, Nov 20'],
  ['the day before Thanksgiving', '2026-11-25', 'UT', 'Wed, Dec 2 to Thu, Dec 3'],
  ['Christmas Eve', '2026-12-24', 'UT', 'Thu, Dec 31 to Mon, Jan 4'],
  ['New Year’s Eve', '2026-12-31', 'NY', 'Fri, Jan 8 to Tue, Jan 12'],
  ['the Friday before Memorial Day', '2027-05-28', 'UT', 'Fri, Jun 4 to Mon, Jun 7'],
  ['July 3, a Saturday; the 4th is kept on Monday', '2027-07-03', 'UT', 'Fri, Jul 9 to Mon, Jul 12'],
])('an order of %s usually arrives', (_day, orderedOn, state, text) => {
  expect(arrivalText(arrivalOf(stated, orderedOn, state))).toBe(text)
})

test('names a single day once', () => {
  const sure = { ...stated, transit: { ...stated.transit, near: { from: 2, to: 2 } } }
  expect(arrivalText(arrivalOf(sure, '2026-11-16', 'UT'))).toBe('Fri, Nov 20')
})

test('after shipping, only transit counts', () => {
  expect(arrivalAfterShipping(stated, '2026-11-17', 'UT')).toEqual({ from: '2026-11-19', to: '2026-11-20' })
  expect(arrivalAfterShipping(stated, '2026-11-25', 'NY')).toEqual({ from: '2026-12-01', to: '2026-12-03' })
})

test('counts in days for pages that are cached', () => {
  expect(arrivalInDays(rules)).toBe('4 to 10 business days')
  const flat = { near: { from: 1, to: 1 }, rest: { from: 1, to: 1 }, far: { from: 1, to: 1 } }
  expect(arrivalInDays({ handlingDays: 0, transit: flat, closedDays: [] })).toBe('1 business day')
})

test('the range over all zones includes every state', () => {
  const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays('2026-01-01', days))
  fc.assert(
    fc.property(day, fc.constantFrom<StateCode[]>('UT', 'NY', 'HI'), (ordered, state) => {
      const [all, one] = [arrivalOf(stated, ordered), arrivalOf(stated, ordered, state)]
      expect(all.from <= one.from && one.to <= all.to).toBe(true)
    }),
  )
})
