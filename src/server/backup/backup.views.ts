/** What the desk shows about backups. */
export type BackupStatus = {
  /** "the folder …", "the bucket …"; undefined if backups aren't set up. */
  target: string | undefined
  newest: { name: string; at: Date; bytes: number } | undefined
  /** Why the last attempt failed; undefined after a success. */
  problem: { at: Date; text: string } | undefined
  isStale: boolean
}
