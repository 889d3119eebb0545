import { expect, test } from 'vitest'
import {
  canBeSoldAgain,
  countsAsReturn,
  isOpenReturn,
  reasonText,
  RETURN_CONDITION_NAMES,
  RETURN_CONDITIONS,
  RETURN_REASONS,
  RETURN_STATES,
  type ReturnState,
  returnStateOf,
} from './returns.ts'

test('restocks only sealed bottles', () => {
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

test('only an expected return can arrive or be canceled, and a canceled one counts no items', () => {
  expect(RETURN_STATES.filter(isOpenReturn)).toEqual(['expected'])
  expect(RETURN_STATES.filter(countsAsReturn)).toEqual(['expected', 'received'])
})

test('has a label for every reason and condition', () => {
  expect(RETURN_REASONS.map((reason) => reasonText(reason, null))).toEqual([
    'Didn’t suit them',
    'Arrived damaged',
    'Wrong item',
    'Changed their mind',
    'Other',
  ])
  expect(RETURN_CONDITIONS.map((condition) => RETURN_CONDITION_NAMES[condition])).toEqual([
    'Sealed',
    'Opened',
    'Damaged',
  ])
})

test('says the reason', () => {
  expect(reasonText('other', 'Smells of goat')).toBe('Smells of goat')
  expect(reasonText('wrong-item', 'Sent the 2oz')).toBe('Wrong item: Sent the 2oz')
  expect(reasonText('did-not-suit', null)).toBe('Didn’t suit them')
})
