import type { BackupSource } from './read-archive.ts'

export type StoredBackup = { name: string; at: Date; bytes: number }

/** A complete local file. */
export type WrittenFile = { bytes: number; sha256: string }

/** Where backups are stored. */
export type BackupTarget = {
  /** For messages: "the folder …", "the bucket …". */
  readonly name: string
  /** Newest first. Files that aren't our backups are ignored. */
  list(): Promise<StoredBackup[]>
  /** Atomic: a backup appears under its name only once it is complete. */
  store(name: string, write: (file: string) => Promise<WrittenFile>): Promise<void>
  open(name: string): BackupSource
  remove(name: string): Promise<void>
}

export function newestFirst(backups: readonly StoredBackup[]): StoredBackup[] {
  return backups.toSorted((one, other) => other.at.getTime() - one.at.getTime())
}
