import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseBackupName } from '#domain/time/backup-name.ts'
import { isDiskFull } from '#server/platform/db/database-error.ts'
import { BackupError } from './backup-error.ts'
import { type BackupTarget, newestFirst } from './backup-target.ts'
import { createS3Client, type S3Settings } from './s3-client.ts'

/** Backups in a bucket, encrypted to a temporary file first: S3 needs length and hash before the content. */
export function createS3Target(settings: S3Settings & { prefix: string }): BackupTarget {
  const { bucket, prefix } = settings
  const client = createS3Client(settings)

  return {
    name: `the bucket ${bucket}`,

    // A bucket either responds or doesn't; unlike a folder, it can't be the wrong one.
    isMarked: async () => true,
    mark: async () => {},

    async list() {
      const objects = await client.list(prefix)
      return newestFirst(
        objects.flatMap(({ key, bytes }) => {
          const name = key.slice(prefix.length)
          const parsed = parseBackupName(name)
          return parsed ? [{ name, ...parsed, bytes }] : []
        }),
      )
    },

    async store(name, write) {
      const folder = await mkdtemp(path.join(tmpdir(), 'bloomera-backup-'))
      try {
        const file = path.join(folder, name)
        const { sha256 } = await write(file)
        await client.put(prefix + name, file, sha256)
      } catch (cause) {
        throw isDiskFull(cause)
          ? new BackupError(`There is no space left in ${tmpdir()}, where backups are written before the upload.`, {
              cause,
            })
          : cause
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },

    open: (name) => () => client.get(prefix + name),
    remove: (name) => client.remove(prefix + name),
  }
}
