import { readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

export type Outcome = {
  passed: number
  /** Where each one is, and what it said. */
  failures: string[]
}

/** Enough to see what was expected and what came. */
const LINES_OF_A_MESSAGE = 25

const vitestReport = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      /** Why the file itself failed, which then has no failed test. */
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
})

export function readVitestReport(file: string, root: string): Outcome {
  const { numPassedTests, testResults } = vitestReport.parse(readJson(file))
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const where = path.relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [failureAt(where, [message])] : []
    return failed.map((test) => failureAt(`${where} › ${test.fullName}`, test.failureMessages))
  })
  return { passed: numPassedTests, failures }
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
          results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})

const playwrightReport = z.object({ stats: z.object({ expected: z.number() }), suites: z.array(playwrightSuite) })

/** A test that passed only when tried again has failed. */
export function readPlaywrightReport(file: string): Outcome {
  const { stats, suites } = playwrightReport.parse(readJson(file))
  return { passed: stats.expected, failures: suites.flatMap(failuresOf) }
}

function failuresOf({ specs, suites = [] }: Suite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) =>
        failureAt(
          `[${projectName}] ${file}:${line} › ${title}`,
          results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')),
        ),
      ),
  )
  return [...own, ...suites.flatMap(failuresOf)]
}

function failureAt(where: string, messages: readonly string[]): string {
  const lines = messages
    .flatMap((message) => stripVTControlCharacters(message).split('\n'))
    .filter((line) => !/^\s+at .*(node_modules|<anonymous>)/.test(line))
  return [where, ...lines.slice(0, LINES_OF_A_MESSAGE).map((line) => `  ${line}`)].join('\n')
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
