import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onNewDay } from './on-new-day.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('fires at midnight in Utah, not in London', () => {
  vi.setSystemTime('2026-03-04T23:00:00Z')
  let turns = 0
  const stop = onNewDay(() => (turns += 1))
  vi.advanceTimersByTime(7 * 60 * 60 * 1000)
  expect(turns).toBe(0)
  vi.advanceTimersByTime(61 * 60 * 1000)
  expect(turns).toBe(1)
  vi.advanceTimersByTime(24 * 60 * 60 * 1000)
  expect(turns).toBe(2)
  stop()
  vi.advanceTimersByTime(48 * 60 * 60 * 1000)
  expect(turns).toBe(2)
})
