/** `npm run operator`: manages who may use the desk, while the shop runs or before its first start. */
import path from 'node:path'
import { type Env, readEnv } from '../src/server/env.ts'
import { sendCommand } from '../src/server/operators/command-socket.ts'
import { type CommandAnswer, runOperatorCommand } from '../src/server/operators/operator-command.ts'
import { createOperatorService } from '../src/server/operators/team.service.ts'
import type { Database } from '../src/server/platform/db/database.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { openCheckedPostgres } from '../src/server/platform/db/open-checked-postgres.ts'
import { openPglite } from '../src/server/platform/db/open-pglite.ts'
import { StartError } from '../src/server/platform/start-error.ts'

// Files of a first run are readable by their user only.
process.umask(0o077)
const projectFolder = path.resolve(import.meta.dirname, '..')

try {
  process.loadEnvFile(path.join(projectFolder, '.env'))
} catch {
  // Without a .env file, the environment and the defaults apply.
}

async function runHere(database: Database, env: Env, words: string[]): Promise<CommandAnswer> {
  try {
    await migrate(database, path.join(projectFolder, 'db/migrations'))
    return await runOperatorCommand(
      words,
      createOperatorService(database, () => new Date()),
      env.publicUrl,
    )
  } finally {
    await database.close()
  }
}

async function run(words: string[]): Promise<CommandAnswer> {
  const env = readEnv(process.env)
  if (env.databaseUrl)
    return runHere(await openCheckedPostgres({ url: env.databaseUrl, listenUrl: env.databaseListenUrl }), env, words)
  return (await sendCommand(env.dataDir, words)) ?? (await runHere(await openPglite(env.dataDir), env, words))
}

try {
  const { ok, text } = await run(process.argv.slice(2))
  process.stdout.write(`${text}\n`)
  process.exitCode = ok ? 0 : 1
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
