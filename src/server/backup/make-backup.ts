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
import { type BackupSecret, createFileKey, encrypt } from './encryption.ts'
import { type Manifest, rowCountOf } from './manifest.ts'
import { verifyArchive } from './read-archive.ts'

export type MadeBackup = StoredBackup & { rows: number }

/**
 * Writes a snapshot to a local file, verifies that file, and only then hands it to the target. The transaction ends
 * before the upload, because PGlite has one connection and every request waits while it is held.
 */
export async function makeBackup(
  database: Pick<Database, 'orm' | 'engine'>,
  target: BackupTarget,
  secret: BackupSecret,
  { at, shopId }: { at: Date; shopId: string },
): Promise<MadeBackup> {
  const name = backupName(at, shopId)
  let written: WrittenFile | undefined
  let manifest: Manifest | undefined
  await target.store(name, async (file) => {
    written = await writeSnapshot(database, secret, { file, at })
    manifest = await verifyArchive(async () => createReadStream(file), secret)
    return written
  })
  if (!written || !manifest) throw new BackupError('The backup was not written.')
  return { name, at, shopId, bytes: written.bytes, rows: rowCountOf(manifest) }
}

async function writeSnapshot(
  { orm, engine }: Pick<Database, 'orm' | 'engine'>,
  secret: BackupSecret,
  { file, at }: { file: string; at: Date },
): Promise<WrittenFile> {
  const key = await createFileKey(secret)
  const hash = createHash('sha256')
  let bytes = 0
  await orm.transaction(
    (tx) =>
      pipeline(
        dump(tx, engine, at),
        createGzip(),
        (compressed: AsyncIterable<Buffer>) => encrypt(compressed, key),
        async function* measure(encrypted: AsyncIterable<Buffer>) {
          for await (const chunk of encrypted) {
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
