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

test('a product nobody has reviewed has the default rating', () => {
  expect(ratingOf(0, 0)).toEqual({ average: 5, count: 0 })
})

test('a rating is the mean of its stars', () => {
  expect(ratingOf(13, 3)).toEqual({ average: 13 / 3, count: 3 })
})

test('a category belongs to one collection only', () => {
  const all = [...categoriesOf('facial-serums'), ...categoriesOf('focus-care'), ...categoriesOf('body-hair')]
  expect(new Set(all).size).toBe(all.length)
  expect(collectionOf('Intimate Care')).toBe('body-hair')
  expect(collectionOf('Candles')).toBeUndefined()
})

test('the collections hold the categories of the catalogue, and the focus page its three names', () => {
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

test('two oils lead the body page and the others keep the order of their names', () => {
  const names = ['Meadow Calm Oil', 'Floral Wood Body Oil', 'Neroli Dusk Body Oil', 'Vanilla Sun Body Oil']
  expect(inBodyHairOrder(names.map((name) => ({ name }))).map(({ name }) => name)).toEqual([
    'Floral Wood Body Oil',
    'Vanilla Sun Body Oil',
    'Meadow Calm Oil',
    'Neroli Dusk Body Oil',
  ])
})

test('a guide card falls back to the first sentence', () => {
  expect(guideLine({ firstBenefit: 'Feels light', shortDescription: 'One. Two.' })).toBe('Feels light')
  expect(guideLine({ firstBenefit: undefined, shortDescription: 'One oil of 2.5 ml. Two.' })).toBe('One oil of 2.5 ml.')
  expect(guideLine({ firstBenefit: undefined, shortDescription: 'One; two.' })).toBe('One;')
  expect(guideLine({ firstBenefit: undefined, shortDescription: 'Only one.' })).toBe('Only one.')
  expect(guideLine({ firstBenefit: undefined, shortDescription: 'No stop' })).toBe('No stop')
  expect(guideLine({ firstBenefit: undefined, shortDescription: 'Of two\nlines. Third.' })).toBe(
    'Of two\nlines. Third.',
  )
})

test('only the groups of the filter are groups', () => {
  expect(isIngredientGroup('nuts')).toBe(true)
  expect(isIngredientGroup('toString')).toBe(false)
})
