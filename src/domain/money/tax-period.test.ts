import { expect, test } from 'vitest'
import { dueDay, recentTaxPeriods, toTaxPeriod } from './tax-period.ts'

test('starts and ends months and quarters on the right days', () => {
  expect(toTaxPeriod('2026-02')).toEqual({ name: '2026-02', from: '2026-02-01', until: '2026-03-01' })
  expect(toTaxPeriod('2026-12')).toEqual({ name: '2026-12', from: '2026-12-01', until: '2027-01-01' })
  expect(toTaxPeriod('2026-Q4')).toEqual({ name: '2026-Q4', from: '2026-10-01', until: '2027-01-01' })
  for (const text of ['2026', '2026-13', '2026-Q5', '2026-1', 'Q1', '']) expect(toTaxPeriod(text), text).toBeUndefined()
})

test('lists recent periods, the current one first', () => {
  const { quarters, months } = recentTaxPeriods('2026-02-10')
  expect(quarters).toEqual(['2026-Q1', '2025-Q4', '2025-Q3', '2025-Q2', '2025-Q1'])
  expect(months.slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12'])
})

test('sets the due date to the end of the following month', () => {
  const due = (name: string) => {
    const period = toTaxPeriod(name)
    return period && dueDay(period)
  }
  expect(due('2026-Q1')).toBe('2026-04-30')
  expect(due('2026-01')).toBe('2026-02-28')
  expect(due('2026-12')).toBe('2027-01-31')
})

test('lists thirteen months, so the same month of last year is included', () => {
  const { months } = recentTaxPeriods('2026-02-10')
  expect(months).toHaveLength(13)
  expect(months.at(-1)).toBe('2025-02')
  expect(toTaxPeriod('x2026-02')).toBeUndefined()
  expect(toTaxPeriod('2026-02x')).toBeUndefined()
  expect(toTaxPeriod('x2026-Q1')).toBeUndefined()
  expect(toTaxPeriod('2026-Q1x')).toBeUndefined()
})
