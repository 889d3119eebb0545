import type { BackupName } from '#domain/time/backup-name.ts'
import type { BackupSource } from './read-archive.ts'

export type StoredBackup = BackupName & { name: string; bytes: number }

/** A complete local file. */
export type WrittenFile = { bytes: number; sha256: string }

/** Where backups are stored. */
export type BackupTarget = {
  /** For messages: "the folder …", "the bucket …". */
  readonly name: string
  /** Returns true if `mark` was here before. The folder of a disk that isn't mounted looks like an empty one. */
  isMarked(): Promise<boolean>
  /** Creates the place if needed. */
  mark(): Promise<void>
  /** Newest first, of every shop. Files that aren't backups are ignored. */
  list(): Promise<StoredBackup[]>
  /** Atomic: a backup appears under its name only once it is complete. */
  store(name: string, write: (file: string) => Promise<WrittenFile>): Promise<void>
  open(name: string): BackupSource
  remove(name: string): Promise<void>
}

export function newestFirst(backups: readonly StoredBackup[]): StoredBackup[] {
  return backups.toSorted((one, other) => other.at.getTime() - one.at.getTime())
}
