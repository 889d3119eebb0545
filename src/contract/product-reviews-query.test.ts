import { expect, test } from 'vitest'
import { readProductReviewsQuery, writeProductReviewsQuery } from './product-reviews-query.ts'

function read(search: string) {
  return readProductReviewsQuery(new URLSearchParams(search))
}

test('reads back what it writes', () => {
  const query = { sort: 'lowest', rating: 2, after: '01234567-89ab-4def-8123-456789abcdef', limit: 2 } as const
  expect(read(writeProductReviewsQuery(query))).toEqual(query)
})

test('ignores invalid values', () => {
  const plain = { sort: 'newest', rating: undefined, after: undefined, limit: 4 }
  expect(read('')).toEqual(plain)
  expect(read('sort=price;--&rating=6&after=1;drop&limit=x')).toEqual(plain)
  expect(read('limit=10000')).toMatchObject({ limit: 48 })
  expect(read('limit=-1')).toMatchObject({ limit: 1 })
  expect(read('rating=4.5')).toMatchObject({ rating: undefined })
})
