import { expect, test } from 'vitest'
import { isPaidOutside, PAID_OUTSIDE, PAID_OUTSIDE_NAMES } from './paid-outside.ts'

test('every way to pay outside the shop has a name at the desk', () => {
  expect(PAID_OUTSIDE.map((way) => PAID_OUTSIDE_NAMES[way])).toEqual([
    'Cash',
    'Check',
    'Bank transfer',
    'Card, at a terminal',
    'Nothing to pay (replacement or gift)',
  ])
})

test('only those ways are taken from a form', () => {
  expect(PAID_OUTSIDE.every(isPaidOutside)).toBe(true)
  for (const other of ['', 'Cash', 'card', 'toString', undefined, null, 0]) expect(isPaidOutside(other)).toBe(false)
})
