import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Orm } from './database.ts'

/** Removes up to `limit` rows that were of no use for `olderThanMs`. Returns how many it removed. */
export type Purge = (orm: Orm, olderThanMs: number, limit: number) => Promise<number>

/** Deletes some rows at a time and passes by those in use, so that nobody waits for a purge. */
export async function deleteSome(
  orm: Orm,
  { table, key, where, limit }: { table: PgTable; key: PgColumn; where: SQL | undefined; limit: number },
): Promise<number> {
  const old = orm.select({ key }).from(table).where(where).limit(limit).for('update', { skipLocked: true })
  const rows = await orm
    .delete(table)
    .where(sql`${key} = any(array(${old}))`)
    .returning({ key })
  return rows.length
}
