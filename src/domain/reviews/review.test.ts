import { expect, test } from 'vitest'
import { isStar, pageLinks, REVIEW_SORTS, reviewFilter, reviewPageNumber, summarize } from './review.ts'

test('links all pages if there are few', () => {
  expect(pageLinks(1, 3)).toEqual([1, 2, 3])
  expect(pageLinks(1, 1)).toEqual([1])
})

test('links the ends and the neighbors if there are many', () => {
  expect(pageLinks(1, 10)).toEqual([1, 2, null, 10])
  expect(pageLinks(5, 10)).toEqual([1, null, 4, 5, 6, null, 10])
  expect(pageLinks(10, 10)).toEqual([1, null, 9, 10])
})

test('sums up the stars', () => {
  const summary = summarize({ 5: 3, 4: 1, 3: 0, 2: 0, 1: 1 })
  expect(summary).toMatchObject({ count: 5, average: 4 })
  expect(summarize({ 5: 0, 4: 0, 3: 0, 2: 0, 1: 0 })).toMatchObject({ count: 0 })
})

test('parses a product, the brand, or nothing for all', () => {
  expect(reviewFilter('')).toEqual({ kind: 'all' })
  expect(reviewFilter('brand')).toEqual({ kind: 'brand' })
  expect(reviewFilter('pure-bloom')).toEqual({ kind: 'product', productId: 'pure-bloom' })
})

test('parses a page from one to a million and falls back to the first', () => {
  expect([null, '1', '7', '1000000'].map(reviewPageNumber)).toEqual([1, 1, 7, 1_000_000])
  for (const text of ['', '0', '-1', '1.5', '1000001', 'x', '1e999']) expect(reviewPageNumber(text), text).toBe(1)
})

test('accepts whole stars from one to five', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 4.5].filter(isStar)).toEqual([1, 2, 3, 4, 5])
  expect(REVIEW_SORTS).toEqual(['newest', 'highest', 'lowest'])
})
