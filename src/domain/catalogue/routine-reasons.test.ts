import { describe, expect, test } from 'vitest'
import type { Answers } from './finder.ts'
import { leftOutText, reasonsFor, routineTitle } from './routine-reasons.ts'
import type { FinderOil, RoutineStep } from './routine.ts'

const ANSWERS: Answers = { want: 'dry', skin: 'unsure', without: [], scent: 'any' }

const OIL: FinderOil = {
  id: 'plain',
  pricing: { kind: 'sized', prices: { '1oz': 2500 } },
  soldOut: [],
  skinTypes: [],
  concerns: [],
  scents: [],
  scent: '',
  texture: '',
  absorbsIn: '',
  whenToUse: 'Night',
  freeOf: [],
  contains: [],
  ingredients: [],
  dropsPerUse: 4,
  usesPerDay: 2,
}

function stepOf(oil: Partial<FinderOil>): RoutineStep {
  const habit = { dropsPerUse: 4, usesPerDay: 1 }
  return { oil: { ...OIL, ...oil }, slot: 'night', size: '1oz', habit }
}

function reasons(oil: Partial<FinderOil>, answers: Partial<Answers> = {}): string[] {
  return reasonsFor(stepOf(oil), { ...ANSWERS, ...answers }).map(({ text }) => text)
}

describe('reasons', () => {
  test('are empty for an oil that nothing is known about', () => {
    expect(reasons({})).toEqual([])
  })

  test.each<[string, Partial<FinderOil>, Partial<Answers>, string[]]>([
    ['concern', { concerns: ['dryness'] }, {}, ['You said dryness: it’s made with dryness in mind.']],
    ['another concern', { concerns: ['blemishes'] }, {}, []],
    [
      'tight skin',
      { skinTypes: ['dry', 'oily'] },
      { skin: 'tight' },
      ['Your skin feels tight by midday: it suits dry skin.'],
    ],
    [
      'comfortable skin',
      { skinTypes: ['normal'] },
      { skin: 'comfortable' },
      ['Your skin feels comfortable: it suits normal skin.'],
    ],
    [
      'shiny skin',
      { skinTypes: ['oily', 'combination'] },
      { skin: 'shiny' },
      ['Your skin is shiny in places: it suits oily and combination skin.'],
    ],
    ['skin nobody is sure of', { skinTypes: ['dry'] }, { skin: 'unsure' }, []],
    [
      'irritated skin, and essential oils in it',
      { skinTypes: ['sensitive'] },
      { skin: 'irritated' },
      ['You said easily irritated: it suits sensitive skin.'],
    ],
    [
      'tight skin, without essential oils',
      { skinTypes: ['dry'], freeOf: ['essential-oils'] },
      { skin: 'tight' },
      ['Your skin feels tight by midday: it suits dry skin.'],
    ],
    ['one left out', { freeOf: ['nuts'] }, { without: ['nuts'] }, ['You leave out nuts: it has none.']],
    [
      'two left out',
      { freeOf: ['nuts', 'olive'] },
      { without: ['nuts', 'olive'] },
      ['You leave out nuts and olive: it has neither.'],
    ],
    [
      'three left out',
      { freeOf: ['nuts', 'coconut', 'olive'] },
      { without: ['nuts', 'coconut', 'olive'] },
      ['You leave out nuts, coconut and olive: it has none of them.'],
    ],
    [
      'no scent for who wants none',
      { scents: ['unscented'] },
      { scent: 'unscented' },
      ['You like it unscented: nothing in it is there for scent.'],
    ],
    ['no scent for who doesn’t mind', { scents: ['unscented'] }, { scent: 'any' }, []],
    ['a scent for who wants none', { scents: ['floral'], scent: 'Rose' }, { scent: 'unscented' }, []],
    [
      'a scent for who likes one',
      { scents: ['floral'], scent: 'Rose' },
      { scent: 'scented' },
      ['You like a scent: rose.'],
    ],
    ['a scent for who doesn’t mind', { scents: ['floral'], scent: 'Rose' }, { scent: 'any' }, []],
    ['a scent nobody described', { scents: ['floral'] }, { scent: 'scented' }, []],
    ['a faint smell of its own', { scents: ['unscented'], scent: 'A hint of olive' }, { scent: 'scented' }, []],
    ['texture', { texture: 'Light' }, {}, ['Light.']],
    ['a texture that is a sentence', { texture: 'Light. Quick!' }, {}, ['Light. Quick!']],
    ['how long it takes', { absorbsIn: 'Two minutes' }, {}, ['Absorbs in: two minutes.']],
    [
      'texture and how long it takes',
      { texture: 'Light', absorbsIn: 'Two minutes' },
      {},
      ['Light. Absorbs in: two minutes.'],
    ],
    ['what it contains', { contains: ['nuts', 'olive'] }, {}, ['Contains nuts and olive. If that bothers you,']],
    ['all sizes sold out', { soldOut: ['1oz'] }, {}, ['Sold out for now, and nothing else fits here.']],
  ])('%s', (_what, oil, answers, expected) => {
    expect(reasons(oil, answers)).toEqual(expected)
  })

  test('are three at most, before anything against it', () => {
    const oil: Partial<FinderOil> = {
      concerns: ['dryness'],
      skinTypes: ['dry'],
      freeOf: ['nuts'],
      texture: 'Light',
      contains: ['olive'],
    }
    const all = reasonsFor(stepOf(oil), { ...ANSWERS, skin: 'tight', without: ['nuts'] })
    expect(all.map(({ kind }) => kind)).toEqual(['concern', 'skin', 'without', 'holds'])
    expect(all.at(-1)).toEqual({ kind: 'holds', text: 'Contains olive. If that bothers you,', groups: ['olive'] })
  })
})

describe('what was left out', () => {
  test.each<[Parameters<typeof leftOutText>[0], Partial<Answers>, string]>([
    [[], {}, ''],
    [[{ reason: 'nuts', count: 1 }], {}, '1 oil with nuts.'],
    [[{ reason: 'essential-oils', count: 11 }], {}, '11 oils with essential oils.'],
    [
      [
        { reason: 'nuts', count: 2 },
        { reason: 'scent', count: 1 },
        { reason: 'unlisted', count: 3 },
      ],
      {},
      '2 oils with nuts, 1 with a scent, 3 without a list of ingredients.',
    ],
    [[{ reason: 'skin', count: 4 }], { skin: 'shiny' }, '4 oils not listed for oily or combination skin.'],
    [[{ reason: 'skin', count: 4 }], { skin: 'unsure' }, '4 oils not for skin.'],
  ])('becomes one sentence: %o', (counts, answers, text) => {
    expect(leftOutText(counts, { ...ANSWERS, ...answers })).toBe(text)
  })
})

test('a routine is plain only if all its oils are', () => {
  const [plain, floral] = [stepOf({ scents: ['unscented'] }), stepOf({ scents: ['floral'] })]
  expect(routineTitle([plain])).toBe('Your routine: one plain oil')
  expect(routineTitle([plain, plain])).toBe('Your routine: two plain oils')
  expect(routineTitle([plain, floral])).toBe('Your routine: two oils')
  expect(routineTitle([floral])).toBe('Your routine: one oil')
})
