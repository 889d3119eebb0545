import { expect, test } from 'vitest'
import { countedUpTo, ORDER_LISTS } from './order-lists.ts'

test('work is counted further than what is done', () => {
  expect(ORDER_LISTS.map((list) => [list, countedUpTo(list)])).toEqual([
    ['to-pack', 2000],
    ['confirming', 2000],
    ['packed', 2000],
    ['partly-shipped', 2000],
    ['shipped', 500],
    ['delivered', 500],
    ['returns', 500],
    ['given-back', 500],
    ['not-taken', 500],
    ['all', 500],
  ])
})
