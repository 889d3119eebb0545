import { beforeAll, expect, test } from 'vitest'
import { setup as buildIfChanged } from './fresh-build.ts'
import { runFuzz } from './fuzz/run-fuzz.ts'
import { TEST_SEED } from './seed.ts'
import { useTestDatabase } from './test-database.ts'

/** Printed on failure: npm run fuzz -- --seed <it> reproduces the run. */
const seed = TEST_SEED
const database = useTestDatabase()

// The build, as its React does without the checks for development, which would take most of the time.
beforeAll(buildIfChanged)

test(`breaks nothing, leaks nothing and moves no money on hostile requests (seed ${seed})`, async () => {
  const report = await runFuzz({ database: database.current, seed, requests: 1500, deskPages: 40, say: () => {} })
  expect(report.breaches).toEqual([])
  expect(report.kinds).toBeGreaterThan(20)
  expect(report.statuses[200]).toBeGreaterThan(100)
  expect(report.overSockets).toBeGreaterThan(20)
})
