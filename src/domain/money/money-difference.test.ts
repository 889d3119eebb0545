import { expect, test } from 'vitest'
import { DIFFERENCE_KINDS, DIFFERENCES, isDifferenceKind } from './money-difference.ts'

test('describes every kind of difference to the owner', () => {
  expect(Object.values(DIFFERENCES)).toEqual([
    'Payment not matched to its order',
    'Payment without an order',
    'Order without a payment',
    'Different amounts',
    'Refund recorded only at Square',
    'Refund recorded only in the shop',
  ])
})

test('accepts only those kinds from a form', () => {
  expect(DIFFERENCE_KINDS.every(isDifferenceKind)).toBe(true)
  for (const other of ['', 'Amount', 'toString', undefined, null, 0]) expect(isDifferenceKind(other)).toBe(false)
})
