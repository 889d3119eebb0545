import { expect, test } from 'vitest'
import { leadingNumberWord, numberWord } from './number-words.ts'

test.each([
  [0, 'no', 'No'],
  [1, 'one', 'One'],
  [7, 'seven', 'Seven'],
  [12, 'twelve', 'Twelve'],
  [13, '13', '13'],
])('%i is %s, or %s', (count, word, leading) => {
  expect(numberWord(count)).toBe(word)
  expect(leadingNumberWord(count)).toBe(leading)
})
