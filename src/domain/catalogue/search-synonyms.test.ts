import { expect, test } from 'vitest'
import { findClaims } from './claims.ts'
import { CONCERNS, SCENTS, SKIN_TYPES } from './facts.ts'
import { INGREDIENT_GROUPS } from './product.ts'
import { CONDITIONS_NOTE, MISSING_ROWS, TOPIC_ROWS } from './search-notes.ts'
import { findMeaning, KNOWN_WORDS, LEFT_OUT, SYNONYMS } from './search-synonyms.ts'

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

const TOPICS = new Set(TOPIC_ROWS.flatMap(([said]) => said.split(', ')))

test('every phrase means something that products can have, unless it is about the shop', () => {
  for (const [phrase, { facets, words, missing }] of SYNONYMS) {
    expect([...facets, ...words, ...(missing ? [missing] : [])].length === 0, phrase).toBe(TOPICS.has(phrase))
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

test('no phrase has two meanings', () => {
  const rows = [...MISSING_ROWS, ...TOPIC_ROWS].flatMap(([said]) => said.split(', '))
  expect(rows.filter((phrase, index) => rows.indexOf(phrase) !== index)).toEqual([])
  expect(rows.filter((phrase) => SYNONYMS.get(phrase)?.facets.length)).toEqual([])
})

test('a search for a disease says that the oils don’t treat any', () => {
  const diseases = [...SYNONYMS].filter(([phrase]) => findClaims(phrase).some(({ rule }) => rule === 'disease-name'))
  expect(diseases.length).toBeGreaterThan(8)
  expect(
    diseases.filter(
      ([phrase, { note }]) => note !== CONDITIONS_NOTE && phrase !== 'acne scars' && phrase !== 'alopecia',
    ),
  ).toEqual([])
})

test('the sentences above results claim nothing', () => {
  const notes = new Set([...SYNONYMS.values()].flatMap(({ note, missing }) => note ?? missing ?? []))
  notes.delete(CONDITIONS_NOTE)
  expect(notes.size).toBeGreaterThan(10)
  expect([...notes].flatMap(findClaims)).toEqual([])
})

test('recognizes the word of a note before it is finished, but no other word', () => {
  expect(findMeaning(['sunscr'])).toBe(SYNONYMS.get('sunscreen'))
  expect(findMeaning(['pregn'])).toBe(SYNONYMS.get('pregnant'))
  for (const typed of ['suns', 'breast', 'inter', 'sensitiv', 'chapp', 'clean', 'expect', 'condition', 'world'])
    expect(findMeaning([typed]), typed).toBeUndefined()
})

test('spelling is corrected toward words of more than three letters', () => {
  expect(KNOWN_WORDS.has('sensitive')).toBe(true)
  expect(KNOWN_WORDS.has('nuts')).toBe(true)
  expect([...KNOWN_WORDS].filter(({ length }) => length < 4)).toEqual([])
})
