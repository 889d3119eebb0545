import { expect, test } from 'vitest'
import { isPaidOutside, PAID_OUTSIDE, PAID_OUTSIDE_NAMES } from './paid-outside.ts'

test('names every way to pay outside the shop', () => {
  expect(PAID_OUTSIDE.map((way) => PAID_OUTSIDE_NAMES[way])).toEqual([
    'Cash',
    'Check',
    'Bank transfer',
    'Card, at a terminal',
    'Nothing to pay (replacement or gift)',
  ])
})

test('accepts only those ways from a form', () => {
  expect(PAID_OUTSIDE.every(isPaidOutside)).toBe(true)
  for (const other of ['', 'Cash', 'card', 'toString', undefined, null, 0]) expect(isPaidOutside(other)).toBe(false)
})
