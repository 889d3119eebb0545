import { expect, test } from 'vitest'
import { guideLine, INGREDIENT_GROUPS, isIngredientGroup, ratingOf } from './product.ts'

test('gives a product without reviews the default rating', () => {
  expect(ratingOf(0, 0)).toEqual({ average: 5, count: 0 })
})

test('averages the stars', () => {
  expect(ratingOf(13, 3)).toEqual({ average: 13 / 3, count: 3 })
})

test('names the ingredient groups of the filter', () => {
  expect(Object.values(INGREDIENT_GROUPS)).toEqual([
    'Nuts',
    'Coconut',
    'Essential oils',
    'Stone fruit kernels',
    'Olive',
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
