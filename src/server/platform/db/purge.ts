import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Orm } from './database.ts'

/** Deletes up to `limit` rows that expired more than `olderThanMs` ago. Returns the number deleted. */
export type Purge = (orm: Orm, olderThanMs: number, limit: number) => Promise<number>

/** Deletes in small batches and skips locked rows, so a purge never blocks other work. */
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
