/**
 * Two processes of the shop under mixed load for half an hour, whose memory and descriptors must not grow: npm run soak --
 * [--minutes n] [--seed n]
 */
import { parseArgs } from 'node:util'
import { runSoak } from '../test/soak/run-soak.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
})
const [minutes, seed] = [Number(values.minutes), Number(values.seed)]
if (!(minutes > 0 && minutes <= 720)) throw new TypeError('--minutes must be a number up to 720')
const say = (line: string) => process.stdout.write(`${line}\n`)

say(`Mixed load for ${minutes} minutes (seed ${seed}); measured after the first third.`)
const { trends, problems } = await runSoak({ minutes, seed, say })
for (const [index, { rssMb, heapMb, descriptors }] of trends.entries()) {
  const show = ({ first, last, percent }: typeof rssMb) =>
    `${first.toFixed(0)} to ${last.toFixed(0)} (${percent.toFixed(1)} %)`
  say(
    `process ${index + 1}: memory in MB ${show(rssMb)}, heap after collections ${show(heapMb)}, descriptors ${show(descriptors)}`,
  )
}
for (const problem of problems) say(`  ${problem}`)
say(
  problems.length === 0
    ? 'Nothing grew, nothing failed, and every payment is accounted for.'
    : `${problems.length} problems.`,
)
process.exitCode = problems.length === 0 ? 0 : 1
