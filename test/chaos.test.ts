import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { runChaos } from './chaos/run-chaos.ts'

/** Chosen anew every time, and named when it finds something: npm run chaos -- --seed <it> goes on from there. */
const seed = randomInt(1_000_000)

test.each(['pglite', 'postgres'] as const)(
  `whatever breaks on %s, nobody pays twice or for nothing (seed ${seed})`,
  { timeout: 1_500_000 },
  async (engine) => {
    const report = await runChaos({ engine, seed, checkouts: 24, width: 8, say: () => {} })
    expect(report.breaches).toEqual([])
    expect(report.kills).toBeGreaterThan(0)
    expect(report.paid).toBeGreaterThan(3)
  },
)
