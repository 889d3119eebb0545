import { expect, test } from 'vitest'
import { DIFFERENCE_KINDS, DIFFERENCES, isDifferenceKind } from './money-difference.ts'

test('every kind of difference has words of its own for the owner', () => {
  expect(Object.values(DIFFERENCES)).toEqual([
    'Payment that hasn’t reached its order',
    'Payment without an order',
    'Order without a payment',
    'Different amounts',
    'Refund only Square knows about',
    'Refund only the shop knows about',
  ])
})

test('only those kinds are taken from a form', () => {
  expect(DIFFERENCE_KINDS.every(isDifferenceKind)).toBe(true)
  for (const other of ['', 'Amount', 'toString', undefined, null, 0]) expect(isDifferenceKind(other)).toBe(false)
})
