import { expect, test } from 'vitest'
import { hasOneItem, itemsToShip } from './items-to-ship.ts'

test('leaves out what was refunded or removed', () => {
  const lines = [
    { name: 'all', quantity: 2, refunded: 0 },
    { name: 'one of two', quantity: 2, refunded: 1 },
    { name: 'none', quantity: 2, refunded: 2 },
  ]
  expect(itemsToShip(lines).map(({ name, quantity }) => [name, quantity])).toEqual([
    ['all', 2],
    ['one of two', 1],
  ])
})

test.each([
  [[{ quantity: 1, refunded: 0 }], true],
  [[{ quantity: 3, refunded: 2 }], true],
  [[{ quantity: 2, refunded: 0 }], false],
  [
    [
      { quantity: 1, refunded: 0 },
      { quantity: 1, refunded: 0 },
    ],
    false,
  ],
  [
    [
      { quantity: 1, refunded: 0 },
      { quantity: 1, refunded: 1 },
    ],
    true,
  ],
])('%j: returns true if exactly one item is left', (lines, expected) => {
  expect(hasOneItem(lines)).toBe(expected)
})
