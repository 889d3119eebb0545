import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runFuzz } from './fuzz/run-fuzz.ts'
import { useTestDatabase } from './test-database.ts'

/** Chosen anew every time, and named when it finds something: npm run fuzz -- --seed <it> goes on from there. */
const seed = randomInt(1_000_000)
const database = useTestDatabase()

// React reads this when the build is loaded; its checks for developers take most of the time otherwise.
beforeAll(() => void vi.stubEnv('NODE_ENV', 'production'))
afterAll(() => void vi.unstubAllEnvs())

test(`hostile requests break nothing, leak nothing and move no money (seed ${seed})`, async () => {
  const report = await runFuzz({ database: database.current, seed, requests: 1500, deskPages: 40, say: () => {} })
  expect(report.breaches).toEqual([])
  expect(report.kinds).toBeGreaterThan(20)
  expect(report.statuses[200]).toBeGreaterThan(100)
  expect(report.overSockets).toBeGreaterThan(20)
})
