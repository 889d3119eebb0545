import { expect, test } from 'vitest'
import { pageLinks } from './reviews.ts'

test('few pages are all offered', () => {
  expect(pageLinks(1, 3)).toEqual([1, 2, 3])
  expect(pageLinks(1, 1)).toEqual([1])
})

test('of many pages the ends and the neighbours are offered', () => {
  expect(pageLinks(1, 10)).toEqual([1, 2, null, 10])
  expect(pageLinks(5, 10)).toEqual([1, null, 4, 5, 6, null, 10])
  expect(pageLinks(10, 10)).toEqual([1, null, 9, 10])
})
