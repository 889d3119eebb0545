import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { operatorSessionsTable } from '#server/operators/operators.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import type { Subscription } from '#server/platform/push/send-push.ts'
import { pushDevicesTable } from './notices.tables.ts'
import type { DeviceLine } from './notices.views.ts'

export type NewDevice = Subscription & { operatorId: string; sessionId: string; name: string }

const isSignedIn = sql<boolean>`exists (select from ${operatorSessionsTable} s
  where s.id = ${pushDevicesTable.sessionId} and s.expires_at > now())`

/** A browser has one subscription, which belongs to the operator who registered it last. Returns the device's id. */
export async function storeDevice(tx: Orm, device: NewDevice): Promise<string | undefined> {
  const { endpoint: _, ...rest } = device
  const [row] = await tx
    .insert(pushDevicesTable)
    .values(device)
    .onConflictDoUpdate({ target: pushDevicesTable.endpoint, set: rest })
    .returning({ id: pushDevicesTable.id })
  return row?.id
}

export async function listPushDevices(orm: Orm, operatorId: string): Promise<(DeviceLine & { endpoint: string })[]> {
  const { id, name, endpoint, createdAt, usedAt } = pushDevicesTable
  return orm
    .select({ id, name, endpoint, createdAt, usedAt, isSignedIn })
    .from(pushDevicesTable)
    .where(eq(pushDevicesTable.operatorId, operatorId))
    .orderBy(asc(createdAt), asc(id))
}

/** The devices that are signed in, by operator. */
export async function listReachable(
  orm: Orm,
  operatorIds: readonly string[],
): Promise<{ id: string; operatorId: string }[]> {
  if (operatorIds.length === 0) return []
  const { id, operatorId } = pushDevicesTable
  return orm
    .select({ id, operatorId })
    .from(pushDevicesTable)
    .where(and(inArray(operatorId, [...operatorIds]), isSignedIn))
    .orderBy(asc(id))
}

/** The subscription of a device that is still signed in. */
export async function findSubscription(orm: Orm, id: string): Promise<Subscription | undefined> {
  const { endpoint, p256dh, auth } = pushDevicesTable
  const [row] = await orm
    .select({ endpoint, p256dh, auth })
    .from(pushDevicesTable)
    .where(and(eq(pushDevicesTable.id, id), isSignedIn))
  return row
}

/** Signs a known device of this operator in again. Returns true if it was known. */
export async function attachDevice(
  orm: Orm,
  { operatorId, sessionId, endpoint }: Pick<NewDevice, 'operatorId' | 'sessionId' | 'endpoint'>,
): Promise<boolean> {
  const rows = await orm
    .update(pushDevicesTable)
    .set({ sessionId })
    .where(and(eq(pushDevicesTable.endpoint, endpoint), eq(pushDevicesTable.operatorId, operatorId)))
    .returning({ id: pushDevicesTable.id })
  return rows.length > 0
}

/** Returns the name of the removed device; undefined if the operator has none with this id. */
export async function deleteDevice(tx: Orm, operatorId: string, id: string): Promise<string | undefined> {
  const [row] = await tx
    .delete(pushDevicesTable)
    .where(and(eq(pushDevicesTable.id, id), eq(pushDevicesTable.operatorId, operatorId)))
    .returning({ name: pushDevicesTable.name })
  return row?.name
}

/** Only if the browser has not subscribed again since. */
export async function deleteEnded(orm: Orm, id: string, endpoint: string): Promise<void> {
  await orm.delete(pushDevicesTable).where(and(eq(pushDevicesTable.id, id), eq(pushDevicesTable.endpoint, endpoint)))
}

export async function markDeviceUsed(orm: Orm, id: string): Promise<void> {
  await orm
    .update(pushDevicesTable)
    .set({ usedAt: sql`now()` })
    .where(eq(pushDevicesTable.id, id))
}
