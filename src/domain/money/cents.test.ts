import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCents, roundCents, wholeDollars } from './cents.ts'

test('formats cents as dollars with two decimals', () => {
  expect(formatCents(0)).toBe('$0.00')
  expect(formatCents(5)).toBe('$0.05')
  expect(formatCents(5800)).toBe('$58.00')
  expect(formatCents(123_456_789)).toBe('$1,234,567.89')
  expect(formatCents(-450)).toBe('-$4.50')
})

test('rounds half a cent up', () => {
  expect(roundCents(5, 10)).toBe(1)
  expect(roundCents(4, 10)).toBe(0)
  expect(roundCents(15, 10)).toBe(2)
  expect(roundCents(0, 10)).toBe(0)
})

test('never moves an amount by more than half a cent', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 12 }),
      fc.integer({ min: 1, max: 10 ** 6 }),
      (numerator, denominator) => {
        const error = roundCents(numerator, denominator) * denominator - numerator
        expect(error * 2).toBeLessThanOrEqual(denominator)
        expect(error * 2).toBeGreaterThan(-denominator)
      },
    ),
  )
})

test('refuses a fraction instead of rounding twice', () => {
  for (const [numerator, denominator] of [
    [1.5, 10],
    [1, 0],
    [1, -1],
    [1, 2.5],
  ] as const)
    expect(() => roundCents(numerator, denominator)).toThrow(/^roundCents needs a safe integer/)
})

test('formats amounts that parse back to the same cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (cents) => {
      const digits = formatCents(cents).replaceAll(/[$,.]/g, '')
      expect(Number(digits)).toBe(cents)
    }),
  )
})

test('rounds to whole dollars for the scale of a chart', () => {
  expect([0, 49, 98_401, 123_450_000, -50_000].map(wholeDollars)).toEqual(['$0', '$0', '$984', '$1,234,500', '-$500'])
  expect([-49, 150, -150].map(wholeDollars)).toEqual(['$0', '$2', '-$2'])
})
