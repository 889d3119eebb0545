import { expect, test } from 'vitest'
import { addDays, dayName, periodOf } from './periods.ts'

test('starts a week on Monday and a month on its first day', () => {
  expect(periodOf('2026-11-15', 'day')).toBe('2026-11-15')
  expect(periodOf('2026-11-15', 'week')).toBe('2026-11-09')
  expect(periodOf('2026-11-09', 'week')).toBe('2026-11-09')
  expect(periodOf('2026-11-15', 'month')).toBe('2026-11-01')
})

test('adds days across leap days and clock changes', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-11-01', 1)).toBe('2026-11-02')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
})

test('gives days short names', () => {
  expect(dayName('2026-11-09')).toBe('Nov 9')
})
