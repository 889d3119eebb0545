/** What the desk shows about backups. */
export type BackupStatus = {
  /** "the folder …", "the bucket …"; undefined if backups aren't set up. */
  target: string | undefined
  newest: { name: string; at: Date; bytes: number } | undefined
  /** Why the last attempt failed; undefined after a success. */
  problem: { at: Date; text: string } | undefined
  /** Why old backups weren't deleted; the new one succeeded anyway. */
  pruneProblem: { at: Date; text: string } | undefined
  /** When the backup in progress was started. */
  runningSince: Date | undefined
  isStale: boolean
}
