/** `npm run backup`: makes a backup now, whether or not the shop is running. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createRaiseAlert } from '../src/server/alerts/raise-alert.ts'
import { runBackupCommand } from '../src/server/backup/backup-command.ts'
import { createBackupDestination } from '../src/server/backup/backup-destination.ts'
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
/** Longer than the shop's own limit: no page waits for this, and large tables are slow. */
const STATEMENT_LIMIT_MS = 60_000

try {
  process.loadEnvFile(path.join(projectFolder, '.env'))
} catch {
  // No .env file: use the environment and the defaults.
}

async function runHere(env: Env, args: string[], openDatabase: () => Database | Promise<Database>) {
  const destination = createBackupDestination(env.backup)
  if (!destination) return { ok: false, text: BACKUPS_NOT_SET_UP }
  const database = await openDatabase()
  try {
    const raiseAlert = createRaiseAlert(findAlertRecipients(env.shopDefaults))
    return await runBackupCommand(
      args,
      createBackupService({ database, destination, raiseAlert, now: () => new Date() }),
    )
  } finally {
    await database.close()
  }
}

async function run(args: string[]): Promise<{ ok: boolean; text: string }> {
  const env = readEnv(process.env)
  const { databaseUrl: url, databaseListenUrl: listenUrl, dataDir } = env
  if (url) return runHere(env, args, () => openPostgres({ url, listenUrl, statementTimeoutMs: STATEMENT_LIMIT_MS }))
  // A running shop owns the built-in database, so it makes the backup itself.
  const answer = await sendCommand(dataDir, ['backup', ...args])
  if (answer) return answer
  // Opening would create an empty database, and pruning could delete a good backup in favor of an empty one.
  if (!existsSync(path.join(dataDir, 'shop'))) return { ok: false, text: `There is no shop in ${dataDir}.` }
  return runHere(env, args, () => openPglite(dataDir))
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
