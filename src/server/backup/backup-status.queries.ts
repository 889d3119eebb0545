import type { Orm } from '#server/platform/db/database.ts'
import { notifyProcesses } from '#server/platform/db/process-notes.queries.ts'

/** Refreshes the open desks that show backups. */
export async function notifyBackupChanged(tx: Orm): Promise<void> {
  await notifyProcesses(tx, 'desk_changed', 'backup')
}
