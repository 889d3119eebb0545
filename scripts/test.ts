/** The whole proof, in the order in which a mistake is cheapest to find. `--check` leaves the browser out. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type Outcome, readPlaywrightReport, readVitestReport } from './test-reports.ts'

const root = path.resolve(import.meta.dirname, '..')
const reports = path.join(root, 'test-results')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

function run(title: string, command: string, ...args: string[]): boolean {
  process.stdout.write(`\n— ${title}\n`)
  return (
    spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, FORCE_COLOR: '0' } }).status === 0
  )
}

function gate(title: string, command: string, ...args: string[]): Outcome {
  const isGood = run(title, command, ...args)
  return { passed: Number(isGood), failures: isGood ? [] : [title] }
}

/** A runner that dies without a report, or that fails for a reason other than a test, counts as one failure. */
function suite(title: string, isGood: boolean, read: () => Outcome): Outcome {
  try {
    const { passed, failures } = read()
    return { passed, failures: failures.length === 0 && !isGood ? [`${title}: the runner itself`] : failures }
  } catch {
    return { passed: 0, failures: [`${title}: no report`] }
  }
}

function vitest(): Outcome {
  const title = 'unit and integration tests'
  const file = path.join(reports, 'vitest.json')
  const isGood = run(title, 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${file}`)
  return suite(title, isGood, () => readVitestReport(file, root))
}

function playwright(): Outcome {
  const title = 'end to end in Chromium'
  const isGood = run(title, 'playwright', 'test')
  return suite(title, isGood, () => readPlaywrightReport(path.join(reports, 'playwright.json')))
}

const outcomes = [
  gate('format', 'oxfmt', '--check'),
  gate('types of the routes', 'react-router', 'typegen'),
  gate('types', 'tsc', '-p', '.'),
  gate('purity of the domain', 'tsc', '-p', 'tsconfig.domain.json'),
  gate('lint', 'oxlint', '--type-aware', '--max-warnings=0'),
  gate('unused files and packages', 'knip'),
  vitest(),
  ...(process.argv.includes('--check') ? [] : [playwright()]),
]
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
const failures = outcomes.flatMap((outcome) => outcome.failures)
// Said again at the end: of a long run, the last lines are what somebody reads and what a log keeps.
for (const failure of failures) process.stdout.write(`\nfailed: ${failure}\n`)
process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`)
process.exitCode = failures.length > 0 ? 1 : 0
