import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '#server/platform/start-error.ts'
import { isLockTimeout } from './database-error.ts'
import type { Database, RawConnection } from './database.ts'

/** Any number that no other program on the same database uses for its own lock. */
export const MIGRATION_LOCK = 7_265_001
const LOCK_PAUSE_MS = 100
/** Changes to large tables take long. */
const MIGRATION_LIMIT_MS = 600_000
/**
 * While a DDL statement waits for its lock, every later query on that table queues behind it. So it gives up early and
 * retries, for two minutes in all.
 */
const LOCK_LIMIT_MS = 2000
const LOCK_ATTEMPTS = 40
const LOCK_RETRY_MS = 1000

/** First line of a file with statements that cannot run in a transaction, such as `create index concurrently`. */
const WITHOUT_TRANSACTION = '-- without transaction\n'

export const CREATE_MIGRATIONS_TABLE = `create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`

export type Migration = { name: string; statements: string; checksum: string }

/**
 * Brings the schema up to date. If several processes start at once, one migrates and the others wait. Returns the names
 * of the applied migrations.
 */
export async function migrate(database: Database, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder)
  return database.withConnection(async (connection) => {
    while (!(await tryLock(connection))) await pause(LOCK_PAUSE_MS)
    try {
      await connection.exec(`set statement_timeout = ${MIGRATION_LIMIT_MS}; set lock_timeout = ${LOCK_LIMIT_MS}`)
      return await applyMissing(connection, migrations)
    } finally {
      await connection.exec(`select pg_advisory_unlock(${MIGRATION_LOCK}); reset statement_timeout; reset lock_timeout`)
    }
  })
}

/** Polled, because a wait inside the database looks the same as a dead connection. */
async function tryLock(connection: RawConnection): Promise<boolean> {
  const [row] = await connection.rows(`select pg_try_advisory_lock(${MIGRATION_LOCK}) as is_ours`)
  return row?.is_ours === true
}

async function applyMissing(connection: RawConnection, migrations: Migration[]): Promise<string[]> {
  await connection.exec(CREATE_MIGRATIONS_TABLE)
  const rows = await connection.rows('select name, checksum from schema_migrations')
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const missing: string[] = []
  for (const { name, statements, checksum } of migrations) {
    if (applied.has(name)) {
      if (applied.get(name) !== checksum) {
        throw new StartError(
          `Migration ${name} was edited after it ran on this database. Restore the file, and make the change in a new migration.`,
        )
      }
      continue
    }
    await applyWhenUnlocked(connection, { name, statements, checksum })
    missing.push(name)
  }
  return missing
}

async function applyWhenUnlocked(connection: RawConnection, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply(connection, migration)
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (attempt === LOCK_ATTEMPTS)
        throw new StartError(
          `Migration ${migration.name} is waiting for a table that another program has locked. Stop that program, then start the shop again.`,
        )
      await pause(LOCK_RETRY_MS)
    }
  }
}

/**
 * The statements of a migration, to run in the caller's transaction on tables no one else uses yet. There, indexes
 * don't have to be created concurrently, which is the only reason some files run without a transaction.
 */
export function statementsInTransaction({ statements }: Migration): string {
  return statements.startsWith(WITHOUT_TRANSACTION) ? statements.replaceAll(/\bconcurrently\b/gi, '') : statements
}

async function apply(connection: RawConnection, { name, statements, checksum }: Migration): Promise<void> {
  const record = () =>
    connection.rows('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
  if (statements.startsWith(WITHOUT_TRANSACTION)) {
    // One at a time: several statements in one message are an implicit transaction.
    for (const statement of statements.split(/;\s*$/m))
      if (statement.trim()) await connection.exec(statement, MIGRATION_LIMIT_MS)
    await record()
    return
  }
  await connection.exec('begin')
  try {
    await connection.exec(statements, MIGRATION_LIMIT_MS)
    await record()
    await connection.exec('commit')
  } catch (error) {
    await connection.exec('rollback')
    throw error
  }
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (name) => {
      const statements = await readFile(path.join(folder, name), 'utf8')
      return { name, statements, checksum: createHash('sha256').update(statements).digest('hex') }
    }),
  )
}
