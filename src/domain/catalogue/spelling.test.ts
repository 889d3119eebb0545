import fc from 'fast-check'
import { expect, test } from 'vitest'
import { meantWord, slipsBetween } from './spelling.ts'

test('counts an added, missing, wrong, or swapped letter as one edit', () => {
  expect(slipsBetween('serum', 'serum')).toBe(0)
  for (const typed of ['serumm', 'serm', 'sarum', 'seurm']) expect(slipsBetween(typed, 'serum'), typed).toBe(1)
  expect(slipsBetween('', 'oil')).toBe(3)
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
  expect(meantWord('seurm', words)).toBe('serum')
  expect(meantWord('skn', words)).toBe('skin')
  expect(meantWord('forrevr', words)).toBe('forever')
  expect(meantWord('sk', words)).toBeUndefined()
  expect(meantWord('sermon', words)).toBeUndefined()
})

test('prefers the nearer word to the earlier one, and corrects no word of two letters', () => {
  expect(meantWord('lavendar', ['lavandin', 'lavender'])).toBe('lavender')
  expect(meantWord('ol', ['oil'])).toBeUndefined()
  expect(meantWord('olis', ['oils'])).toBe('oils')
  expect(meantWord('serrun', ['serum'])).toBeUndefined()
})
