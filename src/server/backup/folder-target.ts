import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { backupTime } from '#domain/time/backup-name.ts'
import { isDiskFull } from '#server/platform/db/database-error.ts'
import { BackupError } from './backup-error.ts'
import { type BackupTarget, newestFirst, type StoredBackup } from './backup-target.ts'

const PARTIAL = '.partial'
const DAY_MS = 24 * 60 * 60 * 1000

/** Backups in a folder: on another disk, a network share, or synced by a cloud drive. */
export function createFolderTarget(folder: string): BackupTarget {
  const pathOf = (name: string) => path.join(folder, name)

  /** Removes partial files of killed processes. Younger ones may still be in use. */
  async function removeLeftovers(): Promise<void> {
    for (const name of await readdir(folder)) {
      if (!name.endsWith(PARTIAL) || !backupTime(name.slice(0, -PARTIAL.length))) continue
      const { mtimeMs } = await stat(pathOf(name))
      if (mtimeMs < Date.now() - DAY_MS) await rm(pathOf(name), { force: true })
    }
  }

  return {
    name: `the folder ${folder}`,

    async list() {
      const names = await readdir(folder).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code === 'ENOENT') return []
        throw new BackupError(`The backup folder ${folder} isn’t readable (${cause.code}).`, { cause })
      })
      const found: StoredBackup[] = []
      for (const name of names) {
        const at = backupTime(name)
        if (at) found.push({ name, at, bytes: (await stat(pathOf(name))).size })
      }
      return newestFirst(found)
    },

    async store(name, write) {
      const partial = pathOf(name + PARTIAL)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await removeLeftovers()
        await write(partial)
        await sync(partial)
        await rename(partial, pathOf(name))
        await sync(folder)
      } catch (cause) {
        await rm(partial, { force: true }).catch(() => {})
        if (isDiskFull(cause))
          throw new BackupError(`There is no space left in the backup folder ${folder}.`, { cause })
        throw isSystemError(cause)
          ? new BackupError(`The backup folder ${folder} isn’t writable (${cause.code}).`, { cause })
          : cause
      }
    },

    open: (name) => async () => createReadStream(pathOf(name)),
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

/** fsync: a power failure after the rename must not leave an empty file. */
async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
