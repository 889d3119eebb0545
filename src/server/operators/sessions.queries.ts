import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { Confirmation } from '#domain/operators/fresh-sign-in.ts'
import type { OpenSession, SignInMethod } from '#domain/operators/operator.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { deleteSome, type Purge } from '#server/platform/db/purge.ts'
import { msAgo } from '#server/platform/db/time.ts'
import { hasPasskey, requiresPasskey } from './operators.queries.ts'
import { operatorSessionsTable, operatorsTable, signInFailuresTable } from './operators.tables.ts'

export type NewSession = Confirmation & {
  id: string
  operatorId: string
  /** A hash. */
  token: string
  method: SignInMethod
  expiresAt: Date
  ipAddress: string
  userAgent: string
  createdAt: Date
  updatedAt: Date
}

export async function insertSession(tx: Orm, session: NewSession): Promise<void> {
  await tx.insert(operatorSessionsTable).values(session)
}

export async function findOpenSession(orm: Orm, tokenHash: string, now: Date): Promise<OpenSession | undefined> {
  const { id, email, name, role } = operatorsTable
  const [row] = await orm
    .select({
      id: operatorSessionsTable.id,
      createdAt: operatorSessionsTable.createdAt,
      updatedAt: operatorSessionsTable.updatedAt,
      confirmedAt: operatorSessionsTable.confirmedAt,
      freshUntil: operatorSessionsTable.freshUntil,
      operator: { id, email, name, role },
      requiresPasskey,
      hasPasskey,
    })
    .from(operatorSessionsTable)
    .innerJoin(operatorsTable, eq(operatorsTable.id, operatorSessionsTable.operatorId))
    .where(and(eq(operatorSessionsTable.token, tokenHash), gt(operatorSessionsTable.expiresAt, now)))
  return row
}

export async function prolongSession(orm: Orm, id: string, now: Date, expiresAt: Date): Promise<void> {
  await orm.update(operatorSessionsTable).set({ updatedAt: now, expiresAt }).where(eq(operatorSessionsTable.id, id))
}

export async function updateConfirmation(orm: Orm, id: string, confirmation: Partial<Confirmation>): Promise<void> {
  await orm.update(operatorSessionsTable).set(confirmation).where(eq(operatorSessionsTable.id, id))
}

export async function listSessions(orm: Orm, operatorId: string, now: Date) {
  const { id, method, ipAddress, userAgent, createdAt, updatedAt } = operatorSessionsTable
  return orm
    .select({ id, method, ipAddress, userAgent, createdAt, updatedAt })
    .from(operatorSessionsTable)
    .where(and(eq(operatorSessionsTable.operatorId, operatorId), gt(operatorSessionsTable.expiresAt, now)))
    .orderBy(desc(operatorSessionsTable.updatedAt))
}

export async function deleteSession(orm: Orm, operatorId: string, id: string): Promise<boolean> {
  const rows = await orm
    .delete(operatorSessionsTable)
    .where(and(eq(operatorSessionsTable.id, id), eq(operatorSessionsTable.operatorId, operatorId)))
    .returning({ id: operatorSessionsTable.id })
  return rows.length > 0
}

export async function deleteOtherSessions(orm: Orm, operatorId: string, keptId: string): Promise<void> {
  await orm
    .delete(operatorSessionsTable)
    .where(and(eq(operatorSessionsTable.operatorId, operatorId), ne(operatorSessionsTable.id, keptId)))
}

export async function deleteAllSessions(orm: Orm, operatorId: string): Promise<void> {
  await orm.delete(operatorSessionsTable).where(eq(operatorSessionsTable.operatorId, operatorId))
}

/** Ends sessions opened without a passkey, for operators who have one. */
export async function deleteSessionsWithoutPasskey(
  orm: Orm,
  operatorIds: readonly string[],
  keptId: string,
): Promise<void> {
  const { id, operatorId, method } = operatorSessionsTable
  await orm
    .delete(operatorSessionsTable)
    .where(and(inArray(operatorId, [...operatorIds]), ne(method, 'passkey'), ne(id, keptId)))
}

export const purgeEndedSessions: Purge = (orm, olderThanMs, limit) => {
  const { id: key, expiresAt } = operatorSessionsTable
  return deleteSome(orm, { table: operatorSessionsTable, key, where: sql`${expiresAt} < ${msAgo(olderThanMs)}`, limit })
}

/** The failures so far. Locks until the transaction ends, so that concurrent tries are counted one by one. */
export async function lockFailures(tx: Orm, key: string): Promise<{ failures: number; lastAt: Date } | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 1))`)
  const { failures, lastAt } = signInFailuresTable
  const [row] = await tx.select({ failures, lastAt }).from(signInFailuresTable).where(eq(signInFailuresTable.key, key))
  return row
}

export async function storeFailures(tx: Orm, key: string, failures: number, lastAt: Date): Promise<void> {
  await tx
    .insert(signInFailuresTable)
    .values({ key, failures, lastAt })
    .onConflictDoUpdate({ target: signInFailuresTable.key, set: { failures, lastAt } })
}

/** The pause starts with the response. */
export async function touchFailures(tx: Orm, keys: readonly string[], lastAt: Date): Promise<void> {
  await tx
    .update(signInFailuresTable)
    .set({ lastAt })
    .where(inArray(signInFailuresTable.key, [...keys]))
}

export async function forgetFailures(orm: Orm, key: string): Promise<void> {
  await orm.delete(signInFailuresTable).where(eq(signInFailuresTable.key, key))
}

export const purgeFailures: Purge = (orm, olderThanMs, limit) => {
  const { key, lastAt } = signInFailuresTable
  return deleteSome(orm, { table: signInFailuresTable, key, where: sql`${lastAt} < ${msAgo(olderThanMs)}`, limit })
}
