import { expect, test } from 'vitest'
import { DIFFERENCE_KINDS, DIFFERENCES, isDifferenceKind } from './money-difference.ts'

test('every kind of difference has words of its own for the owner', () => {
  expect(Object.values(DIFFERENCES)).toEqual([
    'Money that has not reached its order',
    'Money without an order',
    'Order without money',
    'Different amounts',
    'Refund that only the provider knows',
    'Refund that only the shop knows',
  ])
})

test('only those kinds are taken from a form', () => {
  expect(DIFFERENCE_KINDS.every(isDifferenceKind)).toBe(true)
  for (const other of ['', 'Amount', 'toString', undefined, null, 0]) expect(isDifferenceKind(other)).toBe(false)
})
