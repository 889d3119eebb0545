import { asc, eq, sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { savedOrderFiltersTable } from './orders.tables.ts'
import type { SavedOrderFilter } from './orders.views.ts'

const { id, name, query } = savedOrderFiltersTable

export async function listFilters(orm: Orm): Promise<SavedOrderFilter[]> {
  return orm
    .select({ id, name, query })
    .from(savedOrderFiltersTable)
    .orderBy(asc(sql`lower(${name})`))
}

/** A filter of the same name, in any case, is replaced. Returns what it was, and what it is. */
export async function upsertFilter(
  tx: Orm,
  filter: { name: string; query: string },
): Promise<{ before: SavedOrderFilter | undefined; after: SavedOrderFilter | undefined }> {
  const same = sql`lower(${name}) = lower(${filter.name}::text)`
  const [before] = await tx.select({ id, name, query }).from(savedOrderFiltersTable).where(same)
  const [after] = before
    ? await tx.update(savedOrderFiltersTable).set(filter).where(eq(id, before.id)).returning({ id, name, query })
    : await tx.insert(savedOrderFiltersTable).values(filter).onConflictDoNothing().returning({ id, name, query })
  return { before, after }
}

export async function deleteFilter(tx: Orm, filterId: string): Promise<SavedOrderFilter | undefined> {
  const [row] = await tx.delete(savedOrderFiltersTable).where(eq(id, filterId)).returning({ id, name, query })
  return row
}
