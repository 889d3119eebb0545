import { expect, test } from 'vitest'
import { findClaims } from './claims.ts'
import { blendFacts, CONCERNS, contradictionIn, factRows, inWords, SCENTS, shownScents, SKIN_TYPES } from './facts.ts'

const JOJOBA = { groups: [], origin: ['plants'] }
const ALMOND = { groups: ['nuts', 'stone-fruit'], origin: ['plants'] }
const LAVENDER = { groups: ['essential-oils'], origin: ['plants'] }
const BEESWAX = { groups: [], origin: [] }

test.each([
  ['nothing is known of an oil without a list', [], [], [], false],
  ['a plain oil', [JOJOBA], ['nuts', 'coconut', 'essential-oils', 'stone-fruit', 'olive'], [], true],
  ['one nut is enough', [JOJOBA, ALMOND], ['coconut', 'essential-oils', 'olive'], ['nuts', 'stone-fruit'], true],
  [
    'one ingredient of unknown origin is enough',
    [JOJOBA, BEESWAX],
    ['nuts', 'coconut', 'essential-oils', 'stone-fruit', 'olive'],
    [],
    false,
  ],
])('derives what is in it and what is not: %s', (_, blend, freeOf, contains, isVegan) => {
  expect(blendFacts(blend)).toEqual({ freeOf, contains, isVegan })
})

test('shows an oil with essential oils under its other scents only', () => {
  expect(shownScents(['herbal', 'unscented'], blendFacts([JOJOBA, LAVENDER]))).toEqual(['herbal'])
  expect(shownScents(['unscented'], blendFacts([JOJOBA]))).toEqual(['unscented'])
})

test('refuses facts that contradict the ingredients or each other', () => {
  expect(contradictionIn(['unscented'], blendFacts([JOJOBA, LAVENDER]))).toMatch(/^Essential oils are among/)
  expect(contradictionIn(['unscented', 'floral'], blendFacts([JOJOBA]))).toBe('An unscented oil has no other scent.')
  expect(contradictionIn(['unscented'], blendFacts([JOJOBA]))).toBeUndefined()
  expect(contradictionIn(['herbal', 'woody'], blendFacts([LAVENDER]))).toBeUndefined()
})

test('lists the facts in the order of the page, and only those that are known', () => {
  const unknown = { skinTypes: [], concerns: [], scents: [], scent: '', texture: '', absorbsIn: '', whenToUse: '' }
  expect(factRows({ ...unknown, ...blendFacts([]) })).toEqual([])
  expect(
    factRows({
      ...blendFacts([JOJOBA, ALMOND]),
      skinTypes: ['dry', 'sensitive'],
      concerns: ['fine-lines', 'dryness'],
      scents: ['unscented'],
      scent: 'A faint green note at first',
      texture: 'Light',
      absorbsIn: 'A minute or two',
      whenToUse: 'Morning and night',
    }),
  ).toEqual([
    { label: 'Skin types', text: 'Dry, sensitive' },
    { label: 'Good for', text: 'Look of fine lines, dryness' },
    { label: 'Scent', text: 'Unscented. A faint green note at first' },
    { label: 'Texture', text: 'Light' },
    { label: 'Absorbs in', text: 'A minute or two' },
    { label: 'When', text: 'Morning and night' },
    { label: 'Free of', text: 'Coconut, essential oils, olive' },
    { label: 'Contains', text: 'Nuts, stone fruit kernels' },
    { label: 'Vegan', text: 'Every ingredient comes from plants' },
  ])
})

test('offers nothing to tick that a cosmetic may not claim', () => {
  const labels = [SKIN_TYPES, CONCERNS, SCENTS].flatMap((options) => Object.values(options))
  expect(labels.flatMap((label) => findClaims(`For ${inWords([label])}`))).toEqual([])
})
