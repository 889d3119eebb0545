/** `npm run backup`: one backup now. Works while the shop runs, and when it does not. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createRaiseAlert } from '../src/server/alerts/raise-alert.ts'
import { runBackupCommand } from '../src/server/backup/backup-command.ts'
import { createBackupPlace } from '../src/server/backup/backup-place.ts'
import { BACKUPS_NOT_SET_UP, createBackupService } from '../src/server/backup/backup.service.ts'
import { type Env, readEnv } from '../src/server/env.ts'
import { sendCommand } from '../src/server/operators/command-socket.ts'
import type { Database } from '../src/server/platform/db/database.ts'
import { openPglite } from '../src/server/platform/db/open-pglite.ts'
import { openPostgres } from '../src/server/platform/db/open-postgres.ts'
import { StartError } from '../src/server/platform/start-error.ts'
import { findAlertRecipients } from '../src/server/settings/shop-settings.service.ts'

process.umask(0o077)
const projectFolder = path.resolve(import.meta.dirname, '..')
/** Nobody waits for this process; a large table may take longer than a page would. */
const STATEMENT_LIMIT_MS = 60_000

try {
  process.loadEnvFile(path.join(projectFolder, '.env'))
} catch {
  // Without a .env file the environment itself and the defaults hold.
}

async function runHere(env: Env, words: string[], openDatabase: () => Database | Promise<Database>) {
  const place = createBackupPlace(env.backup)
  if (!place) return { ok: false, text: BACKUPS_NOT_SET_UP }
  const database = await openDatabase()
  try {
    const raiseAlert = createRaiseAlert(findAlertRecipients(env.shopDefaults))
    return await runBackupCommand(words, createBackupService({ database, place, raiseAlert, now: () => new Date() }))
  } finally {
    await database.close()
  }
}

async function run(words: string[]): Promise<{ ok: boolean; text: string }> {
  const env = readEnv(process.env)
  const { databaseUrl: url, dataDir } = env
  if (url) return runHere(env, words, () => openPostgres({ url, statementTimeoutMs: STATEMENT_LIMIT_MS }))
  // The built-in database belongs to the shop's process while it runs, so that one makes the backup.
  const answer = await sendCommand(dataDir, ['backup', ...words])
  if (answer) return answer
  // Opening it would make one: an empty backup would push a good one out.
  if (!existsSync(path.join(dataDir, 'shop'))) return { ok: false, text: `There is no shop in ${dataDir}.` }
  return runHere(env, words, () => openPglite(dataDir))
}

try {
  const { ok, text } = await run(process.argv.slice(2))
  process[ok ? 'stdout' : 'stderr'].write(`${text}\n`)
  process.exitCode = ok ? 0 : 1
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
