import { expect, test } from 'vitest'
import { missingParts } from './production/installed.ts'
import { rehearseProduction } from './production/rehearse-production.ts'
import { startProduction } from './production/start-production.ts'
import { TEST_SEED } from './seed.ts'

const missing = missingParts()
if (missing.length > 0)
  process.stdout.write(`The rehearsal of production is skipped: this machine lacks ${missing.join(' and ')}.\n`)

test.skipIf(missing.length > 0)(
  `serves pages and loses no order, whatever is restarted or killed (seed ${TEST_SEED})`,
  { timeout: 1_500_000 },
  async () => {
    const production = await startProduction()
    try {
      const options = { seed: TEST_SEED, buyers: 2, readers: 2, say: () => {} }
      const results = await rehearseProduction(production, options)
      expect(results.filter(({ isGood }) => !isGood)).toEqual([])
      expect(results).toHaveLength(12)
    } finally {
      await production.close()
    }
  },
)
