import { expect, test } from 'vitest'
import { ingredients } from '../../../db/seed/ingredients.ts'
import { products } from '../../../db/seed/products.ts'
import { findClaims } from './claims.ts'
import { blendFacts, shownScents } from './facts.ts'
import { type Answers, FEELS, type FeelKey, SCENT_WISHES, type ScentWish, type WantKey, WANTS } from './finder.ts'
import { GROUP_NAMES, INGREDIENT_GROUPS } from './product.ts'
import { leftOutText, type Reason, reasonsFor, routineTitle } from './routine-reasons.ts'
import {
  answersInTheWay,
  centsPerDay,
  findRoutine,
  isGone,
  timeOfDay,
  type FinderOil,
  type RoutineStep,
  whyLeftOut,
} from './routine.ts'
import { STOCK_UNITS } from './stock.ts'

const OILS: FinderOil[] = products.map((product) => {
  const blend = product.ingredients.flatMap((slug) => ingredients.find((one) => one.slug === slug) ?? [])
  const prices: Record<string, number | string> = product.prices
  return {
    id: product.id,
    pricing:
      'single' in product.prices
        ? { kind: 'single', priceCents: product.prices.single, info: product.prices.size }
        : { kind: 'sized', prices: prices as Record<string, number> },
    soldOut: [],
    skinTypes: product.skinTypes ?? [],
    concerns: product.concerns ?? [],
    scents: product.scents ?? [],
    scent: product.scent ?? '',
    texture: product.texture ?? '',
    absorbsIn: product.absorbsIn ?? '',
    whenToUse: product.whenToUse ?? '',
    ...blendFacts(blend),
    ingredients: blend.map(({ slug, name }) => ({ slug, name, summary: '', isKey: false })),
    dropsPerUse: product.dropsPerUse,
    usesPerDay: product.usesPerDay,
  }
})

const LEFT_OUT = Array.from({ length: 2 ** GROUP_NAMES.length }, (_, bits) =>
  GROUP_NAMES.filter((__, index) => (bits >> index) & 1),
)

/** What was shown for any answers. */
const said = new Set<string>()

/** Every way to answer. */
const ALL: Answers[] = Object.keys(WANTS).flatMap((want) =>
  Object.keys(FEELS).flatMap((skin) =>
    LEFT_OUT.flatMap((without) =>
      Object.keys(SCENT_WISHES).map((scent) => ({
        want: want as WantKey,
        skin: skin as FeelKey,
        without,
        scent: scent as ScentWish,
      })),
    ),
  ),
)

const answer = (want: WantKey, skin: FeelKey, without: Answers['without'], scent: ScentWish): Answers => ({
  want,
  skin,
  without,
  scent,
})

const outline = (answers: Answers, oils = OILS) =>
  findRoutine(oils, answers).steps.map(({ oil, slot, size }) => `${slot} ${oil.id} ${size ?? 'single'}`)

test.each<[WantKey, FeelKey, Answers['without'], ScentWish, string[]]>([
  ['dry', 'irritated', ['nuts'], 'unscented', ['morning first-light-serum 1oz', 'night barrier-rescue-oil 2oz']],
  ['dry', 'irritated', ['nuts'], 'any', ['morning first-light-serum 1oz', 'night barrier-rescue-oil 2oz']],
  ['dry', 'tight', [], 'any', ['morning barrier-rescue-oil 2oz', 'night petal-renewal-serum 1oz']],
  ['blemishes', 'shiny', [], 'any', ['morning first-light-serum 1oz', 'night sos-serum-blemish-blend 1oz']],
  [
    'lines',
    'comfortable',
    ['essential-oils'],
    'any',
    ['morning first-light-serum 1oz', 'night barrier-rescue-oil 2oz'],
  ],
  ['lines', 'tight', [], 'scented', ['morning velvet-contour-serum 1oz', 'night petal-renewal-serum 1oz']],
  ['dull', 'shiny', ['nuts'], 'scented', ['morning first-light-serum 1oz', 'night pure-bloom 1oz']],
  [
    'all',
    'irritated',
    [],
    'unscented',
    ['morning first-light-serum 1oz', 'night barrier-rescue-oil 2oz', 'body meadow-calm-oil single'],
  ],
  ['dry', 'tight', ['olive', 'essential-oils'], 'any', ['body meadow-calm-oil single']],
  ['dry', 'tight', ['olive'], 'scented', ['night petal-renewal-serum 1oz']],
])('%s, %s, without %s, %s', (want, skin, without, scent, expected) => {
  expect(outline(answer(want, skin, without, scent))).toEqual(expected)
})

test('keeps its promises for every way to answer', () => {
  expect(ALL).toHaveLength(2400)
  const routines = ALL.map((answers) => ({ answers, ...findRoutine(OILS, answers) }))
  expect(new Set(routines.map(({ steps }) => steps.length))).toEqual(new Set([1, 2, 3]))
  const broken = routines.flatMap(({ answers, steps, also, leftOut }) => {
    const fitting = OILS.filter((oil) => whyLeftOut(oil, answers) === undefined)
    const problems = [
      new Set(steps.map(({ oil }) => oil.id)).size < steps.length && 'an oil twice',
      leftOut.reduce((sum, { count }) => sum + count, 0) !== OILS.length - fitting.length && 'miscounted',
      ...[...steps, ...(also ? [also] : [])].flatMap((step) => problemsOf(step, answers)),
    ]
    return problems.filter(Boolean).map((problem) => `${String(problem)}: ${JSON.stringify(answers)}`)
  })
  expect(broken).toEqual([])
  expect(said.size).toBeGreaterThan(50)
  expect([...said].filter((text) => findClaims(text).length > 0)).toEqual([])
})

/** What is wrong with an oil for a shopper, and with what is said about it, judged only by the facts. */
function problemsOf(step: RoutineStep, answers: Answers): (string | false)[] {
  const { oil, size } = step
  const types: readonly string[] = FEELS[answers.skin].skinTypes
  const reasons = reasonsFor(step, answers)
  for (const { text } of reasons) said.add(text)
  return [
    answers.without.some((group) => oil.contains.includes(group) || !oil.freeOf.includes(group)) && 'left out',
    answers.scent === 'unscented' && !shownScents(oil.scents, oil).includes('unscented') && 'scented',
    types.length > 0 && !oil.skinTypes.some((type) => types.includes(type)) && 'not for this skin',
    (size === undefined) !== (oil.pricing.kind === 'single') && 'no such size',
    reasons.length === 0 && 'no reason',
    ...reasons.map((reason) => !isTrue(reason, oil, answers) && `untrue: ${reason.text}`),
  ]
}

function isTrue({ kind, text }: Reason, oil: FinderOil, answers: Answers): boolean {
  const concerns: readonly string[] = WANTS[answers.want].concerns
  const types: readonly string[] = FEELS[answers.skin].skinTypes
  const isPlain = !text.includes('no essential oils') || oil.freeOf.includes('essential-oils')
  const facts: Record<Reason['kind'], () => boolean> = {
    concern: () => concerns.some((one) => oil.concerns.some((has) => has === one)),
    skin: () => types.some((one) => oil.skinTypes.some((has) => has === one)),
    scent: () =>
      text.includes('nothing in it')
        ? !oil.contains.includes('essential-oils') && oil.scents.includes('unscented')
        : oil.scents.some((scent) => scent !== 'unscented'),
    without: () => answers.without.length > 0 && answers.without.every((group) => oil.freeOf.includes(group)),
    feel: () => text.toLowerCase().includes(oil.texture.toLowerCase()),
    holds: () => oil.contains.every((group) => text.includes(INGREDIENT_GROUPS[group].toLowerCase())),
    gone: () => isGone(oil),
  }
  return facts[kind]() && isPlain && !/undefined|\s{2}|\.\./.test(text)
}

test('prefers what can be bought, whichever oil is sold out', () => {
  const place = (oil: FinderOil) =>
    oil.dropsPerUse > 10 ? 'body' : timeOfDay(oil).morning || timeOfDay(oil).night ? 'face' : 'elsewhere'
  const broken = ALL.filter((_, index) => index % 5 === 0).flatMap((answers) =>
    findRoutine(OILS, answers).steps.flatMap(({ oil: lost }) => {
      const oils = OILS.map((oil) => (oil === lost ? { ...oil, soldOut: [...STOCK_UNITS] } : oil))
      const { steps } = findRoutine(oils, answers)
      const hasOther = (gone: FinderOil) =>
        oils.some((oil) => !isGone(oil) && whyLeftOut(oil, answers) === undefined && place(oil) === place(gone))
      const isBroken = steps.length === 0 || steps.some(({ oil }) => isGone(oil) && hasOther(oil))
      return isBroken ? [`${lost.id} ${JSON.stringify(answers)}`] : []
    }),
  )
  expect(broken).toEqual([])
})

test('a single oil is used at all its times of day', () => {
  const alone = OILS.filter(({ id }) => id === 'barrier-rescue-oil')
  expect(outline(answer('dry', 'tight', [], 'any'), alone)).toEqual(['both barrier-rescue-oil 2oz'])
})

test('does not start with a size that is sold out', () => {
  const oils = OILS.map((oil) => (oil.id === 'barrier-rescue-oil' ? { ...oil, soldOut: ['2oz' as const] } : oil))
  expect(outline(answer('dry', 'irritated', ['nuts'], 'unscented'), oils)[1]).toBe('night barrier-rescue-oil 1oz')
})

test('leaves out an oil without an ingredient list as soon as anything is excluded', () => {
  const unlisted = OILS.map((oil) => ({ ...oil, freeOf: [], contains: [], ingredients: [] }))
  expect(outline(answer('dry', 'tight', ['nuts'], 'any'), unlisted)).toEqual([])
  expect(findRoutine(unlisted, answer('dry', 'tight', ['nuts'], 'any')).leftOut).toEqual([
    { reason: 'unlisted', count: OILS.length },
  ])
})

test('says so if nothing fits, and which answer is the reason', () => {
  const answers = answer('blemishes', 'shiny', [...GROUP_NAMES], 'any')
  const oils = OILS.filter(({ id }) => id !== 'meadow-calm-oil')
  expect(outline(answers, oils)).toEqual([])
  expect(answersInTheWay(oils, answers).map(({ question }) => question)).toEqual(['without'])
})

test('gives its reasons in the shopper’s own words', () => {
  const answers = answer('dry', 'irritated', ['nuts'], 'unscented')
  const { steps, leftOut, also } = findRoutine(OILS, answers)
  expect(routineTitle(steps)).toBe('Your routine: two plain oils')
  expect(steps.map((step) => reasonsFor(step, answers).map(({ text }) => text))).toEqual([
    [
      'You said easily irritated: it suits sensitive skin, with six ingredients and no essential oils.',
      'You leave out nuts: it has none.',
      'You like it unscented: nothing in it is there for scent.',
      'Contains olive. If that bothers you,',
    ],
    [
      'You said dryness: it’s made with dryness and rough patches in mind.',
      'You said easily irritated: it suits sensitive skin, with seven ingredients and no essential oils.',
      'You leave out nuts: it has none.',
      'Contains olive. If that bothers you,',
    ],
  ])
  expect(also?.oil.id).toBe('meadow-calm-oil')
  expect(leftOutText(leftOut, answers)).toBe('8 oils with nuts, 4 with a scent.')
})

test.each([
  ['Morning and night', true, true, undefined],
  ['Morning or night, under makeup or alone', true, true, undefined],
  ['Morning, under sunscreen; at night on its own', true, true, 'morning'],
  ['Evening, as the last step', false, true, 'night'],
  ['Morning and night; evenings only at first', true, true, undefined],
  ['After the shower, on damp skin', false, false, undefined],
  ['', false, false, undefined],
])('reads the time of day in "%s"', (whenToUse, morning, night, lead) => {
  expect(timeOfDay({ whenToUse })).toEqual({ morning, night, lead })
})

test.each([
  // 591 drops at 4 a day last 147 days, so 24 cents a day.
  ['one bottle, in steps of five cents', [{ size: '1oz', dropsPerUse: 4 }], 25],
  [
    'two bottles, rounded once',
    [
      { size: '1oz', dropsPerUse: 4 },
      { size: '1oz', dropsPerUse: 4 },
    ],
    50,
  ],
  ['never nothing', [{ size: '1oz', dropsPerUse: 1 }], 5],
  ['the one size that a bottle states', [{ size: undefined, info: '1oz', dropsPerUse: 4 }], 25],
  [
    'a bottle that doesn’t say what it holds',
    [
      { size: '1oz', dropsPerUse: 4 },
      { size: undefined, info: 'A jar', dropsPerUse: 4 },
    ],
    undefined,
  ],
  ['no bottle', [], undefined],
] as const)('costs per day: %s', (_, bottles, cents) => {
  const asBought = bottles.map(({ size, dropsPerUse, ...single }) => ({
    pricing: size
      ? ({ kind: 'sized', prices: { [size]: 3500 } } as const)
      : ({ kind: 'single', priceCents: 3500, info: 'info' in single ? single.info : null } as const),
    size,
    habit: { dropsPerUse, usesPerDay: 1 },
  }))
  expect(centsPerDay(asBought)).toBe(cents)
})
