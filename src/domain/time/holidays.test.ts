import { expect, test } from 'vitest'
import { isBusinessDay, isHoliday } from './holidays.ts'

test.each([
  '2026-01-01',
  '2026-01-19',
  '2026-02-16',
  '2026-05-25',
  '2026-06-19',
  '2026-07-04',
  '2026-09-07',
  '2026-10-12',
  '2026-11-11',
  '2026-11-26',
  '2026-12-25',
])('%s is a holiday', (day) => expect(isHoliday(day)).toBe(true))

test('a holiday on a Sunday is kept on Monday', () => {
  expect(isHoliday('2027-07-04')).toBe(false)
  expect(isHoliday('2027-07-05')).toBe(true)
})

test('counts Monday to Friday without holidays as business days', () => {
  expect(['2026-11-23', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29'].map(isBusinessDay)).toEqual([
    true,
    false,
    true,
    false,
    false,
  ])
})
