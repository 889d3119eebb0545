import { beforeAll, expect, test } from 'vitest'
import { growShop } from '../bench/growth.ts'
import { grow, loadsOf } from '../bench/orders.ts'
import { blocksOf, explain, nodesOf, recordStatements } from './recorded-statements.ts'
import { isPostgres, useTestDatabase } from './test-database.ts'

const database = useTestDatabase()
/** Enough for a table scan to cost more than an index; with a million rows, the same blocks would be read. */
const ORDERS = 20_000
const LARGE_TABLES = new Set(['orders', 'order_lines', 'payment_attempts', 'outbox', 'audit_log'])
/** The most that one query may read: two pages of a list in which each order is in a different block. */
const MAX_BLOCKS = 1000

beforeAll(async () => {
  if (isPostgres) await growShop(database.current, grow(ORDERS))
}, 180_000)

test.runIf(isPostgres)(
  'a large shop is read through its indexes',
  async () => {
    const found: Record<string, string[]> = {}
    const blocks: Record<string, number> = {}
    for (const [name, load] of Object.entries(loadsOf(database.current, ORDERS))) {
      // The first time also adds up past days.
      await load()
      const plans = await explain(database.current, await recordStatements(load))
      expect(plans.length, name).toBeGreaterThan(0)
      const whole = plans.flatMap(nodesOf).filter(({ 'Node Type': type }) => type === 'Seq Scan')
      const tables = whole.flatMap(({ 'Relation Name': table = '' }) => (LARGE_TABLES.has(table) ? [table] : []))
      if (tables.length > 0) found[name] = tables
      if (blocksOf(plans) > MAX_BLOCKS) blocks[name] = blocksOf(plans)
    }
    expect({ found, blocks }).toEqual({ found: {}, blocks: {} })
  },
  180_000,
)
