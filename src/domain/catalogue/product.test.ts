import { expect, test } from 'vitest'
import { type GalleryPicture, guideLine, INGREDIENT_GROUPS, isIngredientGroup, pictureOf, ratingOf } from './product.ts'

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

test('a size has its own picture, or else the first one', () => {
  const lead: GalleryPicture = {
    address: '/uploads/lead',
    width: 3,
    height: 4,
    widths: [],
    placeholder: '',
    alt: 'All',
    sizes: [],
  }
  const small: GalleryPicture = { ...lead, address: '/uploads/small', sizes: ['1oz', '2oz'] }
  const product = { picture: lead, gallery: [lead, small] }
  expect(pictureOf(product, '2oz')).toBe(small)
  expect(pictureOf(product, '4oz')).toBe(lead)
  expect(pictureOf(product, undefined)).toBe(lead)
  expect(pictureOf({ picture: undefined, gallery: [] }, '1oz')).toBeUndefined()
})
