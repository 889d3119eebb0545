import { expect, test } from 'vitest'
import { signInPauseMs } from './sign-in-pause.ts'

test('the first mistakes are free, then the pause doubles up to an hour and never grows beyond it', () => {
  expect([0, 1, 4].map(signInPauseMs)).toEqual([0, 0, 0])
  expect([5, 6, 7].map(signInPauseMs)).toEqual([30_000, 60_000, 120_000])
  expect([12, 100, 5000].map(signInPauseMs)).toEqual([3_600_000, 3_600_000, 3_600_000])
})
