import { and, asc, eq, exists, gt, max, sql } from 'drizzle-orm'
import type { Operator } from '#domain/operators/operator.ts'
import type { Role } from '#domain/operators/roles.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { deleteSome, type Purge } from '#server/platform/db/purge.ts'
import { msAgo } from '#server/platform/db/time.ts'
import { settingsTable } from '#server/platform/settings/settings.tables.ts'
import {
  operatorLinksTable,
  operatorPasswordsTable,
  operatorSessionsTable,
  operatorsTable,
} from './operators.tables.ts'
import type { Access } from './operators.views.ts'

const operatorColumns = {
  id: operatorsTable.id,
  email: operatorsTable.email,
  name: operatorsTable.name,
  role: operatorsTable.role,
}

/** SQL: true if this operator, or the whole team, signs in with passkeys only. For queries from `operators`. */
export const requiresPasskey = sql<boolean>`(operators.requires_passkey or exists (
  select 1 from ${settingsTable} where settings.key = 'requiresPasskeys' and settings.value = 'true'::jsonb))`

export const hasPasskey = sql<boolean>`exists (
  select 1 from operator_passkeys where operator_passkeys.operator_id = operators.id)`

/** SQL: true if only a link from an owner or the command line lets this operator in. For queries from `operators`. */
export const isLocked = sql<boolean>`(operators.locked_at is not null)`

/** Unused recovery codes. */
export const recoveryCodeCount = sql<number>`(
  select count(*)::integer from operator_recovery_codes c where c.operator_id = operators.id and c.used_at is null)`

/** Serializes team changes: two owners who remove each other concurrently must not leave the shop without one. */
export async function lockTeam(tx: Orm): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('operators', 0))`)
}

export async function insertOperator(tx: Orm, operator: Operator): Promise<boolean> {
  const rows = await tx
    .insert(operatorsTable)
    .values(operator)
    .onConflictDoNothing()
    .returning({ id: operatorsTable.id })
  return rows.length > 0
}

export async function findOperator(orm: Orm, id: string): Promise<Operator | undefined> {
  const [row] = await orm.select(operatorColumns).from(operatorsTable).where(eq(operatorsTable.id, id))
  return row
}

export async function listOperatorNames(orm: Orm): Promise<{ email: string; name: string }[]> {
  return orm.select({ email: operatorsTable.email, name: operatorsTable.name }).from(operatorsTable)
}

export async function findOperatorByEmail(orm: Orm, email: string): Promise<Operator | undefined> {
  const [row] = await orm
    .select(operatorColumns)
    .from(operatorsTable)
    .where(sql`lower(${operatorsTable.email}) = ${email.toLowerCase()}`)
  return row
}

export async function findAccess(orm: Orm, id: string): Promise<Access | undefined> {
  const [row] = await orm.select(accessColumns(orm)).from(operatorsTable).where(eq(operatorsTable.id, id))
  return row
}

function accessColumns(orm: Orm) {
  const password = orm
    .select({ one: sql`1` })
    .from(operatorPasswordsTable)
    .where(eq(operatorPasswordsTable.operatorId, operatorsTable.id))
  return {
    requiresPasskey,
    isPasskeyOnly: operatorsTable.requiresPasskey,
    isLocked,
    hasPasskey,
    hasPassword: sql<boolean>`${exists(password)}`,
    recoveryCodes: recoveryCodeCount,
  }
}

export async function updateRequiresPasskey(tx: Orm, id: string, value: boolean, now: Date): Promise<void> {
  await tx.update(operatorsTable).set({ requiresPasskey: value, updatedAt: now }).where(eq(operatorsTable.id, id))
}

export async function listOperators(orm: Orm, now: Date) {
  const sessions = orm
    .select({
      operatorId: operatorSessionsTable.operatorId,
      count: sql<number>`count(*)::integer`.as('session_count'),
      seenAt: max(operatorSessionsTable.updatedAt).as('seen_at'),
    })
    .from(operatorSessionsTable)
    .where(gt(operatorSessionsTable.expiresAt, now))
    .groupBy(operatorSessionsTable.operatorId)
    .as('open_sessions')
  return orm
    .select({
      ...operatorColumns,
      ...accessColumns(orm),
      createdAt: operatorsTable.createdAt,
      sessionCount: sql<number>`coalesce(${sessions.count}, 0)`,
      seenAt: sessions.seenAt,
    })
    .from(operatorsTable)
    .leftJoin(sessions, eq(sessions.operatorId, operatorsTable.id))
    .orderBy(asc(operatorsTable.createdAt), asc(operatorsTable.id))
}

export async function unlockOperator(tx: Orm, id: string): Promise<void> {
  await tx.update(operatorsTable).set({ lockedAt: null }).where(eq(operatorsTable.id, id))
}

export async function countOwners(tx: Orm): Promise<number> {
  return tx.$count(operatorsTable, eq(operatorsTable.role, 'owner'))
}

export async function updateRole(tx: Orm, id: string, role: Role, now: Date): Promise<void> {
  await tx.update(operatorsTable).set({ role, updatedAt: now }).where(eq(operatorsTable.id, id))
}

export async function deleteOperator(tx: Orm, id: string): Promise<void> {
  await tx.delete(operatorsTable).where(eq(operatorsTable.id, id))
}

type LinkKind = 'handed' | 'emailed'
export type NewLink = { tokenHash: string; operatorId: string; kind: LinkKind; createdAt: Date; expiresAt: Date }

/**
 * A new link from an owner or the command line voids earlier ones; an emailed one, which anyone can request, doesn't.
 */
export async function replaceLink(tx: Orm, link: NewLink): Promise<void> {
  await tx
    .delete(operatorLinksTable)
    .where(and(eq(operatorLinksTable.operatorId, link.operatorId), eq(operatorLinksTable.kind, 'handed')))
  await insertLink(tx, link)
}

export async function insertLink(tx: Orm, link: NewLink): Promise<void> {
  await tx.insert(operatorLinksTable).values(link)
}

export const purgeExpiredLinks: Purge = (orm, olderThanMs, limit) => {
  const { tokenHash: key, expiresAt } = operatorLinksTable
  return deleteSome(orm, { table: operatorLinksTable, key, where: sql`${expiresAt} < ${msAgo(olderThanMs)}`, limit })
}

export async function deleteLinks(tx: Orm, operatorId: string): Promise<void> {
  await tx.delete(operatorLinksTable).where(eq(operatorLinksTable.operatorId, operatorId))
}

export async function countEmailedLinks(tx: Orm, operatorId: string, since: Date): Promise<number> {
  const { operatorId: owner, kind, createdAt } = operatorLinksTable
  return tx.$count(operatorLinksTable, and(eq(owner, operatorId), eq(kind, 'emailed'), gt(createdAt, since)))
}

/** Row lock until the transaction ends: decisions about one operator are serialized. */
export async function lockOperator(tx: Orm, id: string): Promise<void> {
  await tx.select({ id: operatorsTable.id }).from(operatorsTable).where(eq(operatorsTable.id, id)).for('no key update')
}

export async function findLinkOwner(orm: Orm, tokenHash: string, now: Date): Promise<Operator | undefined> {
  const link = await findLink(orm, tokenHash, now)
  return link?.operator
}

export type OpenLink = { kind: LinkKind; operator: Operator; requiresPasskey: boolean; recoveryCodes: number }

export async function findLink(orm: Orm, tokenHash: string, now: Date): Promise<OpenLink | undefined> {
  const [row] = await orm
    .select({
      kind: operatorLinksTable.kind,
      operator: operatorColumns,
      requiresPasskey,
      recoveryCodes: recoveryCodeCount,
    })
    .from(operatorLinksTable)
    .innerJoin(operatorsTable, eq(operatorsTable.id, operatorLinksTable.operatorId))
    .where(
      and(
        eq(operatorLinksTable.tokenHash, tokenHash),
        gt(operatorLinksTable.expiresAt, now),
        sql`(${operatorLinksTable.kind} = 'handed' or not ${isLocked})`,
      ),
    )
  return row
}

/** Deleting it uses it: of two concurrent requests with the same link, one finds it. */
export async function takeLink(tx: Orm, tokenHash: string, now: Date): Promise<string | undefined> {
  const [row] = await tx
    .delete(operatorLinksTable)
    .where(and(eq(operatorLinksTable.tokenHash, tokenHash), gt(operatorLinksTable.expiresAt, now)))
    .returning({ operatorId: operatorLinksTable.operatorId })
  return row?.operatorId
}

export type PasswordLogin = { operator: Operator; hash: string | null; requiresPasskey: boolean }

/** One query, whether or not the operator exists. The hash is null if there is no password or it may not be used. */
export async function findPasswordLogin(orm: Orm, email: string): Promise<PasswordLogin | undefined> {
  const [row] = await orm
    .select({
      operator: operatorColumns,
      hash: sql<string | null>`case when not ${isLocked} then ${operatorPasswordsTable.hash} end`,
      requiresPasskey,
    })
    .from(operatorsTable)
    .leftJoin(operatorPasswordsTable, eq(operatorPasswordsTable.operatorId, operatorsTable.id))
    .where(sql`lower(${operatorsTable.email}) = ${email.toLowerCase()}`)
  return row
}

export async function storePasswordHash(tx: Orm, operatorId: string, hash: string, now: Date): Promise<void> {
  await tx
    .insert(operatorPasswordsTable)
    .values({ operatorId, hash, changedAt: now })
    .onConflictDoUpdate({ target: operatorPasswordsTable.operatorId, set: { hash, changedAt: now } })
}
