import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { backupName } from '#domain/time/backup-name.ts'
import type { Database } from '#server/platform/db/database.ts'
import { SNAPSHOT } from '#server/platform/db/snapshot.ts'
import { BackupError } from './backup-error.ts'
import type { BackupTarget, StoredBackup, WrittenFile } from './backup-target.ts'
import { dump } from './dump.ts'
import { type Manifest, rowCountOf } from './manifest.ts'
import { verifyArchive } from './read-archive.ts'
import { type BackupSecret, seal } from './seal.ts'

export type MadeBackup = StoredBackup & { rows: number }

/**
 * Takes a snapshot into a local file, reads that back, and only then hands it to the target. The snapshot's transaction
 * ends before anything slow begins: the built-in database has one connection, and everybody waits while it is held.
 */
export async function makeBackup(
  database: Pick<Database, 'orm' | 'engine'>,
  target: BackupTarget,
  secret: BackupSecret,
  at: Date,
): Promise<MadeBackup> {
  const name = backupName(at)
  let written: WrittenFile | undefined
  let manifest: Manifest | undefined
  await target.store(name, async (file) => {
    written = await writeSnapshot(database, secret, { file, at })
    manifest = await verifyArchive(async () => createReadStream(file), secret)
    return written
  })
  if (!written || !manifest) throw new BackupError('The backup was not written.')
  return { name, at, bytes: written.bytes, rows: rowCountOf(manifest) }
}

async function writeSnapshot(
  { orm, engine }: Pick<Database, 'orm' | 'engine'>,
  secret: BackupSecret,
  { file, at }: { file: string; at: Date },
): Promise<WrittenFile> {
  const hash = createHash('sha256')
  let bytes = 0
  await orm.transaction(
    (tx) =>
      pipeline(
        dump(tx, engine, at),
        createGzip(),
        (zipped: AsyncIterable<Buffer>) => seal(zipped, secret),
        async function* measure(sealed: AsyncIterable<Buffer>) {
          for await (const chunk of sealed) {
            hash.update(chunk)
            bytes += chunk.length
            yield chunk
          }
        },
        createWriteStream(file, { mode: 0o600 }),
      ),
    SNAPSHOT,
  )
  return { bytes, sha256: hash.digest('hex') }
}
