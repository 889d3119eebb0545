/**
 * Rehearses real sales in Square's sandbox, before the first buyer does: npm run square:rehearse -- [--short] [--folder pictures]
 * [--public-url https://… --port n]. Without sandbox keys in the environment or in .env, it uses the emulator. See
 * docs/go-live.md and docs/decisions/093.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readAccount } from '../test/rehearsal/read-account.ts'
import { rehearse } from '../test/rehearsal/rehearse.ts'
import { startWorld } from '../test/rehearsal/start-world.ts'

const projectFolder = path.resolve(import.meta.dirname, '..')
const say = (line: string) => process.stdout.write(`${line}\n`)
/** Square's sandbox takes seconds; a busy machine takes longer. */
const WAIT_MS = 90_000

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: path.join(projectFolder, 'test-results/square-rehearsal') },
    'public-url': { type: 'string' },
    port: { type: 'string' },
    short: { type: 'boolean', default: false },
  },
})
try {
  process.loadEnvFile(path.join(projectFolder, '.env'))
} catch {
  // Without a .env file, the environment alone applies.
}

try {
  const account = readAccount(process.env)
  say(
    account
      ? `Rehearsing in Square's sandbox, at location ${account.locationId}.`
      : 'There are no sandbox keys (SQUARE_ENVIRONMENT=sandbox, SQUARE_ACCESS_TOKEN, …), so the emulator stands in for Square.',
  )
  const world = await startWorld({
    account,
    publicUrl: values['public-url']?.replace(/\/$/, ''),
    port: values.port === undefined ? undefined : Number(values.port),
  })
  // A rehearsal that was stopped must not leave its webhook subscription in Square's sandbox.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void world.close().finally(() => process.exit(1)))
  try {
    const isGood = await rehearse(world, {
      folder: values.folder,
      say,
      waitMs: WAIT_MS,
      settleMs: WAIT_MS,
      isShort: values.short,
    })
    say(`\nScreenshots: ${path.relative(process.cwd(), values.folder)}`)
    say(isGood ? 'All steps passed.' : 'Some steps failed: see the table.')
    process.exitCode = isGood ? 0 : 1
  } finally {
    await world.close()
  }
} catch (error) {
  say(`The rehearsal could not run: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
