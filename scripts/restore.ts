/** `npm run restore`: restores a backup into a folder or database of either engine. The shop must be stopped. */
import path from 'node:path'
import { BackupError } from '../src/server/backup/backup-error.ts'
import { runRestoreCommand } from '../src/server/backup/restore-command.ts'
import { readEnv } from '../src/server/env.ts'
import { openCheckedPostgres } from '../src/server/platform/db/open-checked-postgres.ts'
import { openPglite } from '../src/server/platform/db/open-pglite.ts'
import { StartError } from '../src/server/platform/start-error.ts'

process.umask(0o077)
const projectFolder = path.resolve(import.meta.dirname, '..')
/** Adding a foreign key again validates all rows of the table. */
const STATEMENT_LIMIT_MS = 600_000

try {
  process.loadEnvFile(path.join(projectFolder, '.env'))
} catch {
  // No .env file: use the environment and the defaults.
}

try {
  const env = readEnv(process.env)
  const text = await runRestoreCommand(process.argv.slice(2), {
    settings: env.backup,
    migrationsFolder: path.join(projectFolder, 'db/migrations'),
    now: () => new Date(),
    openDatabase: async () => {
      if (!env.databaseUrl) return openPglite(env.dataDir)
      return openCheckedPostgres({
        url: env.databaseUrl,
        listenUrl: env.databaseListenUrl,
        statementTimeoutMs: STATEMENT_LIMIT_MS,
      })
    },
  })
  process.stdout.write(`${text}\n`)
} catch (error) {
  if (!(error instanceof StartError) && !(error instanceof BackupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
