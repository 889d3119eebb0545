import { readFileSync } from 'node:fs'
import { isPostgres } from './test-database.ts'

const TABLE = new URL('../docs/decisions/033-one-worker-kernel.md', import.meta.url)

/**
 * Every queue in the table of decision 033, which is the only list of them. A periodic job is one that isn't retried
 * before the next interval.
 */
export const DOCUMENTED_QUEUES = [
  ...readFileSync(TABLE, 'utf8').matchAll(/^\| `(?<name>\w+)` .*\| (?<givenUp>[^|]+?) +\|$/gm),
]
  .map(({ groups: { name = '', givenUp = '' } = {} }) => ({ name, isPeriodic: givenUp === 'next interval' }))
  // Runs only for PGlite.
  .filter(({ name }) => name !== 'upkeep' || !isPostgres)
