import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTarpit } from './tarpit.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const OPTIONS = { firstMs: 1000, maxMs: 8000, forgetMs: 30_000 }

/** How long a response is held; the clock advances by as much. */
async function heldMs(hold: Promise<void>): Promise<number> {
  const start = Date.now()
  const end = hold.then(Date.now)
  await vi.runOnlyPendingTimersAsync()
  return (await end) - start
}

test('delays each response to the same client twice as long as the last, up to a maximum', async () => {
  const hold = createTarpit(OPTIONS, Date.now)
  const times = []
  for (let index = 0; index < 6; index += 1) times.push(await heldMs(hold('198.51.100.7')))
  // The time in between counts a little, too.
  expect(times.map((time) => Math.round(time / 1000))).toEqual([1, 2, 4, 7, 8, 8])
  expect(await heldMs(hold('198.51.100.8'))).toBe(1000)
})

test('forgets a client that stays away', async () => {
  const hold = createTarpit(OPTIONS, Date.now)
  for (let index = 0; index < 20; index += 1) await heldMs(hold('a'))
  await vi.advanceTimersByTimeAsync(10 * 30_000)
  expect(await heldMs(hold('a'))).toBe(1000)
})

test('sends responses at once when too many are delayed', async () => {
  const hold = createTarpit(OPTIONS, Date.now)
  const start = Date.now()
  for (let client = 0; client < 5000; client += 1) void hold(`${client}`)
  await hold('one more')
  expect(Date.now()).toBe(start)
  await vi.advanceTimersByTimeAsync(2000)
  expect(await heldMs(hold('after them'))).toBe(1000)
})
