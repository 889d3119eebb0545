import type { Database, RawConnection } from '#server/platform/db/database.ts'
import {
  CREATE_MIGRATIONS_TABLE,
  migrate,
  type Migration,
  readMigrations,
  statementsInTransaction,
} from '#server/platform/db/migrate.ts'
import { errorText } from '#server/platform/error-text.ts'
import { BackupError } from './backup-error.ts'
import type { BackupSecret } from './encryption.ts'
import { type Manifest, MANIFEST_FILE, type ManifestTable } from './manifest.ts'
import { type BackupSource, linesOf, readFiles, sha256Of, verifyArchive } from './read-archive.ts'
import {
  analyzeTables,
  countRows,
  dropSchemaObjects,
  truncateTables,
  insertLines,
  isShopConnected,
  listTargetTables,
  lockForRestore,
  notifyRestored,
  setSequence,
  suspendConstraints,
} from './restore.queries.ts'
import { lockOperators } from './settle-restored.queries.ts'
import { type Restored, settleRestored } from './settle-restored.ts'
import type { Table } from './snapshot.queries.ts'

export type RestoreDeps = {
  source: BackupSource
  secret: BackupSecret
  /** Migrations of the running code. */
  migrationsFolder: string
}

/** A verified backup that this version of the code can restore. */
export type OpenBackup = {
  manifest: Manifest
  restoreInto: (database: Database, options?: { isReplacing: boolean }) => Promise<Restored>
}

/** Loading or altering a large table is slow. */
const STATEMENT_LIMIT_MS = 600_000

const NOT_EMPTY = 'This database isn’t empty. Restore into an empty one, or pass --replace to overwrite it.'
const IN_USE = 'A shop is running on this database. Stop it first.'
const DAMAGED = 'This backup is damaged.'

/** Verifies the whole backup before any database is opened. */
export async function openBackup({ source, secret, migrationsFolder }: RestoreDeps): Promise<OpenBackup> {
  const manifest = await verifyArchive(source, secret)
  const migrations = pickMigrations(manifest, await readMigrations(migrationsFolder))

  /**
   * One transaction including the schema, so a restore that fails or is killed leaves the database unchanged. Newer
   * migrations are applied afterward, as at any start of the shop.
   */
  async function restoreInto(database: Database, { isReplacing } = { isReplacing: false }): Promise<Restored> {
    const restored = await database.withConnection(async (connection) => {
      await connection.exec('begin')
      try {
        await connection.exec(`set local statement_timeout = ${STATEMENT_LIMIT_MS}`)
        await clearTarget(connection, isReplacing)
        await connection.exec(CREATE_MIGRATIONS_TABLE)
        for (const migration of migrations)
          await connection.exec(statementsInTransaction(migration), STATEMENT_LIMIT_MS)
        await load(connection, manifest, readFiles(source, secret))
        const tables = await listTargetTables(connection)
        const settled = await settleRestored(connection, tables, manifest.takenAt)
        await analyzeTables(connection, tables)
        await notifyRestored(connection)
        await connection.exec('commit')
        return settled
      } catch (error) {
        // If the connection is lost, the server rolls back.
        await connection.exec('rollback').catch(() => {})
        throw error instanceof BackupError
          ? error
          : new BackupError(`The restore failed: ${errorText(error)}`, { cause: error })
      }
    })
    const applied = await migrate(database, migrationsFolder)
    // A backup from before operators could be locked.
    if (applied.length > 0) await database.withConnection(lockOperators)
    return restored
  }

  return { manifest, restoreInto }
}

/** Returns the backup's migrations; throws if this code doesn't have one of them. */
function pickMigrations({ migrations }: Manifest, known: readonly Migration[]): Migration[] {
  return migrations.map(({ name, checksum }) => {
    const migration = known.find((each) => each.name === name)
    if (!migration)
      throw new BackupError(
        `This backup was made by a newer version of the shop (it has ${name}). Update the shop, then restore it.`,
      )
    if (migration.checksum !== checksum)
      throw new BackupError(`This backup is from a different shop: its migration ${name} doesn’t match.`)
    return migration
  })
}

async function clearTarget(connection: RawConnection, isReplacing: boolean): Promise<void> {
  if (!(await lockForRestore(connection))) throw new BackupError(IN_USE)
  if ((await listTargetTables(connection)).length === 0) return
  if (!isReplacing) throw new BackupError(NOT_EMPTY)
  if (await isShopConnected(connection)) throw new BackupError(IN_USE)
  await dropSchemaObjects(connection)
}

async function load(
  connection: RawConnection,
  manifest: Manifest,
  files: AsyncIterable<{ name: string; body: Buffer }>,
): Promise<void> {
  const targets = await listTargetTables(connection)
  const tableOf = new Map<string, Table>()
  const hashOf = new Map<string, string>()
  for (const table of manifest.tables) {
    const target = matchTable(table, targets)
    for (const { name, sha256 } of table.files) {
      tableOf.set(name, target)
      hashOf.set(name, sha256)
    }
  }
  const restoreConstraints = await suspendConstraints(connection)
  await truncateTables(connection, targets)
  for await (const { name, body } of files) {
    if (name === MANIFEST_FILE) continue
    const table = tableOf.get(name)
    // The file may have been replaced since it was verified.
    if (!table || hashOf.get(name) !== sha256Of(body)) throw new BackupError(DAMAGED)
    await insertLines(connection, table, linesOf(body))
  }
  for (const sequence of manifest.sequences) await setSequence(connection, sequence)
  await restoreConstraints()
  for (const { name, rows } of manifest.tables) {
    const count = await countRows(connection, name)
    if (count !== rows) throw new BackupError(`The restore failed: ${name} has ${count} rows instead of ${rows}.`)
  }
}

/** Returns the target table with its columns in the backup's order; throws if they differ. */
function matchTable({ name, columns }: ManifestTable, targets: readonly Table[]): Table {
  const target = targets.find((each) => each.name === name)
  const matching = columns.map((column) => target?.columns.find((each) => each.name === column))
  if (!target || matching.length !== target.columns.length || matching.includes(undefined))
    throw new BackupError(`Table ${name} of this backup doesn’t match its own migrations.`)
  return { name, columns: matching.filter((column) => column !== undefined) }
}
