import { expect, test } from 'vitest'
import { CATEGORIES, categoriesOf, ratingOf } from './catalog.ts'

test('a product nobody has reviewed has the default rating', () => {
  expect(ratingOf(0, 0)).toEqual({ average: 5, count: 0 })
})

test('a rating is the mean of its stars', () => {
  expect(ratingOf(13, 3)).toEqual({ average: 13 / 3, count: 3 })
})

test('a category belongs to one collection only', () => {
  expect(new Set(CATEGORIES).size).toBe(CATEGORIES.length)
  expect(categoriesOf('body-hair')).toContain('Intimate Care')
})
