import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../time/periods.ts'
import {
  deliverySentence,
  estimateDelivery,
  holidaysUntil,
  type DeliveryRules,
  ZONE_KEYS,
  zoneOf,
} from './delivery-estimate.ts'

const rules: DeliveryRules = {
  handlingDays: 2,
  transit: { near: { from: 2, to: 3 }, rest: { from: 3, to: 5 }, far: { from: 5, to: 8 } },
  closedDays: [],
}

test('counts business days for packing and for the way', () => {
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

test('nobody packs on a closed day, but packages still travel', () => {
  const closed = { ...rules, closedDays: ['2026-11-17', '2026-11-20'] }
  expect(estimateDelivery(closed, '2026-11-16', 'near')).toEqual({
    shipBy: '2026-11-19',
    from: '2026-11-23',
    to: '2026-11-24',
  })
})

test('without handling time an order leaves the same day, or the next on which anybody works', () => {
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

test('puts every state into a zone', () => {
  expect([zoneOf('UT'), zoneOf('NY'), zoneOf('HI')]).toEqual(['near', 'rest', 'far'])
})

test('words the rules in one sentence', () => {
  expect(deliverySentence(rules)).toBe('Orders ship within 2 business days and arrive 2 to 8 business days later.')
  const flat = { near: { from: 1, to: 1 }, rest: { from: 1, to: 1 }, far: { from: 1, to: 1 } }
  expect(deliverySentence({ handlingDays: 0, transit: flat, closedDays: [] })).toBe(
    'Orders ship the same business day and arrive 1 business day later.',
  )
})
