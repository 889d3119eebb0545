import { expect, test } from 'vitest'
import { numberWord } from './number-words.ts'

test.each([
  [1, 'One'],
  [7, 'Seven'],
  [12, 'Twelve'],
  [13, '13'],
])('%i is %s', (count, word) => {
  expect(numberWord(count)).toBe(word)
})
