/**
 * Sends hostile requests of every kind and checks each response: npm run fuzz -- [--requests n] [--seed n] [--engine e]
 */
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { PGLITE_OPTIONS, wrapPglite } from '../src/server/platform/db/open-pglite.ts'
import { openPostgres } from '../src/server/platform/db/open-postgres.ts'
import { runFuzz } from '../test/fuzz/run-fuzz.ts'
import { startPostgres } from '../test/postgres-server.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    engine: { type: 'string', default: 'pglite' },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)

async function openEngine(engine: string, folder: string) {
  if (engine === 'pglite')
    return { database: wrapPglite(await PGlite.create(PGLITE_OPTIONS), async () => {}), stop: async () => {} }
  if (engine !== 'postgres') throw new TypeError('--engine must be pglite or postgres')
  const { server, address } = await startPostgres(folder)
  await server.createDatabase('fuzz')
  return { database: openPostgres({ url: `${address}/fuzz` }), stop: () => server.stop() }
}

say(`seed ${values.seed}`)
const folder = await mkdtemp(path.join(tmpdir(), 'fuzz-database-'))
const { database, stop } = await openEngine(values.engine, folder)
try {
  const report = await runFuzz({ database, seed: Number(values.seed), requests: Number(values.requests), say })
  say(
    `${report.requests} requests of ${report.kinds} kinds, ${report.overSockets} of them over sockets, ${report.perSecond} per second`,
  )
  say(
    `responses: ${Object.entries(report.statuses)
      .map(([status, count]) => `${status} ×${count}`)
      .join(', ')}`,
  )
  say(
    `growth since the first quarter of the run: memory ${report.memoryGrowthMb} MB, database ${report.databaseGrowthMb} MB`,
  )
  for (const { what, kind, count, reproduction } of report.breaches)
    say(`\n${kind}: ${what} (${count} times)\n  ${reproduction}`)
  say(
    report.breaches.length === 0
      ? 'no breaches'
      : `\n${report.breaches.length} breaches; replay with --seed ${values.seed}`,
  )
  if (report.breaches.length > 0) process.exitCode = 1
} finally {
  await database.close()
  await stop()
  await rm(folder, { recursive: true, force: true })
}
