/** The rehearsal of docs/go-live.md: it passes if all is well, and otherwise names the broken step. */
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** A shop and a browser each, on a machine that may be busy. */
const PATIENCE = { timeout: 900_000 }
const projectFolder = path.resolve(import.meta.dirname, '..')
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rehearse-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Run = { code: number | null; output: string; outcomeOf: (step: string) => string | undefined }

async function run(script: string, words: string[], environment: Record<string, string> = {}): Promise<Run> {
  const child = spawn(process.execPath, [script, ...words], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const outcomeOf = (step: string) => new RegExp(`^(ok|failed|not run) +${step}: .*`, 'm').exec(output)?.[1]
  return { code, output, outcomeOf }
}

test('buys, refunds and reconciles under the production policy, and takes screenshots', PATIENCE, async () => {
  const { code, output, outcomeOf } = await run('scripts/square-rehearse.ts', ['--short', '--folder', folder])
  expect(code, output).toBe(0)
  for (const step of [
    'Card 4111…: at Square',
    'Declined card',
    'Refund: at Square',
    'Webhooks',
    'Money check',
    'Policy',
  ])
    expect(outcomeOf(step), output).toBe('ok')
  expect(output).not.toMatch(/^failed/m)
  expect(output).toContain('Not verified against real Square:')
  expect(await readdir(folder)).toContain('02-card-form.png')
})

/** Each failing step waits as long as a slow Square may take, so these tests run on request. */
const isEvery = Boolean(process.env.EVERY_REHEARSAL)

test.runIf(isEvery)(
  'fails if emails do not arrive, Square did not book a refund, or events are unreadable',
  PATIENCE,
  async () => {
    const { code, output, outcomeOf } = await run('test/rehearsal/broken.ts', ['mail', 'refund', 'events'])
    expect(code, output).toBe(1)
    expect(outcomeOf('Card 4111…'), output).toBe('ok')
    for (const step of ['Card 4111…: email', 'Refund: at Square', 'Refund: email', 'Webhooks'])
      expect(outcomeOf(step), `${step}\n${output}`).toBe('failed')
  },
)

test.runIf(isEvery)(
  'fails under a policy that does not know Square’s script, and names what was blocked',
  PATIENCE,
  async () => {
    const { code, output, outcomeOf } = await run('test/rehearsal/broken.ts', ['policy'])
    expect(code, output).toBe(1)
    expect(outcomeOf('Card 4111…'), output).toBe('failed')
    expect(outcomeOf('Refund'), output).toBe('not run')
    expect(output).toMatch(/blocked: script-src-elem https:\/\/sandbox\.web\.squarecdn\.com/)
  },
)

test('never runs with production keys', async () => {
  const { code, output } = await run('scripts/square-rehearse.ts', ['--folder', folder], {
    SQUARE_ENVIRONMENT: 'production',
    SQUARE_ACCESS_TOKEN: 'a token of production',
    SQUARE_APPLICATION_ID: 'sq0idp-live',
    SQUARE_LOCATION_ID: 'LIVE',
  })
  expect(code).toBe(1)
  expect(output).toContain('SQUARE_ENVIRONMENT=sandbox')
})
