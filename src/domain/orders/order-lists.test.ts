import { expect, test } from 'vitest'
import { countedUpTo, isOldestFirst, ORDER_LISTS, STATES_OF_LIST, toOrderList } from './order-lists.ts'
import { ORDER_STATES } from './order-states.ts'

test('opens the named list, and “to pack” for an unknown name', () => {
  for (const list of ORDER_LISTS) expect(toOrderList(list)).toBe(list)
  expect(toOrderList('')).toBe('to-pack')
  expect(toOrderList('toString')).toBe('to-pack')
})

test('starts lists of work with the oldest order', () => {
  expect(ORDER_LISTS.filter(isOldestFirst)).toEqual(['to-pack', 'packed', 'partly-shipped'])
})

test('has every state on one list', () => {
  expect(Object.values(STATES_OF_LIST).flat().toSorted()).toEqual([...ORDER_STATES].toSorted())
})

test('counts work to a higher limit than what is done', () => {
  expect(ORDER_LISTS.map((list) => [list, countedUpTo(list)])).toEqual([
    ['to-pack', 2000],
    ['confirming', 2000],
    ['owing', 2000],
    ['packed', 2000],
    ['partly-shipped', 2000],
    ['shipped', 500],
    ['problem', 500],
    ['delivered', 500],
    ['returns', 500],
    ['given-back', 500],
    ['not-taken', 500],
    ['all', 500],
  ])
})
