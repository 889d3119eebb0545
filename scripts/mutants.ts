/**
 * Mutation testing: breaks the rules, or the payment code, one change at a time, and counts the changes that no test
 * detects: npm run mutants -- [--payments [--sample 300]] [file …]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '#test/chaos/random.ts'
import { TEST_SEED } from '#test/seed.ts'
import type { Change } from './mutants/instrument.ts'
import { type Control, type Outcome, type Tried, tryChanges } from './mutants/try-changes.ts'

const MIN_KILLED = 0.9
/** Of the changes to payment code. */
const CONTROL_EVERY = 8
const root = path.resolve(import.meta.dirname, '..')
const reports = path.join(root, 'test-results/mutants')

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
const all = values.payments ? await tryPayments() : await tryRules()
const killed = all.filter(({ outcome }) => outcome !== 'survived').length
const share = killed / all.length
say(`${killed} of ${all.length} killed, ${(share * 100).toFixed(1)} %`)
if (!(share >= MIN_KILLED)) process.exitCode = 1

function sayIfSurvived({ change: { file, line, mutator, replacement }, outcome }: Tried): void {
  if (outcome === 'survived') say(`  ${file}:${line} ${mutator}: ${replacement}`)
}

async function tryPayments(): Promise<Tried[]> {
  process.env.MUTANTS_OF = 'payments'
  const { tried, failedControls } = await tryAll({ choose: inRandomOrder, controlEvery: CONTROL_EVERY })
  const unreliable = new Set(failedControls.map(({ file }) => file))
  const doubtful = tried.filter(({ by }) => by !== undefined && unreliable.has(by))
  if (doubtful.length === 0) return tried
  say(
    `${doubtful.length} were detected by a file of which a control failed; each is tried again beside its own control`,
  )
  const ids = new Set(doubtful.map(({ change }) => change.id))
  const again = await tryAll({ choose: (changes) => changes.filter(({ id }) => ids.has(id)), controlEvery: 1 })
  const unproved = new Set(again.failedControls.map(({ of }) => of.id))
  const proved = again.tried.map((one) =>
    unproved.has(one.change.id) ? { ...one, outcome: 'survived' as const } : one,
  )
  for (const one of proved) sayIfSurvived(one)
  return [...tried.filter(({ change }) => !ids.has(change.id)), ...proved]
}

async function tryAll(how: Pick<Parameters<typeof tryChanges>[0], 'choose' | 'controlEvery'>) {
  const tried: Tried[] = []
  const failedControls: Control[] = []
  let controls = 0
  await tryChanges({
    ...how,
    root,
    config: path.join(root, 'vitest.mutants.config.ts'),
    files,
    onTried(one) {
      tried.push(one)
      sayIfSurvived(one)
      if (tried.length % 50 === 0) say(`${new Date().toISOString()} ${tried.length} tried`)
      writeFileSync(path.join(reports, 'payments.json'), JSON.stringify(tried, null, 1))
    },
    onControl(control) {
      controls += 1
      if (control.isGood) return
      failedControls.push(control)
      say(`  failed without a change: ${control.file}: ${control.error.slice(0, 300)}`)
    },
    say,
  })
  say(`${failedControls.length} of ${controls} controls failed`)
  const timedOut = tried.filter(({ outcome }) => outcome === 'timed out').length
  if (timedOut > 0) say(`${timedOut} were killed by a test that timed out`)
  return { tried, failedControls }
}

/** The same order for the same seed. A sample is its beginning. */
function inRandomOrder(changes: readonly Change[]): readonly Change[] {
  const random = createRandom(TEST_SEED)
  say(`${values.sample ?? 'all'} of them, seed ${TEST_SEED}`)
  return changes
    .map((change) => ({ change, at: random.below(2 ** 31) }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, values.sample === undefined ? undefined : Number(values.sample))
    .map(({ change }) => change)
}

/** For a rule, only the tests that load its file run, so Stryker takes one file at a time. */
async function tryRules(): Promise<Tried[]> {
  const rules: Tried[] = []
  for (const file of files) {
    const tried = await strykerOf(file)
    say(`${file}: ${tried.filter(({ outcome }) => outcome !== 'survived').length} of ${tried.length} killed`)
    for (const one of tried) sayIfSurvived(one)
    rules.push(...tried)
  }
  return rules
}

type Mutant = {
  id: string
  status: string
  mutatorName: string
  replacement: string
  location: { start: { line: number } }
}
type Report = { files: Record<string, { mutants: Mutant[] }> }

/** Whatever else happened to a mutant, such as code that doesn't compile, proves nothing. */
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  Killed: 'killed',
  Timeout: 'timed out',
  Survived: 'survived',
  NoCoverage: 'survived',
}

async function strykerOf(file: string): Promise<Tried[]> {
  const report = path.join(reports, `${file.replaceAll('/', '-')}.json`)
  const stryker = spawn('stryker', ['run', '--mutate', file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, MUTANTS_REPORT: report },
  })
  const ended = once(stryker, 'close')
  let stdout = ''
  for await (const chunk of stryker.stdout.setEncoding('utf8') as AsyncIterable<string>) stdout += chunk
  const [status] = (await ended) as [number | null]
  // A file with only types has nothing to mutate.
  if (stdout.includes('with 0 mutant(s)')) return []
  if (stdout.includes('No tests were executed')) return uncovered(file, Number(/with (\d+) mutant/.exec(stdout)?.[1]))
  if (status !== 0) throw new Error(`${file}: ${stdout.slice(-2000)}`)
  const { files: found } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return Object.values(found).flatMap(({ mutants }) =>
    mutants.flatMap(({ id, status: state, mutatorName, replacement, location }) => {
      const outcome = OUTCOMES[state]
      const change = { id, file, line: location.start.line, mutator: mutatorName, replacement }
      return outcome ? [{ change, outcome }] : []
    }),
  )
}

/** No test loads the file, so none would detect a change. */
function uncovered(file: string, number: number): Tried[] {
  return Array.from({ length: number }, (_, index) => ({
    change: { id: String(index), file, line: 1, mutator: 'no test', replacement: '' },
    outcome: 'survived',
  }))
}
