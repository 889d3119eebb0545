import { describe, expect, test } from 'vitest'
import type { Answers } from './finder.ts'
import {
  answersInTheWay,
  type FinderOil,
  findRoutine,
  isGone,
  matchedConcerns,
  statedSize,
  timeOfDay,
} from './routine.ts'

const ANSWERS: Answers = { want: 'dry', skin: 'tight', without: [], scent: 'any' }

function oil(id: string, facts: Partial<FinderOil> = {}): FinderOil {
  return {
    id,
    pricing: { kind: 'sized', prices: { '1oz': 2500, '2oz': 4000 } },
    soldOut: [],
    skinTypes: ['dry'],
    concerns: [],
    scents: ['unscented'],
    scent: '',
    texture: '',
    absorbsIn: '',
    whenToUse: 'Morning and night',
    freeOf: ['nuts'],
    contains: [],
    ingredients: ingredients(5),
    dropsPerUse: 4,
    usesPerDay: 2,
    ...facts,
  }
}

function ingredients(count: number): FinderOil['ingredients'] {
  return Array.from({ length: count }, (_, index) => ({ slug: `plant-${index}`, name: '', summary: '', isKey: false }))
}

const GONE = { soldOut: ['1oz', '2oz'] } satisfies Partial<FinderOil>

function chosen(oils: readonly FinderOil[], answers: Partial<Answers> = {}): string[] {
  return findRoutine(oils, { ...ANSWERS, ...answers }).steps.map((step) => `${step.slot} ${step.oil.id}`)
}

describe('of two oils', () => {
  test.each<[string, FinderOil, FinderOil, Partial<Answers>]>([
    ['one in stock beats one with the concern', oil('z'), oil('a', { ...GONE, concerns: ['dryness'] }), {}],
    [
      'one with the concern beats a plainer one',
      oil('z', { concerns: ['dryness'] }),
      oil('a', { ingredients: ingredients(1) }),
      {},
    ],
    ['the plainer one', oil('z', { ingredients: ingredients(4) }), oil('a'), {}],
    ['any list beats none', oil('z', { ingredients: ingredients(40) }), oil('a', { ingredients: [] }), {}],
    [
      'a scent for who likes one',
      oil('z', { scents: ['floral'] }),
      oil('a', { ingredients: ingredients(1) }),
      { scent: 'scented' },
    ],
    ['no scent counts for nothing', oil('z', { ingredients: ingredients(1) }), oil('a'), { scent: 'scented' }],
    [
      'a scent counts only for who likes one',
      oil('z', { ingredients: ingredients(1) }),
      oil('a', { scents: ['floral'] }),
      { scent: 'any' },
    ],
    ['alike: the first by name', oil('a'), oil('z'), {}],
  ])('%s', (_what, better, worse, answers) => {
    const forNight = [worse, better].map((one) => ({ ...one, whenToUse: 'Night' }))
    expect(chosen(forNight, answers)).toEqual([`night ${better.id}`])
    expect(chosen(forNight.toReversed(), answers)).toEqual([`night ${better.id}`])
  })
})

describe('a pair', () => {
  const both = 'Morning and night'
  const morningFirst = 'Morning, under sunscreen; at night on its own'
  const nightFirst = 'Night, or in the morning under makeup'

  test('is one oil for the morning and another for the night', () => {
    expect(chosen([oil('a', { whenToUse: 'Night' }), oil('b', { whenToUse: 'Morning' })])).toEqual([
      'morning b',
      'night a',
    ])
    expect(chosen([oil('a', { whenToUse: both })])).toEqual(['both a'])
    expect(chosen([oil('a', { whenToUse: 'Morning' }), oil('b', { whenToUse: 'Mornings' })])).toEqual(['morning a'])
  })

  test('uses each oil at its own time of day', () => {
    expect(chosen([oil('a', { whenToUse: nightFirst }), oil('b', { whenToUse: both })])).toEqual([
      'morning b',
      'night a',
    ])
    expect(chosen([oil('a', { whenToUse: both }), oil('b', { whenToUse: morningFirst })])).toEqual([
      'morning b',
      'night a',
    ])
    expect(chosen([oil('a', { whenToUse: nightFirst }), oil('b', { whenToUse: morningFirst })])).toEqual([
      'morning b',
      'night a',
    ])
  })

  test('compares the concerns of both first, then their times of day, then the length of their lists', () => {
    const [a, b] = [oil('a', { whenToUse: both }), oil('b', { whenToUse: both })]
    const dry = oil('c', { whenToUse: morningFirst, concerns: ['dryness'] })
    const night = oil('d', { whenToUse: nightFirst, ingredients: ingredients(9) })
    expect(chosen([a, b, dry])).toEqual(['morning c', 'night a'])
    expect(chosen([a, b, night])).toEqual(['morning a', 'night d'])
    const plain = oil('e', { whenToUse: both, ingredients: ingredients(1) })
    expect(chosen([a, b, plain])).toEqual(['morning a', 'night e'])
  })

  test('never includes a bottle that can’t be bought', () => {
    expect(chosen([oil('a', { whenToUse: 'Morning' }), oil('b', { whenToUse: 'Night', ...GONE })])).toEqual([
      'morning a',
    ])
    expect(chosen([oil('a', { whenToUse: 'Morning', ...GONE }), oil('b', { whenToUse: 'Night' })])).toEqual(['night b'])
  })
})

describe('for the body', () => {
  const face = oil('face', { whenToUse: 'Night', dropsPerUse: 10 })
  const body = oil('body', { dropsPerUse: 11, whenToUse: 'After the shower' })

  test('only an oil that needs more than ten drops is used', () => {
    expect(chosen([face, body], { want: 'all' })).toEqual(['night face', 'body body'])
    expect(chosen([oil('hair', { whenToUse: 'Before a wash' })])).toEqual([])
  })

  test('is offered next to what was asked for, unless it is sold out', () => {
    const found = findRoutine([face, body], ANSWERS)
    expect([found.steps.length, found.also?.oil.id, found.also?.slot]).toEqual([1, 'body', 'body'])
    expect(findRoutine([face, { ...body, ...GONE }], ANSWERS).also).toBeUndefined()
    expect(findRoutine([face], ANSWERS).also).toBeUndefined()
  })

  test('is used instead if nothing fits the face', () => {
    const found = findRoutine([body], ANSWERS)
    expect([found.steps.map(({ slot }) => slot), found.also]).toEqual([['body'], undefined])
  })
})

test('an oil for any skin type suits shoppers who are not sure', () => {
  expect(chosen([oil('a', { skinTypes: [] })], { skin: 'unsure' })).toEqual([])
  expect(chosen([oil('a', { skinTypes: ['oily'] })], { skin: 'unsure' })).toEqual(['both a'])
  expect(chosen([oil('a', { skinTypes: ['oily'] })], { skin: 'tight' })).toEqual([])
})

test('an oil with a partial list is not unlisted', () => {
  const counts = (facts: Partial<FinderOil>) =>
    findRoutine([oil('a', facts)], { ...ANSWERS, without: ['nuts'] }).leftOut
  expect(counts({ freeOf: [], contains: ['olive'] })).toEqual([])
  expect(counts({ freeOf: ['nuts'], contains: [] })).toEqual([])
  expect(counts({ freeOf: [], contains: [] })).toEqual([{ reason: 'unlisted', count: 1 }])
  expect(counts({ freeOf: [], contains: ['nuts'] })).toEqual([{ reason: 'nuts', count: 1 }])
})

test('is used once a day in a pair, and as often as its text says alone', () => {
  const uses = (...oils: FinderOil[]) => findRoutine(oils, ANSWERS).steps.map(({ habit }) => habit.usesPerDay)
  expect(uses(oil('a', { usesPerDay: 3 }))).toEqual([3])
  expect(uses(oil('a', { whenToUse: 'Morning' }), oil('b', { whenToUse: 'Night' }))).toEqual([1, 1])
})

test('starts with the smallest size that lasts four months, or else the largest', () => {
  const size = (facts: Partial<FinderOil>) => findRoutine([oil('a', facts)], ANSWERS).steps[0]?.size
  // There are 591 drops in an ounce.
  expect(size({ whenToUse: 'Night', dropsPerUse: 4 })).toBe('1oz')
  expect(size({ whenToUse: 'Night', dropsPerUse: 5 })).toBe('2oz')
  expect(size({ dropsPerUse: 10, usesPerDay: 5 })).toBe('2oz')
  expect(size({ dropsPerUse: 10, usesPerDay: 5, soldOut: ['2oz'] })).toBe('1oz')
  expect(size(GONE)).toBe('1oz')
})

test('returns true if none of it can be bought', () => {
  expect(isGone(oil('a', { soldOut: ['1oz'] }))).toBe(false)
  expect(isGone(oil('a', GONE))).toBe(true)
  const single: FinderOil['pricing'] = { kind: 'single', priceCents: 3500, info: '4oz' }
  expect(isGone(oil('a', { pricing: single }))).toBe(false)
  expect(statedSize({ pricing: single }, undefined)).toBe('4oz')
  expect(statedSize(oil('a'), '2oz')).toBe('2oz')
})

test('names every answer that keeps all oils from fitting', () => {
  const eased = (oils: FinderOil[], answers: Partial<Answers>) =>
    answersInTheWay(oils, { ...ANSWERS, ...answers }).map(({ question }) => question)
  expect(eased([oil('a', { contains: ['nuts'], freeOf: [] })], { without: ['nuts'] })).toEqual(['without'])
  expect(eased([oil('a', { scents: ['floral'] })], { scent: 'unscented' })).toEqual(['scent'])
  expect(eased([oil('a', { skinTypes: ['oily'] })], {})).toEqual(['skin'])
  const [{ without } = { without: undefined }] = answersInTheWay([oil('a', { skinTypes: ['oily'] })], ANSWERS)
  expect(without).toEqual({ ...ANSWERS, skin: 'unsure' })
})

test('matches the concerns of a wish, in its order', () => {
  expect(matchedConcerns({ concerns: ['roughness', 'dryness', 'blemishes'] }, { want: 'dry' })).toEqual([
    'dryness',
    'roughness',
  ])
})

test.each([
  [' morning  and  nights', true, true, undefined],
  ['mornings or evening', true, true, undefined],
  ['mornings', true, false, 'morning'],
  ['Evenings', false, true, 'night'],
  ['In the morning', true, false, undefined],
  ['At bedtime', false, true, undefined],
  ['Goodnight', false, false, undefined],
])('reads the times of day in "%s"', (whenToUse, morning, night, lead) => {
  expect(timeOfDay({ whenToUse })).toEqual({ morning, night, lead })
})
