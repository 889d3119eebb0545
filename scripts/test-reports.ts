import { readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

export type Failure = {
  /** Its file and name: the same in every run. */
  test: string
  file: string
  /** Its error message. */
  message: string
}

export type Outcome = {
  passed: number
  failures: Failure[]
  /** Tests that failed among the others and passed alone. They count as passed. */
  flaky: Failure[]
  times: TestTime[]
}

export type TestTime = { test: string; seconds: number }

export const NOTHING: Outcome = { passed: 0, failures: [], flaky: [], times: [] }

/** Enough to see what was expected and what was received. */
const LINES_OF_A_MESSAGE = 25

const vitestReport = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      /** Why the file itself failed, in which case it has no failed test. */
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          /** In milliseconds; missing for a skipped test. */
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
})

export function readVitestReport(report: string, root: string): Outcome {
  const { numPassedTests, testResults } = vitestReport.parse(readJson(report))
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [{ test: file, file, message: messageOf([message]) }] : []
    return failed.map((test) => ({
      test: `${file} › ${test.fullName}`,
      file,
      message: messageOf(test.failureMessages),
    }))
  })
  const times = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      test: `${path.relative(root, name)} › ${fullName}`,
      seconds: (duration ?? 0) / 1000,
    })),
  )
  return { passed: numPassedTests, failures, flaky: [], times }
}

type Suite = z.infer<typeof playwrightSuite>

const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      line: z.number(),
      tests: z.array(
        z.object({
          projectName: z.string(),
          status: z.string(),
          results: z.array(
            z.object({ duration: z.number(), errors: z.array(z.object({ message: z.string().optional() })) }),
          ),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})

const playwrightReport = z.object({ stats: z.object({ expected: z.number() }), suites: z.array(playwrightSuite) })

export function readPlaywrightReport(file: string): Outcome {
  const { stats, suites } = playwrightReport.parse(readJson(file))
  const runs = suites.flatMap(runsOf)
  const failures = runs
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ test, file: spec, messages }) => ({ test, file: spec, message: messageOf(messages) }))
  return { passed: stats.expected, failures, flaky: [], times: runs.map(({ test, seconds }) => ({ test, seconds })) }
}

type BrowserRun = { test: string; file: string; status: string; seconds: number; messages: string[] }

function runsOf({ specs, suites = [] }: Suite): BrowserRun[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      test: `[${projectName}] ${file}:${line} › ${title}`,
      file,
      status,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      messages: results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')),
    })),
  )
  return [...own, ...suites.flatMap(runsOf)]
}

export function slowest(times: readonly TestTime[], count: number): TestTime[] {
  return times.toSorted((one, other) => other.seconds - one.seconds).slice(0, count)
}

/**
 * The combined outcome of a run and the retry of its failures. A test that fails both times, or did not run again, has
 * failed.
 */
export function afterRetry(first: Outcome, retry: Outcome): Outcome {
  if (retry.passed + retry.failures.length < first.failures.length) return first
  const failedAgain = new Set(retry.failures.map(({ test }) => test))
  const flaky = first.failures.filter(({ test }) => !failedAgain.has(test))
  return { ...first, passed: first.passed + flaky.length, failures: retry.failures, flaky }
}

function messageOf(messages: readonly string[]): string {
  const lines = messages
    .flatMap((message) => stripVTControlCharacters(message).split('\n'))
    .filter((line) => !/^\s+at .*(node_modules|<anonymous>)/.test(line))
  return lines.slice(0, LINES_OF_A_MESSAGE).join('\n')
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
