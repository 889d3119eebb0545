import { expect, test } from 'vitest'
import { findClaims } from './claims.ts'
import { inWords } from './fact-rows.ts'
import { blendFacts, CONCERNS, contradictionIn, SCENTS, shownScents, SKIN_TYPES } from './facts.ts'

const JOJOBA = { groups: [], origin: ['plants'] }
const ALMOND = { groups: ['nuts', 'stone-fruit'], origin: ['plants'] }
const LAVENDER = { groups: ['essential-oils'], origin: ['plants'] }
const BEESWAX = { groups: [], origin: [] }

test.each([
  ['nothing is known about an oil without a list', [], [], [], false],
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

test('shows an oil with essential oils only under its other scents', () => {
  expect(shownScents(['herbal', 'unscented'], blendFacts([JOJOBA, LAVENDER]))).toEqual(['herbal'])
  expect(shownScents(['unscented'], blendFacts([JOJOBA]))).toEqual(['unscented'])
})

test('refuses facts that contradict the ingredients or each other', () => {
  expect(contradictionIn(['unscented'], blendFacts([JOJOBA, LAVENDER]))).toMatch(/^Essential oils are among/)
  expect(contradictionIn(['unscented', 'floral'], blendFacts([JOJOBA]))).toBe('An unscented oil has no other scent.')
  expect(contradictionIn(['unscented'], blendFacts([JOJOBA]))).toBeUndefined()
  expect(contradictionIn(['herbal', 'woody'], blendFacts([LAVENDER]))).toBeUndefined()
})

test('offers no facts that a cosmetic may not claim', () => {
  const labels = [SKIN_TYPES, CONCERNS, SCENTS].flatMap((options) => Object.values(options))
  expect(labels.flatMap((label) => findClaims(`For ${inWords([label])}`))).toEqual([])
})
