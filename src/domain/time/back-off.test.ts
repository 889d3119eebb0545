import { expect, test } from 'vitest'
import { backOffMs } from './back-off.ts'

const policy = { firstMs: 1000, longestMs: 5000, maxAttempts: 5 }

test('doubles the delay up to the maximum and ends after the last attempt', () => {
  expect([1, 2, 3, 4, 5, 6].map((attempts) => backOffMs(attempts, policy))).toEqual([
    1000,
    2000,
    4000,
    5000,
    undefined,
    undefined,
  ])
})

test('does not overflow after a thousand attempts', () => {
  expect(backOffMs(1200, { ...policy, maxAttempts: Infinity })).toBe(5000)
})
