/** What the desk says about backups. */
export type BackupStatus = {
  /** "the folder …", "the bucket …"; undefined when backups are not set up. */
  target: string | undefined
  newest: { name: string; at: Date; bytes: number } | undefined
  /** Why the last try failed; undefined once one has worked. */
  problem: { at: Date; text: string } | undefined
  isStale: boolean
}
