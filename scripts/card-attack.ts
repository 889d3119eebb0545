/**
 * Attacks the checkout with card testers, with buyers among them: npm run card-attack -- [--attackers n] [--buyers n]
 * [--seed n]
 */
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openPglite } from '../src/server/platform/db/open-pglite.ts'
import { openPostgres } from '../src/server/platform/db/open-postgres.ts'
import { runAttack } from '../test/attack/run-attack.ts'
import { startPostgres } from '../test/postgres-server.ts'

const { values } = parseArgs({
  options: {
    attackers: { type: 'string', default: '10000' },
    addresses: { type: 'string', default: '2000' },
    buyers: { type: 'string', default: '1000' },
    width: { type: 'string', default: '8' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    engine: { type: 'string', default: 'pglite' },
  },
})
/** Goals: the share of buyers who pay, and the attempts that reach the provider within an hour. */
const MIN_PAID = 0.99
const MAX_REACHED = 100

const say = (line: string) => process.stdout.write(`${line}\n`)
const options = {
  attackers: Number(values.attackers),
  addresses: Number(values.addresses),
  buyers: Number(values.buyers),
  width: Number(values.width),
  seed: Number(values.seed),
}
const folder = await mkdtemp(path.join(tmpdir(), 'card-attack-'))
const postgres = values.engine === 'postgres' ? await startPostgres(folder) : undefined
await postgres?.server.createDatabase('attack')
const database = postgres ? openPostgres({ url: `${postgres.address}/attack` }) : await openPglite(folder)
try {
  const start = performance.now()
  say(`seed ${values.seed}, ${values.engine}: ${options.attackers} attackers from ${options.addresses} addresses`)
  const { rows, buyersPaid, attackersReached, solversReached } = await runAttack(database, options)
  say(`${'who'.padEnd(36)}${['sent', 'paid', 'reached Square'].map((title) => title.padStart(16)).join('')}`)
  for (const { who, sent, paid, reachedProvider } of rows)
    say(who.padEnd(36) + [sent, paid, reachedProvider].map((count) => String(count).padStart(16)).join(''))
  const isBought = buyersPaid >= options.buyers * MIN_PAID
  const isHeld = attackersReached <= MAX_REACHED
  say(`${isBought ? 'ok  ' : 'FAIL'} ${buyersPaid} of ${options.buyers} buyers paid`)
  say(
    `${isHeld ? 'ok  ' : 'FAIL'} ${attackersReached} of the attackers' attempts without a proof reached Square (limit: ${MAX_REACHED})`,
  )
  for (const { row, limit } of solversReached)
    say(
      `${row.reachedProvider <= limit ? 'ok  ' : 'FAIL'} ${row.who}: ${row.reachedProvider} reached Square (limit: ${limit})`,
    )
  say(`${Math.round((performance.now() - start) / 1000)} s`)
  const areSolversHeld = solversReached.every(({ row, limit }) => row.reachedProvider <= limit)
  if (!isBought || !isHeld || !areSolversHeld) process.exitCode = 1
} finally {
  await database.close()
  await postgres?.server.stop()
  await rm(folder, { recursive: true, force: true })
}
