import { expect, test } from 'vitest'
import { shipBy } from './ship-by.ts'

const span = { from: 2, to: 3 }
const rules = { handlingDays: 2, transit: { near: span, rest: span, far: span }, closedDays: ['2026-11-18'] }

test.each([
  // A Thursday: two packing days later is Monday.
  ['2026-11-12', '2026-11-13', { day: '2026-11-16', urgency: 'later' }],
  ['2026-11-12', '2026-11-16', { day: '2026-11-16', urgency: 'today' }],
  ['2026-11-12', '2026-11-17', { day: '2026-11-16', urgency: 'late' }],
  // The shop is closed on Wednesday.
  ['2026-11-16', '2026-11-16', { day: '2026-11-19', urgency: 'later' }],
])('an order of %s, seen on %s, ships by %j', (orderedOn, today, expected) => {
  expect(shipBy(rules, { state: 'packed', orderedOn }, today)).toEqual(expected)
})

test('has no day for an order that is shipped, canceled or not paid', () => {
  for (const state of ['shipped', 'cancelled', 'refunded', 'payment_failed', 'pending_payment'] as const)
    expect(shipBy(rules, { state, orderedOn: '2026-11-12' }, '2026-11-17')).toBeUndefined()
})
