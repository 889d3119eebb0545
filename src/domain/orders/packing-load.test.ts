import { expect, test } from 'vitest'
import { packingLoad } from './packing-load.ts'

const span = { from: 3, to: 5 }
const rules = { handlingDays: 2, transit: { near: span, rest: span, far: span }, closedDays: [] }

test('counts the orders that are late and those that must leave today', () => {
  // A Wednesday, Monday, and Tuesday.
  const days = [
    { day: '2026-03-04', count: 4 },
    { day: '2026-03-02', count: 3 },
    { day: '2026-03-03', count: 2 },
  ]
  expect(packingLoad(rules, days, '2026-03-05')).toEqual({
    late: 3,
    lateSince: '2026-03-04',
    dueToday: 2,
    oldestDay: '2026-03-02',
  })
  expect(packingLoad(rules, days, '2026-03-03')).toEqual({
    late: 0,
    lateSince: undefined,
    dueToday: 0,
    oldestDay: '2026-03-02',
  })
  expect(packingLoad(rules, days, '2026-03-12')).toMatchObject({ late: 9, lateSince: '2026-03-04' })
  expect(packingLoad(rules, [], '2026-03-03')).toMatchObject({ late: 0, lateSince: undefined, oldestDay: undefined })
})
