/**
 * Pauses the shop and cuts its connections at every step of a checkout, and audits the money afterwards: npm run faults
 * -- [--engine postgres] [--only pause-square-3]
 */
import { parseArgs } from 'node:util'
import { type Fault, kindsOf, type Place, type Point, runFaults } from '../test/faults/run-faults.ts'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'pglite,postgres' },
    only: { type: 'string' },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)

for (const engine of values.engine.split(',')) {
  if (engine !== 'pglite' && engine !== 'postgres') throw new TypeError('--engine must be pglite or postgres')
  say(`${engine}:`)
  const points = values.only === undefined ? undefined : [toPoint(values.only, engine)]
  const { counts, missed, exits, closed, returned, breaches } = await runFaults({
    engine,
    say,
    ...(points && { points }),
  })
  const steps = Object.values(counts).reduce((sum, count) => sum + count, 0)
  say(
    `  ${steps} points in ${Object.keys(counts).length} kinds; ${closed} orders closed meanwhile, ${returned} payments went back`,
  )
  for (const point of missed) say(`  step ${point.n} never came: ${point.fault} ${point.place}`)
  for (const point of exits) say(`  the process ended: ${point.fault} ${point.place} at step ${point.n}`)
  for (const breach of breaches) say(`  ${breach}`)
  say(breaches.length === 0 ? '  every cent and every mail is where it belongs' : `  ${breaches.length} breaches`)
  if (breaches.length + missed.length + exits.length > 0) process.exitCode = 1
}

function toPoint(text: string, engine: 'pglite' | 'postgres'): Point {
  const [fault, place, n] = text.split('-')
  const kind = kindsOf(engine).find((known) => known.fault === (fault as Fault) && known.place === (place as Place))
  if (!kind || !(Number(n) > 0)) throw new TypeError('--only must be like pause-database-12 or cut-square-3')
  return { ...kind, n: Number(n) }
}
