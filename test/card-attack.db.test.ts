import { expect, test } from 'vitest'
import { runAttack } from './attack/run-attack.ts'
import { TEST_SEED } from './seed.ts'
import { useTestDatabase } from './test-database.ts'

const database = useTestDatabase()
const seed = TEST_SEED

/** The short form of npm run card-attack. */
// Proof of work for thirty browsers, on a machine that may be busy.
test(`lets thirty buyers pay among three hundred card testers (seed ${seed})`, { timeout: 1_500_000 }, async () => {
  const options = { attackers: 300, addresses: 300, buyers: 30, seed, width: 8 }
  const report = await runAttack(database.current, options)
  expect(report.buyersPaid).toBe(30)
  expect(report.attackersReached).toBeGreaterThan(0)
  expect(report.attackersReached).toBeLessThanOrEqual(30)
  expect(report.rows.filter(({ who, paid }) => who !== 'buyers' && paid > 0)).toEqual([])
})
