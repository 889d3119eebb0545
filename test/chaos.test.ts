import { expect, test } from 'vitest'
import { runChaos } from './chaos/run-chaos.ts'
import { TEST_SEED } from './seed.ts'

/** Printed on failure: npm run chaos -- --seed <it> reproduces the run. */
const seed = TEST_SEED

test.each(['pglite', 'postgres'] as const)(
  `never charges twice or for nothing on %s, whatever breaks (seed ${seed})`,
  { timeout: 1_500_000 },
  async (engine) => {
    const report = await runChaos({ engine, seed, checkouts: 24, width: 8, say: () => {} })
    expect(report.breaches).toEqual([])
    expect(report.kills).toBeGreaterThan(0)
    expect(report.paid).toBeGreaterThan(3)
    expect(report.paidLater).toBeGreaterThan(0)
  },
)
