import { expect, test } from 'vitest'
import { placedDays } from './order-filter.ts'
import { shipBy } from './ship-by.ts'

const span = { from: 2, to: 3 }
const rules = { handlingDays: 2, transit: { near: span, rest: span, far: span }, closedDays: ['2026-11-18'] }

test('counts days back from today', () => {
  expect(placedDays('today', '2026-11-17', rules)).toEqual({ from: '2026-11-17', to: '2026-11-17' })
  expect(placedDays('week', '2026-11-03', rules)).toEqual({ from: '2026-10-28', to: '2026-11-03' })
  expect(placedDays('month', '2026-11-30', rules)).toEqual({ from: '2026-11-01', to: '2026-11-30' })
})

test.each(['2026-11-16', '2026-11-17', '2026-11-20', '2026-11-23'])(
  'separates late orders from the others on %s',
  (today) => {
    const { from, to } = placedDays('late', today, rules)
    const urgency = (orderedOn: string) => shipBy(rules, { state: 'paid', orderedOn }, today)?.urgency
    expect(from).toBe('')
    expect(urgency(to)).toBe('late')
    const next = new Date(Date.parse(to) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
    expect(urgency(next)).not.toBe('late')
  },
)
