import { sql } from 'drizzle-orm'
import type { Orm } from './database.ts'
import type { Purge } from './purge.ts'
import { queryRows } from './query-rows.ts'
import { msAgo } from './time.ts'

/** Notifies every process once the transaction has committed. Triggers call the same function. */
export async function notifyProcesses(tx: Orm, channel: string, payload = ''): Promise<void> {
  await tx.execute(sql`select notify_processes(${channel}, ${payload})`)
}

export const purgeNotes: Purge = async (orm, olderThanMs, limit) => {
  const rows = await queryRows(
    orm,
    sql`delete from process_notes where ctid = any(array(
      select ctid from process_notes where needed_until < ${msAgo(olderThanMs)} limit ${limit} for update skip locked))
      returning 1`,
  )
  return rows.length
}
