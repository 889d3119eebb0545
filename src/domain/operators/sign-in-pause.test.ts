import { expect, test } from 'vitest'
import { FREE_TRIES_PER_ACCOUNT, signInPauseMs } from './sign-in-pause.ts'

test('allows a few mistakes, then doubles the pause up to an hour', () => {
  expect([0, 1, 4].map((failures) => signInPauseMs(failures))).toEqual([0, 0, 0])
  expect([5, 6, 7].map((failures) => signInPauseMs(failures))).toEqual([30_000, 60_000, 120_000])
  expect([12, 100, 5000].map((failures) => signInPauseMs(failures))).toEqual([3_600_000, 3_600_000, 3_600_000])
})

test('has a separate number of free tries per account', () => {
  expect([9, 10, 11].map((failures) => signInPauseMs(failures, FREE_TRIES_PER_ACCOUNT))).toEqual([0, 30_000, 60_000])
})
