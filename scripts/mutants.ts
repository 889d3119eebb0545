/**
 * Mutation testing: breaks the rules one change at a time, and counts the changes that no test detects: npm run mutants
 * -- [--payments] [file …]. File by file, so that a mutant only runs the tests that load its file.
 */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

const MIN_KILLED = 0.9
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
  options: { payments: { type: 'boolean', default: false } },
})
const files = globSync(positionals.length > 0 ? positionals : values.payments ? PAYMENTS : DOMAIN, { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .toSorted()
const say = (line: string) => process.stdout.write(`${line}\n`)

mkdirSync(reports, { recursive: true })
const total = { killed: 0, survived: 0 }
for (const file of files) {
  const mutants = mutantsOf(file)
  const survivors = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  total.killed += killed
  total.survived += survivors.length
  say(`${file}: ${killed} of ${killed + survivors.length} killed`)
  for (const { mutatorName, replacement, location } of survivors)
    say(`  ${file}:${location.start.line} ${mutatorName}: ${replacement.replaceAll(/\s+/g, ' ').slice(0, 90)}`)
}
const share = total.killed / (total.killed + total.survived)
say(`${total.killed} of ${total.killed + total.survived} killed, ${(share * 100).toFixed(1)} %`)
if (!(share >= MIN_KILLED)) process.exitCode = 1

function mutantsOf(file: string): Mutant[] {
  const report = path.join(reports, `${file.replaceAll('/', '-')}.json`)
  const { status, stdout } = spawnSync('stryker', ['run', '--mutate', file], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, MUTANTS_REPORT: report, MUTANTS_OF: values.payments ? 'payments' : 'domain' },
  })
  // A file with only types has nothing to mutate.
  if (stdout.includes('with 0 mutant(s)')) return []
  if (stdout.includes('No tests were executed')) return uncovered(Number(/with (\d+) mutant/.exec(stdout)?.[1]))
  if (status !== 0) throw new Error(`${file}: ${stdout.slice(-2000)}`)
  return Object.values((JSON.parse(readFileSync(report, 'utf8')) as Report).files).flatMap(({ mutants }) => mutants)
}

/** No test loads the file, so none would detect a change. */
function uncovered(count: number): Mutant[] {
  const mutant = { status: 'NoCoverage', mutatorName: 'no test', replacement: '', location: { start: { line: 1 } } }
  return Array.from({ length: count }, () => mutant)
}
