import { expect, test } from 'vitest'
import { addDays, isPeriod, periodName, periodOf, recentPeriods } from './periods.ts'

test('starts a week on Monday and a month on its first day', () => {
  expect(periodOf('2026-11-15', 'day')).toBe('2026-11-15')
  expect(periodOf('2026-11-15', 'week')).toBe('2026-11-09')
  expect(periodOf('2026-11-09', 'week')).toBe('2026-11-09')
  expect(periodOf('2026-11-15', 'month')).toBe('2026-11-01')
})

test('has no gaps between periods across years, leap days, and clock changes', () => {
  const days = recentPeriods('2028-03-10', 'day')
  expect(days).toHaveLength(30)
  expect(days).toContain('2028-02-29')
  expect([days[0], days.at(-1)]).toEqual(['2028-02-10', '2028-03-10'])
  const weeks = recentPeriods('2026-11-15', 'week')
  expect([weeks[0], weeks.at(-1)]).toEqual(['2026-08-24', '2026-11-09'])
  const months = recentPeriods('2026-11-15', 'month')
  expect([months[0], months[1], months.at(-1)]).toEqual(['2025-12-01', '2026-01-01', '2026-11-01'])
  expect(addDays('2026-11-01', 1)).toBe('2026-11-02')
})

test('gives periods short names', () => {
  expect(periodName('2026-11-09', 'week')).toBe('Nov 9')
  expect(periodName('2026-11-01', 'month')).toBe('Nov 2026')
  expect(isPeriod('week')).toBe(true)
  expect(isPeriod('year')).toBe(false)
})
