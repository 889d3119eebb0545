import { expect, test } from 'vitest'
import { readReviewsQuery, readShopAllQuery } from './page-params.ts'
import { readSize } from './size-param.ts'

const query = (text: string) => new URLSearchParams(text)

test('reads known groups once each, in form order', () => {
  expect(readShopAllQuery(query('without=olive&without=nuts&without=olive&without=Nuts&without=x'))).toEqual({
    without: ['nuts', 'olive'],
  })
})

test('cleans a search, and reads its page and filter', () => {
  expect(readShopAllQuery(query('search=%20rose%00%20oil&page=2&without=nuts'))).toEqual({
    search: 'rose oil',
    page: 2,
    without: ['nuts'],
  })
})

test('has no pages for the full list', () => {
  expect(readShopAllQuery(query('page=7&search=%20'))).toEqual({})
})

test.each(['0', '-1', '1.5', '1e99', 'two', '', '1000001'])('reads page %j as page 1', (page) => {
  expect(readReviewsQuery(query(`page=${page}`)).page).toBe(1)
  expect(readShopAllQuery(query(`search=a&page=${page}`)).page).toBe(1)
})

test('reads reviews of a product, of the brand, or of everything', () => {
  expect(readReviewsQuery(query('product=pure-bloom')).product).toBe('pure-bloom')
  expect(readReviewsQuery(query('product=brand')).product).toBe('brand')
  expect(readReviewsQuery(query('product=')).product).toBeUndefined()
  for (const product of ['-', ' ', 'Pure-Bloom', 'a--b', '../x', 'a'.repeat(101)])
    expect(readReviewsQuery(new URLSearchParams({ product, page: '2' }))).toEqual({ product: '-', page: 1 })
})

test('accepts only existing sizes', () => {
  expect(readSize(query('size=2oz&size=4oz'))).toBe('2oz')
  expect(readSize(query('size=2OZ'))).toBeUndefined()
})
