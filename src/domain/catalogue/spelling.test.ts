import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closestWord, slipsBetween } from './spelling.ts'

test('counts an added, missing, wrong, or swapped letter as one edit', () => {
  expect(slipsBetween('serum', 'serum')).toBe(0)
  for (const typed of ['serumm', 'serm', 'sarum', 'seurm']) expect(slipsBetween(typed, 'serum'), typed).toBe(1)
  expect(slipsBetween('', 'oil')).toBe(3)
})

test('counts letters swapped at the start of a word', () => {
  expect(slipsBetween('esrum', 'serum')).toBe(1)
  expect(slipsBetween('es', 'se')).toBe(1)
  expect(slipsBetween('e', 'se')).toBe(1)
})

test('is symmetric, at most the length of the longer word, and zero for equal words', () => {
  const word = fc.string({ maxLength: 12 })
  fc.assert(
    fc.property(word, word, (one, other) => {
      const slips = slipsBetween(one, other)
      expect(slips).toBe(slipsBetween(other, one))
      expect(slips).toBeLessThanOrEqual(Math.max(one.length, other.length))
      expect(slips === 0).toBe(one === other)
    }),
  )
})

test('returns the nearest word, and requires short words to be nearly right', () => {
  const words = ['serum', 'skin', 'forever', 'lavender']
  expect(closestWord('seurm', words)).toBe('serum')
  expect(closestWord('skn', words)).toBe('skin')
  expect(closestWord('forrevr', words)).toBe('forever')
  expect(closestWord('sk', words)).toBeUndefined()
  expect(closestWord('sermon', words)).toBeUndefined()
})

test('prefers the closer word to the earlier one, and corrects no two-letter word', () => {
  expect(closestWord('lavendar', ['lavandin', 'lavender'])).toBe('lavender')
  expect(closestWord('ol', ['oil'])).toBeUndefined()
  expect(closestWord('olis', ['oils'])).toBe('oils')
  expect(closestWord('serrun', ['serum'])).toBeUndefined()
})
