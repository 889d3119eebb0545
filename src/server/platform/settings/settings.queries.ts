import { eq, inArray, sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { settingsTable } from './settings.tables.ts'

export async function findSetting(orm: Orm, key: string): Promise<unknown> {
  const [row] = await orm.select({ value: settingsTable.value }).from(settingsTable).where(eq(settingsTable.key, key))
  return row?.value
}

/** Blocks other editors of this setting until the transaction ends; there may not be a row to lock yet. */
export async function lockSetting(tx: Orm, key: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`setting:${key}`}, 0))`)
}

export async function storeSetting(tx: Orm, key: string, value: unknown, changedAt: Date): Promise<void> {
  await tx
    .insert(settingsTable)
    .values({ key, value, changedAt })
    .onConflictDoUpdate({ target: settingsTable.key, set: { value, changedAt } })
}

export async function findSettings(orm: Orm, keys: readonly string[]): Promise<Map<string, unknown>> {
  const rows = await orm
    .select({ key: settingsTable.key, value: settingsTable.value })
    .from(settingsTable)
    .where(inArray(settingsTable.key, [...keys]))
  return new Map(rows.map(({ key, value }) => [key, value]))
}
