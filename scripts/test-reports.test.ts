import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { afterRetry, type Failure, readPlaywrightReport, readVitestReport, slowest } from './test-reports.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(report: unknown): string {
  const file = path.join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

test('names a failed test with its file and message, without foreign stack frames', () => {
  const file = write({
    numPassedTests: 3,
    testResults: [
      {
        name: '/shop/src/money.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'adds up', status: 'passed', duration: 1500, failureMessages: [] },
          {
            fullName: 'rounds half up',
            status: 'failed',
            failureMessages: [
              'Error: expected 500 to be 501\n    at /shop/src/money.test.ts:9:2\n    at /shop/node_modules/vitest/run.js:1:1',
            ],
          },
        ],
      },
      { name: '/shop/src/cart.test.ts', status: 'failed', message: 'Cannot find ./cart.ts', assertionResults: [] },
    ],
  })
  expect(readVitestReport(file, '/shop')).toEqual({
    passed: 3,
    failures: [
      {
        test: 'src/money.test.ts › rounds half up',
        file: 'src/money.test.ts',
        message: 'Error: expected 500 to be 501\n    at /shop/src/money.test.ts:9:2',
      },
      { test: 'src/cart.test.ts', file: 'src/cart.test.ts', message: 'Cannot find ./cart.ts' },
    ],
    flaky: [],
    times: [
      { test: 'src/money.test.ts › adds up', seconds: 1.5 },
      { test: 'src/money.test.ts › rounds half up', seconds: 0 },
    ],
  })
})

test('counts browser tests inside a group', () => {
  const spec = (title: string, ...tests: unknown[]) => ({ title, file: 'cart.e2e.ts', line: 5, tests })
  const attempt = (status: string, ...errors: unknown[]) => ({
    projectName: 'phone',
    status,
    results: [{ duration: 200, errors }],
  })
  const file = write({
    stats: { expected: 7 },
    suites: [
      {
        specs: [spec('adds', attempt('expected')), spec('skips', attempt('skipped'))],
        suites: [
          {
            specs: [
              spec('removes', attempt('unexpected', { message: '\u001B[31mnot seen\u001B[39m' })),
              spec('keeps', attempt('flaky', {})),
            ],
          },
        ],
      },
    ],
  })
  expect(readPlaywrightReport(file)).toMatchObject({
    passed: 7,
    failures: [
      { test: '[phone] cart.e2e.ts:5 › removes', file: 'cart.e2e.ts', message: 'not seen' },
      { test: '[phone] cart.e2e.ts:5 › keeps', file: 'cart.e2e.ts', message: '' },
    ],
    flaky: [],
    times: ['adds', 'skips', 'removes', 'keeps'].map((title) => ({
      test: `[phone] cart.e2e.ts:5 › ${title}`,
      seconds: 0.2,
    })),
  })
})

test('lists the slowest tests first', () => {
  const times = [1, 3, 2].map((seconds) => ({ test: `takes ${seconds}`, seconds }))
  expect(slowest(times, 2).map(({ seconds }) => seconds)).toEqual([3, 2])
})

function failure(name: string): Failure {
  return { test: name, file: 'cart.e2e.ts', message: 'not seen' }
}

test('counts a test that passes alone after a failure as passed and flaky', () => {
  const first = { passed: 7, failures: [failure('adds'), failure('removes')], flaky: [], times: [] }
  expect(afterRetry(first, { passed: 1, failures: [failure('removes')], flaky: [], times: [] })).toEqual({
    passed: 8,
    failures: [failure('removes')],
    flaky: [failure('adds')],
    times: [],
  })
})

test('counts a runner failure in the retry, or of a test that passed before, as a failure', () => {
  const first = { passed: 7, failures: [failure('adds')], flaky: [], times: [] }
  const retry = { passed: 0, failures: [failure('keeps')], flaky: [], times: [] }
  expect(afterRetry(first, retry)).toMatchObject({ failures: [failure('keeps')], flaky: [failure('adds')] })
})

test('changes nothing for a retry that ran no test', () => {
  const first = { passed: 7, failures: [failure('adds')], flaky: [], times: [] }
  expect(afterRetry(first, { passed: 0, failures: [], flaky: [], times: [] })).toEqual(first)
})
