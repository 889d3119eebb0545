import { and, desc, eq, lt, ne, sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { deleteSome, type Purge } from '#server/platform/db/purge.ts'
import { msAgo } from '#server/platform/db/time.ts'
import { operatorDevicesTable, operatorsTable } from './operators.tables.ts'

export type NewDevice = typeof operatorDevicesTable.$inferInsert

/** Returns true if the operator has not signed in from this browser before. */
export async function rememberDevice(tx: Orm, device: NewDevice): Promise<boolean> {
  const { operatorId, tokenHash, id } = operatorDevicesTable
  const { ipAddress, userAgent, usedAt } = device
  const [row] = await tx
    .insert(operatorDevicesTable)
    .values(device)
    .onConflictDoUpdate({ target: [operatorId, tokenHash], set: { ipAddress, userAgent, usedAt } })
    .returning({ id })
  return row?.id === device.id
}

/** Returns true if an operator has signed in with this token, so that it was issued here and not planted. */
export async function isDeviceToken(orm: Orm, tokenHash: string): Promise<boolean> {
  return (await orm.$count(operatorDevicesTable, eq(operatorDevicesTable.tokenHash, tokenHash))) > 0
}

export async function isDeviceOf(orm: Orm, email: string, tokenHash: string): Promise<boolean> {
  const rows = await orm
    .select({ id: operatorDevicesTable.id })
    .from(operatorDevicesTable)
    .innerJoin(operatorsTable, eq(operatorsTable.id, operatorDevicesTable.operatorId))
    .where(
      and(eq(operatorDevicesTable.tokenHash, tokenHash), sql`lower(${operatorsTable.email}) = ${email.toLowerCase()}`),
    )
  return rows.length > 0
}

export async function listDevices(orm: Orm, owner: string) {
  const { id, operatorId, tokenHash, ipAddress, userAgent, createdAt, usedAt } = operatorDevicesTable
  return orm
    .select({ id, tokenHash, ipAddress, userAgent, createdAt, usedAt })
    .from(operatorDevicesTable)
    .where(eq(operatorId, owner))
    .orderBy(desc(usedAt))
}

export async function forgetDevice(orm: Orm, owner: string, deviceId: string): Promise<boolean> {
  const { id, operatorId } = operatorDevicesTable
  const rows = await orm
    .delete(operatorDevicesTable)
    .where(and(eq(id, deviceId), eq(operatorId, owner)))
    .returning({ id })
  return rows.length > 0
}

export async function forgetDevices(orm: Orm, owner: string, keptTokenHash = ''): Promise<void> {
  const { operatorId, tokenHash } = operatorDevicesTable
  await orm.delete(operatorDevicesTable).where(and(eq(operatorId, owner), ne(tokenHash, keptTokenHash)))
}

export async function forgetDeviceToken(orm: Orm, owner: string, token: string): Promise<void> {
  const { operatorId, tokenHash } = operatorDevicesTable
  await orm.delete(operatorDevicesTable).where(and(eq(operatorId, owner), eq(tokenHash, token)))
}

export async function forgetOldDevices(orm: Orm, before: Date): Promise<void> {
  await orm.delete(operatorDevicesTable).where(lt(operatorDevicesTable.usedAt, before))
}

export const purgeUnusedDevices: Purge = (orm, olderThanMs, limit) => {
  const { id: key, usedAt } = operatorDevicesTable
  return deleteSome(orm, { table: operatorDevicesTable, key, where: sql`${usedAt} < ${msAgo(olderThanMs)}`, limit })
}
