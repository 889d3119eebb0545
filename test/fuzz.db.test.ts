import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runFuzz } from './fuzz/run-fuzz.ts'
import { useTestDatabase } from './test-database.ts'

/** A random seed, printed on failure: npm run fuzz -- --seed <it> reproduces the run. */
const seed = randomInt(1_000_000)
const database = useTestDatabase()

// React reads this when the build is loaded; its development checks would take most of the time.
beforeAll(() => void vi.stubEnv('NODE_ENV', 'production'))
afterAll(() => void vi.unstubAllEnvs())

test(`breaks nothing, leaks nothing and moves no money on hostile requests (seed ${seed})`, async () => {
  const report = await runFuzz({ database: database.current, seed, requests: 1500, deskPages: 40, say: () => {} })
  expect(report.breaches).toEqual([])
  expect(report.kinds).toBeGreaterThan(20)
  expect(report.statuses[200]).toBeGreaterThan(100)
  expect(report.overSockets).toBeGreaterThan(20)
})
