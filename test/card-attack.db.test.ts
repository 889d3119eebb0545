import { expect, test } from 'vitest'
import { runAttack } from './attack/run-attack.ts'
import { TEST_SEED } from './seed.ts'
import { useTestDatabase } from './test-database.ts'

const database = useTestDatabase()
const seed = TEST_SEED

/** The short form of npm run card-attack. */
test(
  `lets thirty buyers pay among four hundred card testers, some at their addresses (seed ${seed})`,
  { timeout: 1_500_000 },
  async () => {
    const options = { attackers: 400, addresses: 300, buyers: 30, seed, width: 8 }
    const report = await runAttack(database.current, options)
    expect(report.buyersPaid).toBe(30)
    expect(report.attackersReached).toBeGreaterThan(0)
    expect(report.attackersReached).toBeLessThanOrEqual(30)
    expect(report.solversReached).toHaveLength(2)
    for (const { row, limit } of report.solversReached) {
      expect(row.reachedProvider, row.who).toBeGreaterThan(0)
      expect(row.reachedProvider, row.who).toBeLessThanOrEqual(limit)
    }
    expect(report.rows.filter(({ who, paid }) => !who.startsWith('buyers') && paid > 0)).toEqual([])
    // On the campus, one attacker has spent a dozen invented tokens.
    expect(report.rows.find(({ who }) => who === 'buyers on the campus')).toMatchObject({ sent: 3, paid: 3 })
  },
)
