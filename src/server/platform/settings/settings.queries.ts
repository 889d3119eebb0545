import { eq } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { settingsTable } from './settings.tables.ts'

export async function findSetting(orm: Orm, key: string): Promise<unknown> {
  const [row] = await orm.select({ value: settingsTable.value }).from(settingsTable).where(eq(settingsTable.key, key))
  return row?.value
}

export async function storeSetting(tx: Orm, key: string, value: unknown, changedAt: Date): Promise<void> {
  await tx
    .insert(settingsTable)
    .values({ key, value, changedAt })
    .onConflictDoUpdate({ target: settingsTable.key, set: { value, changedAt } })
}
