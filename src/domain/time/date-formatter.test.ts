import { expect, test, vi } from 'vitest'
import { dateFormatter } from './date-formatter.ts'

const STYLES: [locale: string, options: Intl.DateTimeFormatOptions][] = [
  ['en-US', { dateStyle: 'long', timeZone: 'America/Denver' }],
  ['en-CA', { dateStyle: 'short', timeZone: 'America/Denver' }],
  ['sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'America/Denver' }],
  ['en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }],
  ['en-US', { hour: '2-digit', hourCycle: 'h23', timeZone: 'America/Denver' }],
]
/** Around clock changes, the turn of a year, midnight at the shop, and an invalid date. */
const DATES = [
  '2026-03-08T08:59Z',
  '2026-03-08T09:00Z',
  '2026-11-01T07:30Z',
  '2027-01-01T06:59Z',
  '2026-06-01T06:00Z',
  '?',
]

test.each(STYLES)('formats as toLocaleString does: %s %o', (locale, options) => {
  const format = dateFormatter(locale, options)
  for (const text of DATES) {
    const date = new Date(text)
    expect(format(date)).toBe(date.toLocaleString(locale, options))
  }
})

test('makes one formatter, when it is first needed', () => {
  const make = vi.spyOn(Intl, 'DateTimeFormat')
  const format = dateFormatter('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  expect(make).toHaveBeenCalledTimes(0)
  for (const text of DATES) format(new Date(text))
  expect(make).toHaveBeenCalledTimes(1)
  make.mockRestore()
})
