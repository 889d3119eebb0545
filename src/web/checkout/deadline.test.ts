import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeadlineError, withDeadline } from './deadline.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = () => new Promise<never>(() => {})

test('work that ends in time keeps its result and leaves no timer behind', async () => {
  expect(await withDeadline(Promise.resolve(7), 1000)).toBe(7)
  await expect(withDeadline(Promise.reject(new Error('no')), 1000)).rejects.toThrow('no')
  expect(vi.getTimerCount()).toBe(0)
})

test('work that never ends is abandoned at its deadline', async () => {
  const outcome = withDeadline(never(), 1000).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(999)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toBeInstanceOf(DeadlineError)
})

test('an abort ends the wait at once, even one from before it started', async () => {
  const controller = new AbortController()
  const outcome = withDeadline(never(), 1000, controller.signal).catch((error: unknown) => error)
  controller.abort('closed')
  expect(await outcome).toBe('closed')
  expect(await withDeadline(never(), 1000, controller.signal).catch((error: unknown) => error)).toBe('closed')
  expect(vi.getTimerCount()).toBe(0)
})
