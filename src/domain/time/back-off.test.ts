import { expect, test } from 'vitest'
import { backOffMs } from './back-off.ts'

const policy = { firstMs: 1000, longestMs: 5000, maxAttempts: 5 }

test('the delay doubles up to the longest, and ends with the last attempt', () => {
  expect([1, 2, 3, 4, 5, 6].map((attempts) => backOffMs(attempts, policy))).toEqual([
    1000,
    2000,
    4000,
    5000,
    undefined,
    undefined,
  ])
})

test('a thousand attempts do not overflow the delay', () => {
  expect(backOffMs(1200, { ...policy, maxAttempts: Infinity })).toBe(5000)
})
