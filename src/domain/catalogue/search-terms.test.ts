import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanSearch, searchWords } from './search-terms.ts'

test('trims a search and treats blank as no search', () => {
  expect(cleanSearch('  rose   oil ')).toBe('rose oil')
  expect(cleanSearch('   ')).toBeUndefined()
  expect(cleanSearch('')).toBeUndefined()
  expect(cleanSearch(null)).toBeUndefined()
})

test('truncates a long search by characters, never inside one', () => {
  expect(cleanSearch('😀'.repeat(10_000))).toBe('😀'.repeat(100))
})

test('ends a truncated search at a word, not at a space', () => {
  expect(cleanSearch(`${'a'.repeat(99)} rose`)).toBe('a'.repeat(99))
})

test('treats both spellings of an accented letter as the same search', () => {
  expect(cleanSearch('cre\u0300me')).toBe('cr\u00E8me')
})

test('drops control characters, NUL, and bidirectional marks', () => {
  expect(cleanSearch('rose\u0000oil')).toBe('rose oil')
  expect(cleanSearch('\u202Eevil')).toBe('evil')
  expect(cleanSearch('\uD800')).toBeUndefined()
})

test('reduces words to plain letters and digits', () => {
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

test('returns only a few plain words for any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (typed) => {
      const words = searchWords(cleanSearch(typed) ?? '')
      expect(words.length).toBeLessThanOrEqual(8)
      for (const word of words) expect(word).toMatch(/^[a-z0-9]{1,100}$/)
    }),
  )
})
