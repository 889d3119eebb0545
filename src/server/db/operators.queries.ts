import { and, asc, eq, exists, gt, sql } from 'drizzle-orm'
import type { Role } from '#domain/roles.ts'
import type { Orm } from './database.ts'
import {
  operatorLinksTable,
  operatorPasskeysTable,
  operatorPasswordsTable,
  operatorsTable,
} from './operators.tables.ts'

export type Operator = { id: string; email: string; name: string; role: Role }

const operatorColumns = {
  id: operatorsTable.id,
  email: operatorsTable.email,
  name: operatorsTable.name,
  role: operatorsTable.role,
}

/** Two owners who remove each other at the same moment must not leave the shop without one. */
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

export async function findOperatorByEmail(orm: Orm, email: string): Promise<Operator | undefined> {
  const [row] = await orm
    .select(operatorColumns)
    .from(operatorsTable)
    .where(sql`lower(${operatorsTable.email}) = ${email.toLowerCase()}`)
  return row
}

export async function listOperators(orm: Orm) {
  const hasPassword = exists(
    orm
      .select({ one: sql`1` })
      .from(operatorPasswordsTable)
      .where(eq(operatorPasswordsTable.operatorId, operatorsTable.id)),
  )
  const hasPasskey = exists(
    orm
      .select({ one: sql`1` })
      .from(operatorPasskeysTable)
      .where(eq(operatorPasskeysTable.operatorId, operatorsTable.id)),
  )
  return orm
    .select({
      ...operatorColumns,
      createdAt: operatorsTable.createdAt,
      hasPassword: sql<boolean>`${hasPassword}`,
      hasPasskey: sql<boolean>`${hasPasskey}`,
    })
    .from(operatorsTable)
    .orderBy(asc(operatorsTable.createdAt), asc(operatorsTable.id))
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

export type NewLink = { tokenHash: string; operatorId: string; createdAt: Date; expiresAt: Date }

/** A new link makes earlier ones of the same person void. */
export async function replaceLink(tx: Orm, link: NewLink): Promise<void> {
  await tx.delete(operatorLinksTable).where(eq(operatorLinksTable.operatorId, link.operatorId))
  await tx.insert(operatorLinksTable).values(link)
}

export async function findLinkOwner(orm: Orm, tokenHash: string, now: Date): Promise<Operator | undefined> {
  const [row] = await orm
    .select(operatorColumns)
    .from(operatorLinksTable)
    .innerJoin(operatorsTable, eq(operatorsTable.id, operatorLinksTable.operatorId))
    .where(and(eq(operatorLinksTable.tokenHash, tokenHash), gt(operatorLinksTable.expiresAt, now)))
  return row
}

/** Deleting is using: of two who come with the same link one finds it. */
export async function takeLink(tx: Orm, tokenHash: string, now: Date): Promise<string | undefined> {
  const [row] = await tx
    .delete(operatorLinksTable)
    .where(and(eq(operatorLinksTable.tokenHash, tokenHash), gt(operatorLinksTable.expiresAt, now)))
    .returning({ operatorId: operatorLinksTable.operatorId })
  return row?.operatorId
}

export async function findPasswordHash(orm: Orm, operatorId: string): Promise<string | undefined> {
  const [row] = await orm
    .select({ hash: operatorPasswordsTable.hash })
    .from(operatorPasswordsTable)
    .where(eq(operatorPasswordsTable.operatorId, operatorId))
  return row?.hash
}

export async function storePasswordHash(tx: Orm, operatorId: string, hash: string, now: Date): Promise<void> {
  await tx
    .insert(operatorPasswordsTable)
    .values({ operatorId, hash, changedAt: now })
    .onConflictDoUpdate({ target: operatorPasswordsTable.operatorId, set: { hash, changedAt: now } })
}
