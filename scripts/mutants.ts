/**
 * Mutation testing: breaks the rules one change at a time, and counts the changes that no test detects: npm run mutants
 * -- [--payments [--sample 60]] [file …]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '#test/chaos/random.ts'
import { TEST_SEED } from '#test/seed.ts'

const MIN_KILLED = 0.9
/** About one change in each place. A change counts only if all of it is inside, so whole functions are not emptied. */
const SAMPLE_LINES = 4
const root = path.resolve(import.meta.dirname, '..')
const reports = path.join(root, 'test-results/mutants')

type Mutant = { status: string; mutatorName: string; replacement: string; location: { start: { line: number } } }
type Report = { files: Record<string, { mutants: Mutant[] }> }

const DOMAIN = ['src/domain/**/*.ts']
const PAYMENTS = [
  'src/server/payments/*.ts',
  'src/server/checkout/*.ts',
  'src/server/discounts/discounts.service.ts',
  'src/server/orders/{cancel-order,price-items}.ts',
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { payments: { type: 'boolean', default: false }, sample: { type: 'string' } },
})
const files = globSync(positionals.length > 0 ? positionals : values.payments ? PAYMENTS : DOMAIN, { cwd: root })
  // Emails are text, which no test repeats; a misspelled table or column fails every test.
  .filter((file) => !/\.(?:test|mails|tables)\.ts$/.test(file))
  .toSorted()
const say = (line: string) => process.stdout.write(`${line}\n`)

mkdirSync(reports, { recursive: true })
const total = { killed: 0, survived: 0 }
// For a rule, only the tests that load its file run. Payment code runs all of its tests, with one dry run for all files.
for (const targets of values.payments ? [sampled(files)] : files.map((file) => [file]))
  for (const [file, mutants] of await mutantsOf(targets)) count(file, mutants)
const share = total.killed / (total.killed + total.survived)
say(`${total.killed} of ${total.killed + total.survived} killed, ${(share * 100).toFixed(1)} %`)
if (!(share >= MIN_KILLED)) process.exitCode = 1

function count(file: string, mutants: readonly Mutant[]): void {
  const survivors = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  total.killed += killed
  total.survived += survivors.length
  say(`${file}: ${killed} of ${killed + survivors.length} killed`)
  for (const { mutatorName, replacement, location } of survivors)
    say(`  ${file}:${location.start.line} ${mutatorName}: ${replacement.replaceAll(/\s+/g, ' ').slice(0, 90)}`)
}

/** A sample of places, the same for the same seed, because all of them take a day. */
function sampled(all: readonly string[]): readonly string[] {
  if (values.sample === undefined) return all
  const places = all.flatMap((file) => {
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n').length
    return Array.from({ length: Math.ceil(lines / SAMPLE_LINES) }, (_, index) => {
      const first = index * SAMPLE_LINES + 1
      return `${file}:${first}-${Math.min(first + SAMPLE_LINES - 1, lines)}`
    })
  })
  const random = createRandom(TEST_SEED)
  say(`${values.sample} of ${places.length} places, seed ${TEST_SEED}`)
  return places
    .map((place) => ({ place, at: random.below(2 ** 31) }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, Number(values.sample))
    .map(({ place }) => place)
}

async function mutantsOf(targets: readonly string[]): Promise<[file: string, mutants: Mutant[]][]> {
  const [name = ''] = targets
  const report = path.join(reports, `${values.payments ? 'payments' : name.replaceAll('/', '-')}.json`)
  const stryker = spawn('stryker', ['run', '--mutate', targets.join()], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, MUTANTS_REPORT: report, MUTANTS_OF: values.payments ? 'payments' : 'domain' },
  })
  const ended = once(stryker, 'close')
  let stdout = ''
  for await (const chunk of stryker.stdout.setEncoding('utf8') as AsyncIterable<string>) {
    stdout += chunk
    // This takes hours.
    if (values.payments) process.stderr.write(chunk)
  }
  const [status] = (await ended) as [number | null]
  // A file with only types has nothing to mutate.
  if (stdout.includes('with 0 mutant(s)')) return [[name, []]]
  if (stdout.includes('No tests were executed'))
    return [[name, uncovered(Number(/with (\d+) mutant/.exec(stdout)?.[1]))]]
  if (status !== 0) throw new Error(`${name}: ${stdout.slice(-2000)}`)
  const { files: found } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return Object.entries(found).map(([file, { mutants }]) => [file, mutants])
}

/** No test loads the file, so none would detect a change. */
function uncovered(number: number): Mutant[] {
  const mutant = { status: 'NoCoverage', mutatorName: 'no test', replacement: '', location: { start: { line: 1 } } }
  return Array.from({ length: number }, () => mutant)
}
