import { expect, test } from 'vitest'
import { CONCERNS, SCENTS, SKIN_TYPES } from './facts.ts'
import { INGREDIENT_GROUPS } from './product.ts'
import { KNOWN_WORDS, LEFT_OUT, SYNONYMS } from './search-synonyms.ts'

const WORDS = /^[a-z]+(?: [a-z]+)*$/

const FACETS = [
  ...Object.keys(SKIN_TYPES).map((key) => `skin:${key}`),
  ...Object.keys(CONCERNS).map((key) => `concern:${key}`),
  ...Object.keys(SCENTS).map((key) => `scent:${key}`),
  'vegan',
]

test('phrases are plain words, like a parsed search', () => {
  expect([...SYNONYMS.keys(), ...LEFT_OUT.keys()].filter((phrase) => !WORDS.test(phrase))).toEqual([])
})

test('every phrase means something that products can have', () => {
  for (const [phrase, { facets, words }] of SYNONYMS) {
    expect([...facets, ...words], phrase).not.toEqual([])
    expect(
      facets.filter((facet) => !FACETS.includes(facet)),
      phrase,
    ).toEqual([])
    expect(
      words.filter((word) => !WORDS.test(word)),
      phrase,
    ).toEqual([])
  }
})

test('every skin type, concern and scent has words that shoppers use', () => {
  const meant = new Set<string>([...SYNONYMS.values()].flatMap(({ facets }) => facets))
  // "Dry" is found as a concern, which more oils have; vanilla by its own name.
  expect(FACETS.filter((facet) => !meant.has(facet))).toEqual(['skin:dry', 'scent:vanilla'])
})

test('an exclusion is a group of ingredients, or words from an ingredient list', () => {
  const left = [...LEFT_OUT.values()]
  expect(left.filter(({ groups, phrases }) => groups.length + phrases.length === 0)).toEqual([])
  expect([...new Set(left.flatMap(({ groups }) => groups))].toSorted()).toEqual(
    Object.keys(INGREDIENT_GROUPS).toSorted(),
  )
  expect(left.flatMap(({ phrases }) => phrases).filter((phrase) => !WORDS.test(phrase))).toEqual([])
})

test('spelling is corrected toward words of more than three letters', () => {
  expect(KNOWN_WORDS.has('sensitive')).toBe(true)
  expect(KNOWN_WORDS.has('nuts')).toBe(true)
  expect([...KNOWN_WORDS].filter(({ length }) => length < 4)).toEqual([])
})
