import { createHash } from 'node:crypto'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { EXCLUDED_TABLES } from './excluded-tables.ts'
import { type DataFile, type Manifest, MANIFEST_FILE, type ManifestTable } from './manifest.ts'
import {
  listMigrations,
  listSequences,
  listTables,
  readLines,
  type Table,
  prepareSnapshot,
} from './snapshot.queries.ts'
import { tarEnd, tarFile } from './tar.ts'

/** Tables are split into files of about this size, as a tar header needs the length before the content. */
const FILE_BYTES = 1024 * 1024

/**
 * Streams the whole shop as a tar: the rows of each table, then the manifest. Must be consumed within one snapshot
 * transaction.
 */
export async function* dump(tx: Orm, engine: Database['engine'], takenAt: Date): AsyncGenerator<Buffer> {
  await prepareSnapshot(tx)
  const tables: ManifestTable[] = []
  for (const table of await listTables(tx)) {
    if (table.name in EXCLUDED_TABLES) continue
    const files: DataFile[] = []
    for await (const { rows, body } of splitIntoFiles(tx, table)) {
      const name = `tables/${table.name}/${String(files.length + 1).padStart(6, '0')}.ndjson`
      files.push({ name, rows, sha256: createHash('sha256').update(body).digest('hex') })
      yield tarFile(name, body, takenAt)
    }
    const rows = files.reduce((sum, file) => sum + file.rows, 0)
    tables.push({ name: table.name, columns: table.columns.map(({ name }) => name), rows, files })
  }
  const manifest: Manifest = {
    format: 'bloomera-backup',
    version: 1,
    takenAt: takenAt.toISOString(),
    engine,
    migrations: await listMigrations(tx),
    tables,
    sequences: await listSequences(tx),
  }
  yield tarFile(MANIFEST_FILE, Buffer.from(JSON.stringify(manifest)), takenAt)
  yield tarEnd()
}

async function* splitIntoFiles(tx: Orm, table: Table): AsyncGenerator<{ rows: number; body: Buffer }> {
  let lines: Buffer[] = []
  let bytes = 0
  for await (const batch of readLines(tx, table)) {
    for (const line of batch) {
      const buffer = Buffer.from(`${line}\n`)
      lines.push(buffer)
      bytes += buffer.length
      if (bytes < FILE_BYTES) continue
      yield { rows: lines.length, body: Buffer.concat(lines) }
      lines = []
      bytes = 0
    }
  }
  if (lines.length > 0) yield { rows: lines.length, body: Buffer.concat(lines) }
}
