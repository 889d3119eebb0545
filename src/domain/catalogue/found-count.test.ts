import { expect, test } from 'vitest'
import { foundCount, MOST_FOUND } from './found-count.ts'

test.each([
  [0, '0 oils'],
  [1, '1 oil'],
  [16, '16 oils'],
  [MOST_FOUND, `1000 oils`],
  [MOST_FOUND + 1, '1,000+ oils'],
])('%i are %s', (total, words) => {
  expect(foundCount(total, 'oil')).toBe(words)
})
