import { eq, inArray, sql } from 'drizzle-orm'
import type { Preferences } from '#domain/notices/preferences.ts'
import type { Role } from '#domain/operators/roles.ts'
import { operatorsTable } from '#server/operators/operators.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { noticePreferencesTable } from './notices.tables.ts'

export type PersonRow = { id: string; email: string; role: Role; preferences: unknown }

/** Everyone at the desk, or one of them. */
export async function listPeople(orm: Orm, operatorId?: string | null): Promise<PersonRow[]> {
  return orm
    .select({
      id: operatorsTable.id,
      email: operatorsTable.email,
      role: operatorsTable.role,
      preferences: noticePreferencesTable.value,
    })
    .from(operatorsTable)
    .leftJoin(noticePreferencesTable, eq(noticePreferencesTable.operatorId, operatorsTable.id))
    .where(operatorId ? eq(operatorsTable.id, operatorId) : undefined)
    .orderBy(operatorsTable.id)
}

/** Row lock, so that two windows of one person save one after the other. */
export async function lockPerson(tx: Orm, operatorId: string): Promise<void> {
  await tx
    .select({ id: operatorsTable.id })
    .from(operatorsTable)
    .where(eq(operatorsTable.id, operatorId))
    .for('no key update')
}

export async function storePreferences(tx: Orm, operatorId: string, value: Preferences): Promise<void> {
  await tx
    .insert(noticePreferencesTable)
    .values({ operatorId, value })
    .onConflictDoUpdate({ target: noticePreferencesTable.operatorId, set: { value } })
}

/** Those of the addresses that belong to no operator. */
export async function withoutOperators(tx: Orm, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const folded = addresses.map((address) => address.toLowerCase())
  const email = sql<string>`lower(${operatorsTable.email})`
  const rows = await tx.select({ email }).from(operatorsTable).where(inArray(email, folded))
  const known = new Set(rows.map((row) => row.email))
  return addresses.filter((address) => !known.has(address.toLowerCase()))
}
