import type { BackupSource } from './read-archive.ts'

export type StoredBackup = { name: string; at: Date; bytes: number }

/** A finished file on this machine. */
export type WrittenFile = { bytes: number; sha256: string }

/** Where backups are kept. */
export type BackupTarget = {
  /** For people: "the folder …", "the bucket …". */
  readonly name: string
  /** What is there, the newest first; files that are no backups of ours are passed over. */
  list(): Promise<StoredBackup[]>
  /** All or nothing: under its name a backup is there whole, or not at all. */
  store(name: string, write: (file: string) => Promise<WrittenFile>): Promise<void>
  open(name: string): BackupSource
  remove(name: string): Promise<void>
}

export function newestFirst(backups: readonly StoredBackup[]): StoredBackup[] {
  return backups.toSorted((one, other) => other.at.getTime() - one.at.getTime())
}
