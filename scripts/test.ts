/**
 * The whole test suite, ordered so that mistakes are found as cheaply as possible. `--check` skips the browser,
 * `--changed` runs only the tests that uncommitted changes can break.
 */
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import {
  afterRetry,
  type Failure,
  NOTHING,
  type Outcome,
  readPlaywrightReport,
  readVitestReport,
  slowest,
} from './test-reports.ts'
import { createStages } from './test-stages.ts'

const root = path.resolve(import.meta.dirname, '..')
const reports = path.join(root, 'test-results')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const isChangedOnly = process.argv.includes('--changed')
const withBrowser = !isChangedOnly && !process.argv.includes('--check')

/** More failures than this are a bug in the change, not tests disturbed by a busy machine. */
const MAX_RETRIED = 10
const SLOWEST = 20

const { run, costs } = createStages(root)

const CHECKS: [title: string, command: string, ...args: string[]][] = [
  ['format', 'oxfmt', '--check'],
  ['route types', 'react-router', 'typegen'],
  ['types', 'tsc', '-p', '.'],
  ['domain purity', 'tsc', '-p', 'tsconfig.domain.json'],
  ['lint', 'oxlint', '--type-aware', '--max-warnings=0'],
  ['unused files and packages', 'knip'],
]

/** They take seconds, and would invalidate minutes of tests: stops at the first failure. */
function checks(): Outcome {
  for (const [index, [title, command, ...args]] of CHECKS.entries())
    if (!run(title, command, ...args)) return { ...NOTHING, passed: index, failures: [runnerFailure(title, 'failed')] }
  return { ...NOTHING, passed: CHECKS.length }
}

function runnerFailure(title: string, message: string): Failure {
  return { test: title, file: '', message }
}

/** A runner that crashes without a report, or fails for another reason than a test, counts as one failure. */
function suite(title: string, isGood: boolean, read: () => Outcome): Outcome {
  try {
    const outcome = read()
    if (outcome.failures.length > 0 || isGood) return outcome
    return { ...outcome, failures: [runnerFailure(title, 'the runner itself failed')] }
  } catch {
    return { ...NOTHING, failures: [runnerFailure(title, 'no report')] }
  }
}

function runVitest(title: string, ...args: string[]): Outcome {
  const file = path.join(reports, 'vitest.json')
  rmSync(file, { force: true })
  const isGood = run(title, 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${file}`, ...args)
  return suite(title, isGood, () => readVitestReport(file, root))
}

/**
 * Waits for a database, a shop process or a browser, so that a busy machine can disturb it. A pure test is never
 * retried.
 */
function talksToProcesses({ file }: Failure): boolean {
  return file.endsWith('.db.test.ts') || file.startsWith('test/') || file.startsWith('scripts/')
}

function vitest(): Outcome {
  const first = runVitest('unit and integration tests', ...(isChangedOnly ? ['--changed', '--passWithNoTests'] : []))
  const { failures } = first
  if (failures.length === 0 || failures.length > MAX_RETRIED || !failures.every(talksToProcesses)) return first
  const files = new Set(failures.map(({ file }) => file))
  return afterRetry(first, runVitest('retry of failed tests, one at a time', '--no-file-parallelism', ...files))
}

function runPlaywright(title: string, ...args: string[]): Outcome {
  const file = path.join(reports, 'playwright.json')
  rmSync(file, { force: true })
  const isGood = run(title, 'playwright', 'test', ...args)
  return suite(title, isGood, () => readPlaywrightReport(file))
}

function playwright(): Outcome {
  const first = runPlaywright('end to end in Chromium')
  const { failures } = first
  if (failures.length === 0 || failures.length > MAX_RETRIED || failures.some(({ file }) => !file)) return first
  return afterRetry(
    first,
    runPlaywright('retry of failed browser tests, one at a time', '--last-failed', '--workers=1'),
  )
}

function print(kind: string, { test, message }: Failure): void {
  process.stdout.write(`\n${kind}: ${test}\n${message.replace(/^/gm, '  ')}\n`)
}

function tests(): Outcome[] {
  return withBrowser ? [vitest(), playwright()] : [vitest()]
}

const checked = checks()
const outcomes = checked.failures.length > 0 ? [checked] : [checked, ...tests()]
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
const failures = outcomes.flatMap((outcome) => outcome.failures)
const flaky = outcomes.flatMap((outcome) => outcome.flaky)
const times = outcomes.flatMap((outcome) => outcome.times)
process.stdout.write(`\nSlowest ${SLOWEST}:\n`)
for (const { test, seconds } of slowest(times, SLOWEST)) process.stdout.write(`  ${seconds.toFixed(1)} s  ${test}\n`)
process.stdout.write('\nWall-clock and CPU seconds:\n')
for (const { title, wallSeconds, cpuSeconds } of costs)
  process.stdout.write(`  ${wallSeconds.toFixed(0)} s  ${cpuSeconds?.toFixed(0) ?? '?'} s  ${title}\n`)
// Repeated at the end: the last lines of a long run are what gets read.
for (const failure of flaky) print('flaky (failed, then passed alone)', failure)
for (const failure of failures) print('failed', failure)
process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`)
process.exitCode = failures.length > 0 ? 1 : 0
