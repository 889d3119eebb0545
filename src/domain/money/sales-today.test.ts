import { expect, test } from 'vitest'
import { percentChange, runningSales } from './sales-today.ts'

test('adds up the hours of a day', () => {
  const running = runningSales([
    { hour: 9, orderCount: 1, salesCents: 500 },
    { hour: 9, orderCount: 1, salesCents: 250 },
    { hour: 0, orderCount: 1, salesCents: 100 },
    { hour: 23, orderCount: 1, salesCents: 50 },
  ])
  expect(running).toHaveLength(24)
  expect([running[0], running[8], running[9], running[22], running[23]]).toEqual([100, 100, 850, 850, 900])
  expect(runningSales([])).toEqual(Array.from({ length: 24 }, () => 0))
})

test.each([
  [138, 100, 38],
  [50, 100, -50],
  [100, 100, 0],
  [0, 300, -100],
  [2, 3, -33],
  [500, 0, undefined],
])('compares %i with %i', (cents, before, percent) => {
  expect(percentChange(cents, before)).toBe(percent)
})
