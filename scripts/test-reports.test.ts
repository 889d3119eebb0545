import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readPlaywrightReport, readVitestReport } from './test-reports.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(report: unknown): string {
  const file = path.join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

test('a failed test is named with its file and what it said, without the frames of others', () => {
  const file = write({
    numPassedTests: 3,
    testResults: [
      {
        name: '/shop/src/money.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'adds up', status: 'passed', failureMessages: [] },
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
      'src/money.test.ts › rounds half up\n  Error: expected 500 to be 501\n      at /shop/src/money.test.ts:9:2',
      'src/cart.test.ts\n  Cannot find ./cart.ts',
    ],
  })
})

test('of the browser’s tests, those inside a group count, and those that passed only when tried again', () => {
  const spec = (title: string, ...tests: unknown[]) => ({ title, file: 'cart.e2e.ts', line: 5, tests })
  const attempt = (status: string, ...errors: unknown[]) => ({ projectName: 'phone', status, results: [{ errors }] })
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
  expect(readPlaywrightReport(file)).toEqual({
    passed: 7,
    failures: ['[phone] cart.e2e.ts:5 › removes\n  not seen', '[phone] cart.e2e.ts:5 › keeps\n  '],
  })
})
