import { sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'

/** Refreshes the open desks that show backups. */
export async function notifyBackupChanged(tx: Orm): Promise<void> {
  await tx.execute(sql`select pg_notify('desk_changed', 'backup')`)
}
