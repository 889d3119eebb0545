import { expect, test } from 'vitest'
import { calendarDate, counted, longDate, shopDay, shortName } from './display.ts'

test('a reviewer is shown by first name and last initial', () => {
  expect(shortName('Dana Whitfield')).toBe('Dana W.')
  expect(shortName('  Maria  del  Carmen  Ortiz ')).toBe('Maria O.')
  expect(shortName('émile zola')).toBe('émile Z.')
})

test('a single word or initials stay as they are', () => {
  expect(shortName('Priya')).toBe('Priya')
  expect(shortName('J.K.')).toBe('J.K.')
  expect(shortName('')).toBe('')
})

test('an initial outside the basic plane is not cut in half', () => {
  expect(shortName('Ada 😀smith')).toBe('Ada 😀.')
})

test('dates are long US dates of the shop, whatever the machine is set to', () => {
  expect(longDate(new Date('2026-03-04T18:00:00Z'))).toBe('March 4, 2026')
  expect(longDate(new Date('2026-03-05T03:00:00Z'))).toBe('March 4, 2026')
  expect(longDate(new Date('2024-02-29T12:00:00Z'))).toBe('February 29, 2024')
})

test('nouns follow their number', () => {
  expect(counted(1, 'item')).toBe('1 item')
  expect(counted(0, 'item')).toBe('0 items')
  expect(counted(2, 'box', 'boxes')).toBe('2 boxes')
})

test('a calendar day is the same day wherever it is read', () => {
  expect(calendarDate('2026-03-04')).toBe('March 4, 2026')
  expect(calendarDate('2026-12-31')).toBe('December 31, 2026')
})

test('the day at the shop begins at its own midnight', () => {
  expect(shopDay(new Date('2026-03-05T06:59:00Z'))).toBe('2026-03-04')
  expect(shopDay(new Date('2026-03-05T07:00:00Z'))).toBe('2026-03-05')
})
