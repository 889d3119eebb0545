/**
 * Breaks the checkout in every possible way and audits the money afterward: npm run chaos -- [--seed n] [--checkouts
 * n]
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runChaos } from '../test/chaos/run-chaos.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    checkouts: { type: 'string', default: '300' },
    width: { type: 'string', default: '8' },
    engine: { type: 'string', default: 'pglite,postgres' },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)

say(`seed ${values.seed}`)
for (const engine of values.engine.split(',')) {
  if (engine !== 'pglite' && engine !== 'postgres') throw new TypeError('--engine must be pglite or postgres')
  const { breaches } = await runChaos({
    engine,
    seed: Number(values.seed),
    checkouts: Number(values.checkouts),
    width: Number(values.width),
    say,
  })
  for (const breach of breaches) say(`  ${breach}`)
  say(
    breaches.length === 0
      ? '  all money and emails are accounted for'
      : `  ${breaches.length} breaches; replay with --seed ${values.seed}`,
  )
  if (breaches.length > 0) process.exitCode = 1
}
