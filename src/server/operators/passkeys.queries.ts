import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Operator } from '#domain/operators/operator.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { deleteSome, type Purge } from '#server/platform/db/purge.ts'
import { msAgo } from '#server/platform/db/time.ts'
import { operatorPasskeysTable, operatorsTable, passkeyChallengesTable } from './operators.tables.ts'

export type NewPasskey = {
  id: string
  operatorId: string
  name: string
  publicKey: string
  counter: number
  transports: string[]
  createdAt: Date
}

export type StoredChallenge = { challenge: string; operatorId: string | null; expiresAt: Date }

export async function insertChallenge(orm: Orm, challenge: StoredChallenge): Promise<void> {
  await orm.insert(passkeyChallengesTable).values(challenge)
}

export const purgeExpiredChallenges: Purge = (orm, olderThanMs, limit) => {
  const { challenge: key, expiresAt } = passkeyChallengesTable
  const where = sql`${expiresAt} < ${msAgo(olderThanMs)}`
  return deleteSome(orm, { table: passkeyChallengesTable, key, where, limit })
}

/** Deleting it uses it. Returns true if it was issued for this operator, or for no particular one. */
export async function takeChallenge(
  orm: Orm,
  challenge: string,
  operatorId: string | null,
  now: Date,
): Promise<boolean> {
  const { operatorId: owner, expiresAt } = passkeyChallengesTable
  const rows = await orm
    .delete(passkeyChallengesTable)
    .where(
      and(
        eq(passkeyChallengesTable.challenge, challenge),
        operatorId === null ? isNull(owner) : eq(owner, operatorId),
        gt(expiresAt, now),
      ),
    )
    .returning({ challenge: passkeyChallengesTable.challenge })
  return rows.length > 0
}

export async function insertPasskey(tx: Orm, passkey: NewPasskey): Promise<boolean> {
  const rows = await tx
    .insert(operatorPasskeysTable)
    .values(passkey)
    .onConflictDoNothing()
    .returning({ id: operatorPasskeysTable.id })
  return rows.length > 0
}

export async function listPasskeys(orm: Orm, operatorId: string) {
  const { id, name, transports, createdAt, usedAt } = operatorPasskeysTable
  return orm
    .select({ id, name, transports, createdAt, usedAt })
    .from(operatorPasskeysTable)
    .where(eq(operatorPasskeysTable.operatorId, operatorId))
    .orderBy(asc(operatorPasskeysTable.createdAt))
}

export type FoundPasskey = { id: string; publicKey: string; counter: number; transports: string[]; operator: Operator }

/** Also undefined for a locked operator. */
export async function findPasskey(orm: Orm, passkeyId: string): Promise<FoundPasskey | undefined> {
  const { id, publicKey, counter, transports } = operatorPasskeysTable
  const { id: operatorId, email, name, role } = operatorsTable
  const [row] = await orm
    .select({ id, publicKey, counter, transports, operator: { id: operatorId, email, name, role } })
    .from(operatorPasskeysTable)
    .innerJoin(operatorsTable, eq(operatorsTable.id, operatorPasskeysTable.operatorId))
    .where(and(eq(operatorPasskeysTable.id, passkeyId), isNull(operatorsTable.lockedAt)))
  return row
}

export async function markPasskeyUsed(orm: Orm, id: string, counter: number, usedAt: Date): Promise<void> {
  await orm.update(operatorPasskeysTable).set({ counter, usedAt }).where(eq(operatorPasskeysTable.id, id))
}

export async function deletePasskey(tx: Orm, operatorId: string, id: string): Promise<string | undefined> {
  const [row] = await tx
    .delete(operatorPasskeysTable)
    .where(and(eq(operatorPasskeysTable.id, id), eq(operatorPasskeysTable.operatorId, operatorId)))
    .returning({ name: operatorPasskeysTable.name })
  return row?.name
}

export async function countPasskeys(tx: Orm, operatorId: string): Promise<number> {
  return tx.$count(operatorPasskeysTable, eq(operatorPasskeysTable.operatorId, operatorId))
}
