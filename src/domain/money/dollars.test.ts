import { expect, test } from 'vitest'
import { readDollars, plainDollars } from './dollars.ts'

test('parses dollars as typed', () => {
  expect(readDollars('58')).toEqual({ ok: true, cents: 5800 })
  expect(readDollars(' $58.5 ')).toEqual({ ok: true, cents: 5850 })
  expect(readDollars('$1,234.50')).toEqual({ ok: true, cents: 123_450 })
  expect(readDollars('0.07')).toEqual({ ok: true, cents: 7 })
  expect(readDollars('1.10')).toEqual({ ok: true, cents: 110 })
})

test('refuses a third decimal, a minus, an empty text, and nonsense, each with its own message', () => {
  expect(readDollars('12.345')).toEqual({ ok: false, problem: 'Use at most two decimals, such as 12.34.' })
  expect(readDollars('-1')).toEqual({ ok: false, problem: 'Enter an amount above zero.' })
  expect(readDollars('0.00')).toEqual({ ok: false, problem: 'Enter an amount above zero.' })
  expect(readDollars('10000.01')).toEqual({ ok: false, problem: 'Enter at most $10,000.00.' })
  for (const text of ['12,345', '123,456.78', '1,234,567'])
    expect(readDollars(text)).toEqual({ ok: false, problem: 'Enter at most $10,000.00.' })
  for (const text of [' -1 ', '- 5', '-$5', '- $5'])
    expect(readDollars(text)).toEqual({ ok: false, problem: 'Enter an amount above zero.' })
  for (const text of ['', 'x-1', '-x1', 'abc', '1,50', '1e3', '٣', '12.3.4', '12 34', 'NaN'])
    expect(readDollars(text)).toEqual({ ok: false, problem: 'Enter dollars and cents, such as 12.50.' })
})

test('parses what it formats', () => {
  for (const cents of [1, 99, 100, 5850, 1_000_000])
    expect(readDollars(plainDollars(cents))).toEqual({ ok: true, cents })
  expect(plainDollars(-205)).toBe('-2.05')
  expect(plainDollars(123_456)).toBe('1234.56')
})
