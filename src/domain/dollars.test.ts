import { expect, test } from 'vitest'
import { parseDollars, plainDollars } from './dollars.ts'

test('amounts are read as people write them', () => {
  expect(parseDollars('12')).toBe(1200)
  expect(parseDollars('12.5')).toBe(1250)
  expect(parseDollars(' 12.05 ')).toBe(1205)
  expect(parseDollars('$1,234.50')).toBe(123_450)
  expect(parseDollars('0.01')).toBe(1)
})

test('what is no amount in whole cents is none at all', () => {
  for (const typed of ['', '12.345', '-1', '1e3', '12,5', '1,23', 'twelve', '0x10', '١٢', '.5', '12.', '9999999999'])
    expect(parseDollars(typed), typed).toBeUndefined()
})

test('a form gets back what it can read', () => {
  for (const cents of [0, 1, 99, 100, 123_456]) expect(parseDollars(plainDollars(cents))).toBe(cents)
  expect(plainDollars(-205)).toBe('-2.05')
})
