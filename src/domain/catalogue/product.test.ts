import { expect, test } from 'vitest'
import {
  CATEGORIES,
  categoriesOf,
  collectionOf,
  FOCUS_CARE_NAMES,
  guideLine,
  inBodyHairOrder,
  INGREDIENT_GROUPS,
  isIngredientGroup,
  ratingOf,
} from './product.ts'

test('gives a product without reviews the default rating', () => {
  expect(ratingOf(0, 0)).toEqual({ average: 5, count: 0 })
})

test('averages the stars', () => {
  expect(ratingOf(13, 3)).toEqual({ average: 13 / 3, count: 3 })
})

test('assigns a category to exactly one collection', () => {
  const all = [...categoriesOf('facial-serums'), ...categoriesOf('focus-care'), ...categoriesOf('body-hair')]
  expect(new Set(all).size).toBe(all.length)
  expect(collectionOf('Intimate Care')).toBe('body-hair')
  expect(collectionOf('Candles')).toBeUndefined()
})

test("groups the catalog's categories into collections, and the focus page by its three names", () => {
  expect(categoriesOf('facial-serums')).toEqual([
    'Radiance',
    'Renewal',
    'Blemish Control',
    'Firming',
    'Anti-Aging',
    'Brightening',
  ])
  expect(categoriesOf('focus-care')).toEqual(['Focus Care'])
  expect(categoriesOf('body-hair')).toEqual(['Body Care', 'Body & Hair', 'Head-to-Toe Care', 'Intimate Care'])
  expect(CATEGORIES.map(collectionOf)).not.toContain(undefined)
  expect(CATEGORIES).toHaveLength(11)
  expect(FOCUS_CARE_NAMES).toEqual(['Bloomera Hair + Skin Restore', 'SOS Serum Blemish Blend', 'Barrier Rescue Oil'])
  expect(Object.values(INGREDIENT_GROUPS)).toEqual([
    'Nuts',
    'Coconut',
    'Essential oils',
    'Stone fruit kernels',
    'Olive',
  ])
})

test('puts two oils first on the body page and sorts the others by name', () => {
  const names = ['Meadow Calm Oil', 'Floral Wood Body Oil', 'Neroli Dusk Body Oil', 'Vanilla Sun Body Oil']
  expect(inBodyHairOrder(names.map((name) => ({ name }))).map(({ name }) => name)).toEqual([
    'Floral Wood Body Oil',
    'Vanilla Sun Body Oil',
    'Meadow Calm Oil',
    'Neroli Dusk Body Oil',
  ])
})

test('falls back to the first sentence on a guide card', () => {
  expect(guideLine({ firstBenefit: 'Feels light', shortDescription: 'One. Two.' })).toBe('Feels light')
  expect(guideLine({ firstBenefit: undefined, shortDescription: 'One oil of 2.5 ml. Two.' })).toBe('One oil of 2.5 ml.')
  expect(guideLine({ firstBenefit: undefined, shortDescription: 'One; two.' })).toBe('One;')
  expect(guideLine({ firstBenefit: undefined, shortDescription: 'Only one.' })).toBe('Only one.')
  expect(guideLine({ firstBenefit: undefined, shortDescription: 'No stop' })).toBe('No stop')
  expect(guideLine({ firstBenefit: undefined, shortDescription: 'Of two\nlines. Third.' })).toBe(
    'Of two\nlines. Third.',
  )
})

test('recognizes only the groups of the filter', () => {
  expect(isIngredientGroup('nuts')).toBe(true)
  expect(isIngredientGroup('toString')).toBe(false)
})
