import { expect, test } from 'vitest'
import { canBeSoldAgain, RETURN_CONDITIONS, type ReturnState, reasonText, returnStateOf } from './returns.ts'

test('puts only what is sealed back in stock', () => {
  expect(RETURN_CONDITIONS.filter(canBeSoldAgain)).toEqual(['sealed'])
})

test.each<[ReturnState[], string | null]>([
  [[], null],
  [['canceled'], null],
  [['received', 'expected', 'canceled'], 'expected'],
  [['received', 'canceled'], 'received'],
])('lists an order with returns %j as %s', (states, expected) => {
  expect(returnStateOf(states)).toBe(expected)
})

test('says the reason', () => {
  expect(reasonText('other', 'Smells of goat')).toBe('Smells of goat')
  expect(reasonText('wrong-item', 'Sent the 2oz')).toBe('Wrong item: Sent the 2oz')
  expect(reasonText('did-not-suit', null)).toBe('Didn’t suit them')
})
