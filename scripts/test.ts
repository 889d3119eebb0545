/** The whole proof, in the order in which a mistake is cheapest to find. `--check` leaves the browser out. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const root = path.resolve(import.meta.dirname, '..')
const reports = path.join(root, 'test-results')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() })
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})

type Outcome = { passed: number; failed: number }

function run(title: string, command: string, ...args: string[]): boolean {
  process.stdout.write(`\n— ${title}\n`)
  return (
    spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, FORCE_COLOR: '0' } }).status === 0
  )
}

function gate(title: string, command: string, ...args: string[]): Outcome {
  const isGood = run(title, command, ...args)
  return { passed: Number(isGood), failed: Number(!isGood) }
}

/** A runner that dies without a report, or that fails for a reason other than a test, counts as one failure. */
function suite(isGood: boolean, count: () => Outcome): Outcome {
  try {
    const { passed, failed } = count()
    return { passed, failed: failed === 0 && !isGood ? 1 : failed }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function report(name: string): unknown {
  return JSON.parse(readFileSync(path.join(reports, name), 'utf8'))
}

function vitest(): Outcome {
  const isGood = run(
    'unit and integration tests',
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    '--outputFile=test-results/vitest.json',
  )
  return suite(isGood, () => {
    const { numPassedTests, numFailedTests } = vitestReport.parse(report('vitest.json'))
    return { passed: numPassedTests, failed: numFailedTests }
  })
}

function playwright(): Outcome {
  const isGood = run('end to end in Chromium', 'playwright', 'test')
  return suite(isGood, () => {
    const { stats } = playwrightReport.parse(report('playwright.json'))
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
  })
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
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0
