import { expect, test } from 'vitest'
import { numberWord } from './number-words.ts'

test.each([
  [0, 'no'],
  [1, 'one'],
  [7, 'seven'],
  [12, 'twelve'],
  [13, '13'],
])('%i is %s', (count, word) => {
  expect(numberWord(count)).toBe(word)
})
