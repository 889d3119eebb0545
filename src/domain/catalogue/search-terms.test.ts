import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanSearch, searchWords } from './search-terms.ts'

test('a search is trimmed, and blank is no search', () => {
  expect(cleanSearch('  rose   oil ')).toBe('rose oil')
  expect(cleanSearch('   ')).toBeUndefined()
  expect(cleanSearch('')).toBeUndefined()
  expect(cleanSearch(null)).toBeUndefined()
})

test('a long search is cut by characters, not in the middle of one', () => {
  expect(cleanSearch('😀'.repeat(10_000))).toBe('😀'.repeat(100))
})

test('controls, NUL and marks that turn the text around are dropped', () => {
  expect(cleanSearch('rose\u0000oil')).toBe('rose oil')
  expect(cleanSearch('\u202Eevil')).toBe('evil')
  expect(cleanSearch('\uD800')).toBeUndefined()
})

test('words are plain letters and digits, whatever was typed', () => {
  expect(searchWords(`Crème "O'Neill" 50% & ros%e_hip; drop table`)).toEqual([
    'creme',
    'o',
    'neill',
    '50',
    'ros',
    'e',
    'hip',
    'drop',
  ])
  expect(searchWords('ROSE rose Rose')).toEqual(['rose'])
  expect(searchWords('!!! 😀')).toEqual([])
})

test('no input yields anything but a few plain words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (typed) => {
      const words = searchWords(cleanSearch(typed) ?? '')
      expect(words.length).toBeLessThanOrEqual(8)
      for (const word of words) expect(word).toMatch(/^[a-z0-9]{1,100}$/)
    }),
  )
})
