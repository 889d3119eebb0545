import { expect, test } from 'vitest'
import { pageLinks, summarize } from './reviews.ts'

test('few pages are all offered', () => {
  expect(pageLinks(1, 3)).toEqual([1, 2, 3])
  expect(pageLinks(1, 1)).toEqual([1])
})

test('of many pages the ends and the neighbours are offered', () => {
  expect(pageLinks(1, 10)).toEqual([1, 2, null, 10])
  expect(pageLinks(5, 10)).toEqual([1, null, 4, 5, 6, null, 10])
  expect(pageLinks(10, 10)).toEqual([1, null, 9, 10])
})

test('a summary adds the stars up', () => {
  const summary = summarize({ 5: 3, 4: 1, 3: 0, 2: 0, 1: 1 })
  expect(summary).toMatchObject({ count: 5, average: 4 })
  expect(summarize({ 5: 0, 4: 0, 3: 0, 2: 0, 1: 0 })).toMatchObject({ count: 0 })
})
