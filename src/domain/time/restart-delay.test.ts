import { expect, test } from 'vitest'
import { countEarlyEnds, restartDelayMs } from './restart-delay.ts'

test('restarts a crashing process less and less often, and a healthy one at once', () => {
  const delays: number[] = []
  let earlyEnds = 0
  for (const lastedMs of [3_600_000, 1000, 1000, 1000, 59_999, 1000, 1000, 1000, 1000, 1000, 60_000, 1000]) {
    earlyEnds = countEarlyEnds({ lastedMs, earlyEnds })
    delays.push(restartDelayMs(earlyEnds))
  }
  expect(delays).toEqual([250, 250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 250, 250])
})

test('never waits longer than half a minute', () => {
  expect(restartDelayMs(5000)).toBe(30_000)
})
