import { expect, test } from 'vitest'
import { mailRetryDelayMs } from './retry-delay.ts'

function hoursUntilGivingUp(wasRejected: boolean): number {
  let total = 0
  for (let attempts = 1; ; attempts += 1) {
    const delay = mailRetryDelayMs(attempts, wasRejected)
    if (delay === undefined) return total / 3_600_000
    total += delay
  }
}

test('retries quickly at first and then at growing intervals', () => {
  expect([1, 2, 3, 4].map((attempts) => mailRetryDelayMs(attempts, false))).toEqual([2000, 4000, 8000, 16_000])
  expect(mailRetryDelayMs(20, false)).toBe(6 * 60 * 60 * 1000)
})

test('survives a mail server outage of three days', () => {
  expect(hoursUntilGivingUp(false)).toBeGreaterThan(72)
})

test('gives up on a rejected email within minutes, but not at once', () => {
  expect(hoursUntilGivingUp(true) * 60).toBeLessThan(5)
  expect(mailRetryDelayMs(2, true)).toBe(4000)
})

test('sends an email 26 times at most, a rejected one six times', () => {
  expect([0, 1].map((attempts) => mailRetryDelayMs(attempts, false))).toEqual([2000, 2000])
  expect([25, 26].map((attempts) => mailRetryDelayMs(attempts, false))).toEqual([21_600_000, undefined])
  expect([5, 6].map((attempts) => mailRetryDelayMs(attempts, true))).toEqual([32_000, undefined])
})
