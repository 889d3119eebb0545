/**
 * Pauses the shop and cuts its connections at every step of a checkout and of paying a later request, and audits the
 * money afterward: npm run faults -- [--engine postgres] [--of request] [--only checkout-pause-square-3]
 */
import { parseArgs } from 'node:util'
import { kindsOf, nameOf, type Point, runFaults, type Subject } from '../test/faults/run-faults.ts'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'pglite,postgres' },
    only: { type: 'string' },
    of: { type: 'string' },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)

const subject = values.of === undefined ? undefined : toSubject(values.of)

for (const engine of values.engine.split(',')) {
  if (engine !== 'pglite' && engine !== 'postgres') throw new TypeError('--engine must be pglite or postgres')
  say(`${engine}:`)
  const points = values.only === undefined ? undefined : [toPoint(values.only, engine)]
  const { counts, missed, exits, closed, returned, breaches } = await runFaults({
    engine,
    say,
    ...(points && { points }),
    ...(subject && { subjects: [subject] }),
  })
  const steps = Object.values(counts).reduce((sum, count) => sum + count, 0)
  say(
    `  ${steps} points in ${Object.keys(counts).length} kinds; ${closed} orders closed in the meantime, ${returned} late payments refunded`,
  )
  for (const point of missed) say(`  step ${point.n} was never reached: ${nameOf(point)}`)
  for (const point of exits) say(`  the process exited: ${nameOf(point)} at step ${point.n}`)
  for (const breach of breaches) say(`  ${breach}`)
  say(breaches.length === 0 ? '  all money and emails are accounted for' : `  ${breaches.length} breaches`)
  if (breaches.length + missed.length + exits.length > 0) process.exitCode = 1
}

function toSubject(text: string): Subject {
  if (text !== 'checkout' && text !== 'request') throw new TypeError('--of must be checkout or request')
  return text
}

function toPoint(text: string, engine: 'pglite' | 'postgres'): Point {
  const [, name = '', n] = /^(.*)-(\d+)$/.exec(text) ?? []
  const kind = kindsOf(engine).find((known) => nameOf(known) === name.replaceAll('-', ' '))
  if (!kind || !(Number(n) > 0))
    throw new TypeError('--only must be like checkout-pause-database-12 or request-cut-square-1')
  return { ...kind, n: Number(n) }
}
