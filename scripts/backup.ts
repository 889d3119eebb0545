/** `npm run backup`: one backup now. Works while the shop runs, and when it does not. */
import path from 'node:path'
import { createRaiseAlert } from '../src/server/alerts/raise-alert.ts'
import { runBackupCommand } from '../src/server/backup/backup-command.ts'
import { createBackupPlace } from '../src/server/backup/backup-place.ts'
import { createBackupService } from '../src/server/backup/backup.service.ts'
import { type Env, readEnv } from '../src/server/env.ts'
import { sendCommand } from '../src/server/operators/command-socket.ts'
import type { Database } from '../src/server/platform/db/database.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { openPglite } from '../src/server/platform/db/open-pglite.ts'
import { openPostgres } from '../src/server/platform/db/open-postgres.ts'
import { StartError } from '../src/server/platform/start-error.ts'

process.umask(0o077)
const projectFolder = path.resolve(import.meta.dirname, '..')
/** Nobody waits for this process; a large table may take longer than a page would. */
const STATEMENT_LIMIT_MS = 60_000

try {
  process.loadEnvFile(path.join(projectFolder, '.env'))
} catch {
  // Without a .env file the environment itself and the defaults hold.
}

async function runHere(database: Database, env: Env, words: string[]) {
  try {
    await migrate(database, path.join(projectFolder, 'db/migrations'))
    const place = createBackupPlace(env.backup)
    const raiseAlert = createRaiseAlert(env.shop.email)
    return await runBackupCommand(words, createBackupService({ database, place, raiseAlert, now: () => new Date() }))
  } finally {
    await database.close()
  }
}

async function run(words: string[]): Promise<{ ok: boolean; text: string }> {
  const env = readEnv(process.env)
  if (env.databaseUrl)
    return runHere(openPostgres({ url: env.databaseUrl, statementTimeoutMs: STATEMENT_LIMIT_MS }), env, words)
  // The built-in database belongs to the shop's process while it runs, so that one makes the backup.
  return (
    (await sendCommand(env.dataDir, ['backup', ...words])) ?? (await runHere(await openPglite(env.dataDir), env, words))
  )
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
