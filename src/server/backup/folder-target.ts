import { createReadStream, type Stats } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseBackupName } from '#domain/time/backup-name.ts'
import { isDiskFull } from '#server/platform/db/database-error.ts'
import { BackupError } from './backup-error.ts'
import { type BackupTarget, newestFirst, type StoredBackup } from './backup-target.ts'

const PARTIAL = '.partial'
const DAY_MS = 24 * 60 * 60 * 1000
const MARKER = 'bloomera-backups.txt'
const MARKER_TEXT = `The shop stores its backups in this folder. It recognizes the folder by this file: if the file is missing, the shop
assumes that the disk isn’t mounted and stores nothing.
`

/** Backups in a folder: on another disk, a network share, or synced by a cloud drive. */
export function createFolderTarget(folder: string): BackupTarget {
  const pathOf = (name: string) => path.join(folder, name)

  /** Removes partial files of killed processes. Younger ones may still be in use. */
  async function removeLeftovers(): Promise<void> {
    for (const name of await readdir(folder)) {
      if (!name.endsWith(PARTIAL) || !parseBackupName(name.slice(0, -PARTIAL.length))) continue
      const found = await statIfThere(pathOf(name))
      if (found && found.mtimeMs < Date.now() - DAY_MS) await rm(pathOf(name), { force: true })
    }
  }

  function unwritable(cause: unknown): unknown {
    if (isDiskFull(cause)) return new BackupError(`There is no space left in the backup folder ${folder}.`, { cause })
    return isSystemError(cause)
      ? new BackupError(`The backup folder ${folder} isn’t writable (${cause.code}).`, { cause })
      : cause
  }

  function unreadable(cause: unknown): unknown {
    return isSystemError(cause)
      ? new BackupError(`The backup folder ${folder} isn’t readable (${cause.code}).`, { cause })
      : cause
  }

  return {
    name: `the folder ${folder}`,

    async isMarked() {
      try {
        return (await statIfThere(pathOf(MARKER))) !== undefined
      } catch (cause) {
        throw unreadable(cause)
      }
    },

    async mark() {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(pathOf(MARKER), MARKER_TEXT, { mode: 0o600 })
      } catch (cause) {
        throw unwritable(cause)
      }
    },

    async list() {
      try {
        const found: StoredBackup[] = []
        for (const name of await namesIn(folder)) {
          const parsed = parseBackupName(name)
          const file = parsed && (await statIfThere(pathOf(name)))
          if (parsed && file?.isFile()) found.push({ name, ...parsed, bytes: file.size })
        }
        return newestFirst(found)
      } catch (cause) {
        throw unreadable(cause)
      }
    },

    async store(name, write) {
      const partial = pathOf(name + PARTIAL)
      try {
        await removeLeftovers()
        await write(partial)
        await sync(partial)
        await rename(partial, pathOf(name))
        await sync(folder)
      } catch (cause) {
        await rm(partial, { force: true }).catch(() => {})
        throw unwritable(cause)
      }
    },

    open: (name) => async () => createReadStream(pathOf(name)),
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
}

/** Another process may prune a file between listing the folder and looking at it. */
async function statIfThere(file: string): Promise<Stats | undefined> {
  return stat(file).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
}

function isMissing(error: unknown): boolean {
  return isSystemError(error) && error.code === 'ENOENT'
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
