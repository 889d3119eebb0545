import type { Database, RawConnection } from '#server/platform/db/database.ts'
import {
  CREATE_MIGRATIONS_TABLE,
  migrate,
  type Migration,
  readMigrations,
  statementsInTransaction,
} from '#server/platform/db/migrate.ts'
import { BackupError } from './backup-error.ts'
import { type Manifest, MANIFEST_FILE, type ManifestTable } from './manifest.ts'
import { type BackupSource, linesOf, readFiles, sha256Of, verifyArchive } from './read-archive.ts'
import {
  countRows,
  dropEverything,
  emptyTables,
  insertLines,
  isShopConnected,
  listTargetTables,
  lockForRestore,
  notifyRestored,
  setSequence,
  suspendRules,
} from './restore.queries.ts'
import type { BackupSecret } from './seal.ts'
import type { Table } from './snapshot.queries.ts'

export type RestoreDeps = {
  source: BackupSource
  secret: BackupSecret
  /** The code's migrations. */
  migrationsFolder: string
}

/** A backup that was read to its end and that this code can restore. */
export type OpenBackup = {
  manifest: Manifest
  restoreInto: (database: Database, options?: { isReplacing: boolean }) => Promise<void>
}

/** A change to a large table, or all of its rows, takes its time. */
const STATEMENT_LIMIT_MS = 600_000

const NOT_EMPTY =
  'There is a shop in this database already. Restore into an empty one, or say --replace to put the backup in its place.'
const IN_USE = 'A shop is running on this database. Stop it first.'
const DAMAGED = 'This backup is damaged.'

/** Checks all of a backup, before anything is touched that it could go into. */
export async function openBackup({ source, secret, migrationsFolder }: RestoreDeps): Promise<OpenBackup> {
  const manifest = await verifyArchive(source, secret)
  const migrations = pickMigrations(manifest, await readMigrations(migrationsFolder))

  /**
   * One transaction, schema included: a restore that fails, or is killed, leaves the database as it was. What newer
   * code wants to change is then migrated as in any start of the shop.
   */
  async function restoreInto(database: Database, { isReplacing } = { isReplacing: false }): Promise<void> {
    await database.withConnection(async (connection) => {
      await connection.exec('begin')
      try {
        await connection.exec(`set local statement_timeout = ${STATEMENT_LIMIT_MS}`)
        await clearTarget(connection, isReplacing)
        await connection.exec(CREATE_MIGRATIONS_TABLE)
        for (const migration of migrations)
          await connection.exec(statementsInTransaction(migration), STATEMENT_LIMIT_MS)
        await load(connection, manifest, readFiles(source, secret))
        await notifyRestored(connection)
        await connection.exec('commit')
      } catch (error) {
        // Of a connection that is gone the server has rolled back by itself.
        await connection.exec('rollback').catch(() => {})
        throw error
      }
    })
    await migrate(database, migrationsFolder)
  }

  return { manifest, restoreInto }
}

/** The migrations that the backup's database had, as long as this code knows each of them. */
function pickMigrations({ migrations }: Manifest, known: readonly Migration[]): Migration[] {
  return migrations.map(({ name, checksum }) => {
    const migration = known.find((each) => each.name === name)
    if (!migration)
      throw new BackupError(
        `This backup was made by a newer version of the shop (it has ${name}). Update the shop, then restore it.`,
      )
    if (migration.checksum !== checksum)
      throw new BackupError(`This backup was made by another shop: its migration ${name} is a different one.`)
    return migration
  })
}

async function clearTarget(connection: RawConnection, isReplacing: boolean): Promise<void> {
  if (!(await lockForRestore(connection))) throw new BackupError(IN_USE)
  if ((await listTargetTables(connection)).length === 0) return
  if (!isReplacing) throw new BackupError(NOT_EMPTY)
  if (await isShopConnected(connection)) throw new BackupError(IN_USE)
  await dropEverything(connection)
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
    const target = fittingTable(table, targets)
    for (const { name, sha256 } of table.files) {
      tableOf.set(name, target)
      hashOf.set(name, sha256)
    }
  }
  const resumeRules = await suspendRules(connection)
  await emptyTables(connection, targets)
  for await (const { name, body } of files) {
    if (name === MANIFEST_FILE) continue
    const table = tableOf.get(name)
    // Between the two readings it may have been exchanged.
    if (!table || hashOf.get(name) !== sha256Of(body)) throw new BackupError(DAMAGED)
    await insertLines(connection, table, linesOf(body))
  }
  for (const sequence of manifest.sequences) await setSequence(connection, sequence)
  await resumeRules()
  for (const { name, rows } of manifest.tables) {
    const count = await countRows(connection, name)
    if (count !== rows) throw new BackupError(`Of ${name}, ${count} rows instead of ${rows} arrived.`)
  }
}

/** The table as it is here, with the backup's columns in the backup's order. */
function fittingTable({ name, columns }: ManifestTable, targets: readonly Table[]): Table {
  const target = targets.find((each) => each.name === name)
  const fitting = columns.map((column) => target?.columns.find((each) => each.name === column))
  if (!target || fitting.length !== target.columns.length || fitting.includes(undefined))
    throw new BackupError(`The table ${name} of this backup does not fit the schema that its migrations make.`)
  return { name, columns: fitting.filter((column) => column !== undefined) }
}
