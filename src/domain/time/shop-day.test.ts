import { expect, test } from 'vitest'
import { isDay, shopHour, spanOfShopDays, startOfShopDay, readDay, usDay } from './shop-day.ts'

test('starts a day at midnight in Utah, in summer and winter', () => {
  expect(startOfShopDay('2026-01-15').toISOString()).toBe('2026-01-15T07:00:00.000Z')
  expect(startOfShopDay('2026-07-15').toISOString()).toBe('2026-07-15T06:00:00.000Z')
})

test('has 23 and 25 hours on the days of the clock changes', () => {
  const hours = (day: string) => {
    const { from, to } = spanOfShopDays(day, day)
    return (to.getTime() - from.getTime()) / 3_600_000
  }
  expect(hours('2026-03-08')).toBe(23)
  expect(hours('2026-11-01')).toBe(25)
  expect(hours('2026-11-02')).toBe(24)
})

test("returns the hour of the shop's clock", () => {
  expect(shopHour(new Date('2026-01-15T07:30:00Z'))).toBe(0)
  expect(shopHour(new Date('2026-07-15T05:30:00Z'))).toBe(23)
})

test('accepts only calendar days', () => {
  expect(isDay('2026-02-28')).toBe(true)
  for (const text of ['2026-02-30', '2026-2-3', '', '2026-13-01', 'yesterday']) expect(isDay(text), text).toBe(false)
})

test.each([
  ['12/24/2026', '2026-12-24'],
  ['1/2/2027', '2027-01-02'],
  ['2026-12-24', '2026-12-24'],
  ['13/1/2026', undefined],
  ['2/30/2026', undefined],
  ['12/24', undefined],
  ['Christmas', undefined],
])('reads the day %j', (text, day) => {
  expect(readDay(text)).toBe(day)
})

test('writes a day as Americans do', () => {
  expect(usDay('2026-12-24')).toBe('12/24/2026')
})
