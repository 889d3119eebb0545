/**
 * Rehearses production on this machine: npm run rehearse -- [--short] [--seed n]. Caddy with TLS, two shop processes,
 * PgBouncer, PostgreSQL and its replica; visitors read and buy while each of them is restarted, killed or replaced.
 */
import { parseArgs } from 'node:util'
import { missingParts } from '../test/production/installed.ts'
import { rehearseProduction } from '../test/production/rehearse-production.ts'
import { startProduction } from '../test/production/start-production.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
})

const missing = missingParts()
if (missing.length > 0) {
  say(`The rehearsal needs ${missing.join(' and ')}. On Debian: apt-get install ${missing.join(' ')}`)
  process.exit(1)
}
const seed = Number(values.seed)
say(`Rehearsing production (seed ${seed}).`)
const production = await startProduction()
try {
  const results = await rehearseProduction(production, {
    seed,
    buyers: values.short ? 2 : 6,
    readers: values.short ? 2 : 8,
    say,
  })
  const failed = results.filter(({ isGood }) => !isGood).length
  say(failed === 0 ? 'No step failed.' : `${failed} of ${results.length} steps failed.`)
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  await production.close()
}
