/** Why a backup cannot be made or used, in one sentence for the person who asked for it. */
export class BackupError extends Error {
  override name = 'BackupError'
}
