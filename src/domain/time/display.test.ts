import { expect, test } from 'vitest'
import { calendarDate, counted, longDate, shopDay, shortName } from './display.ts'

test('shows a reviewer by first name and last initial', () => {
  expect(shortName('Dana Whitfield')).toBe('Dana W.')
  expect(shortName('  Maria  del  Carmen  Ortiz ')).toBe('Maria O.')
  expect(shortName('émile zola')).toBe('émile Z.')
})

test('leaves a single word or initials unchanged', () => {
  expect(shortName('Priya')).toBe('Priya')
  expect(shortName('J.K.')).toBe('J.K.')
  expect(shortName('')).toBe('')
})

test('does not split an initial outside the basic plane', () => {
  expect(shortName('Ada 😀smith')).toBe('Ada 😀.')
})

test("formats dates as long US dates in the shop's time zone, whatever the machine's settings", () => {
  expect(longDate(new Date('2026-03-04T18:00:00Z'))).toBe('March 4, 2026')
  expect(longDate(new Date('2026-03-05T03:00:00Z'))).toBe('March 4, 2026')
  expect(longDate(new Date('2024-02-29T12:00:00Z'))).toBe('February 29, 2024')
})

test('matches nouns to their number', () => {
  expect(counted(1, 'item')).toBe('1 item')
  expect(counted(0, 'item')).toBe('0 items')
  expect(counted(2, 'box', 'boxes')).toBe('2 boxes')
})

test('shows the same calendar day in every time zone', () => {
  expect(calendarDate('2026-03-04')).toBe('March 4, 2026')
  expect(calendarDate('2026-12-31')).toBe('December 31, 2026')
})

test('starts the shop day at its own midnight', () => {
  expect(shopDay(new Date('2026-03-05T06:59:00Z'))).toBe('2026-03-04')
  expect(shopDay(new Date('2026-03-05T07:00:00Z'))).toBe('2026-03-05')
})
