import { expect, test } from 'vitest'
import { leadingNumberWord, numberWord } from './number-words.ts'

test('writes numbers up to twelve as words', () => {
  expect(Array.from({ length: 14 }, (_, count) => numberWord(count)).join(' ')).toBe(
    'no one two three four five six seven eight nine ten eleven twelve 13',
  )
  expect(leadingNumberWord(7)).toBe('Seven')
})
