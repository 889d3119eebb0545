import { expect, test } from 'vitest'
import { findClaims } from './claims.ts'
import {
  answerChips,
  askedParameters,
  FEELS,
  FINDER_PARAMETERS,
  isCommonQuestion,
  LEFT_OUT_HINTS,
  questionAfter,
  questionBefore,
  QUESTIONS,
  readFinder,
  SCENT_WISHES,
  SHOW_ROUTINE,
  WANTS,
} from './finder.ts'

const read = (query: string) => readFinder(new URLSearchParams(query))
const canonical = (query: string) => String(new URLSearchParams(askedParameters(read(query))))

test.each([
  ['', 'want', ''],
  ['want=dry', 'skin', 'want=dry'],
  ['skin=tight', 'want', 'skin=tight'],
  ['want=dry&skin=irritated', 'without', 'want=dry&skin=irritated'],
  ['want=dry&skin=irritated&without=none', 'scent', 'want=dry&skin=irritated&without=none'],
  ['want=dry&skin=irritated&without=none&without=nuts', 'scent', 'want=dry&skin=irritated&without=nuts'],
  [
    'want=dry&skin=irritated&without=olive&without=nuts&without=nuts',
    'scent',
    'want=dry&skin=irritated&without=nuts&without=olive',
  ],
  ['want=dry&skin=irritated&without=nuts&scent=any', 'routine', 'want=dry&skin=irritated&without=nuts&scent=any'],
  ['scent=any&without=nuts&skin=irritated&want=dry', 'routine', 'want=dry&skin=irritated&without=nuts&scent=any'],
  ['want=dry&at=routine', 'routine', 'want=dry&skin=unsure&without=none&scent=any'],
  ['want=dry&skin=tight&at=1', 'want', 'want=dry&skin=tight&at=1'],
  ['want=dry&skin=tight&at=4', 'without', 'want=dry&skin=tight'],
  ['want=dry&skin=tight&at=3&at=routine', 'routine', 'want=dry&skin=tight&without=none&scent=any'],
  ['want=DRY&skin=toString&without=everything&scent=__proto__&at=0', 'want', ''],
])('"%s" leads to %s, at one address', (query, expected, address) => {
  const finder = read(query)
  expect(finder.kind === 'routine' ? 'routine' : finder.question).toBe(expected)
  expect(canonical(query)).toBe(address)
  expect(canonical(address)).toBe(address)
})

test('has few enough common questions to be cached, and no routine among them', () => {
  const values = [Object.keys(WANTS), Object.keys(FEELS)] as const
  const queries = [
    '',
    ...values[0].flatMap((want) => [`want=${want}`, ...values[1].map((skin) => `want=${want}&skin=${skin}`)]),
  ]
  expect(queries.filter((query) => isCommonQuestion(read(query)))).toHaveLength(31)
  for (const query of [
    'want=dry&at=1',
    'scent=any',
    'skin=tight',
    'want=dry&skin=tight&without=none',
    'want=dry&skin=tight&without=none&scent=any',
    'at=routine',
  ])
    expect(isCommonQuestion(read(query)), query).toBe(false)
  expect(FINDER_PARAMETERS).toEqual(['want', 'skin', 'without', 'scent', 'at'])
})

test('repeats the answers in a few words, each of which leads back to its question', () => {
  const chips = (query: string) => {
    const finder = read(query)
    return finder.kind === 'routine' && answerChips(finder.answers)
  }
  expect(chips('want=dry&skin=irritated&without=nuts&without=olive&scent=unscented')).toEqual([
    { question: 'want', text: 'Dry' },
    { question: 'skin', text: 'Easily irritated' },
    { question: 'without', text: 'No nuts' },
    { question: 'without', text: 'No olive' },
    { question: 'scent', text: 'Unscented' },
  ])
  expect(chips('want=dry&skin=irritated&without=none&scent=any')).toContainEqual({
    question: 'without',
    text: 'Nothing left out',
  })
})

test('leads from question to question', () => {
  const names = ['want', 'skin', 'without', 'scent'] as const
  expect(names.map(questionBefore)).toEqual([undefined, 'want', 'skin', 'without'])
  expect(names.map(questionAfter)).toEqual(['skin', 'without', 'scent', undefined])
  expect(SHOW_ROUTINE).toEqual({ name: 'at', value: 'routine' })
})

test('tells a question asked in order from one asked again', () => {
  expect(read('want=dry&at=2')).toMatchObject({ question: 'skin', isAgain: false })
  expect(read('want=dry&skin=tight&at=2')).toMatchObject({ question: 'skin', isAgain: true })
})

test('makes no claims that a cosmetic may not make', () => {
  const entries = [WANTS, FEELS, SCENT_WISHES, QUESTIONS].flatMap((set) => Object.values<object>(set))
  const texts = [...entries.flatMap((entry) => Object.values(entry)), ...Object.values(LEFT_OUT_HINTS)].map(String)
  expect(texts.filter((text) => findClaims(text).length > 0)).toEqual([])
})
