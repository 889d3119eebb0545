import { and, asc, eq, sql } from 'drizzle-orm'
import { operatorsTable } from '#server/operators/operators.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { dueSql, inMs, isDue } from '#server/platform/db/time.ts'
import { noticesTable } from '#server/platform/notices/notices.tables.ts'
import type { DepthSql } from '#server/platform/worker/queue-depths.queries.ts'
import type { Lease } from '#server/platform/worker/queue.ts'
import { noticeDeliveriesTable } from './notices.tables.ts'

export type NewDelivery = {
  noticeId: string
  operatorId: string
  /** Null for an email. */
  deviceId: string | null
  /** Null for now. */
  at: Date | null
}

const claimed = {
  id: noticeDeliveriesTable.id,
  noticeId: noticeDeliveriesTable.noticeId,
  operatorId: noticeDeliveriesTable.operatorId,
  deviceId: noticeDeliveriesTable.deviceId,
  attempts: noticeDeliveriesTable.attempts,
}
export type DeliveryRow = Pick<typeof noticeDeliveriesTable.$inferSelect, keyof typeof claimed>

export const deliveryDepth: DepthSql = {
  due: `notice_deliveries where state = 'waiting' and ${dueSql('next_attempt_at')}`,
  since: 'next_attempt_at',
  dead: `notice_deliveries where state = 'dead'`,
}

export async function insertDeliveries(tx: Orm, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
  const rows = deliveries.map(({ at, ...delivery }) => ({ ...delivery, ...(at && { nextAttemptAt: at }) }))
  await tx.insert(noticeDeliveriesTable).values(rows).onConflictDoNothing()
}

export async function claimDeliveries(orm: Orm, { limit, leaseMs }: Lease): Promise<DeliveryRow[]> {
  const { id, state, nextAttemptAt, attempts } = noticeDeliveriesTable
  const due = orm
    .select({ id })
    .from(noticeDeliveriesTable)
    .where(sql`${state} = 'waiting' and ${isDue(nextAttemptAt)}`)
    .orderBy(asc(nextAttemptAt))
    .limit(limit)
    .for('no key update', { skipLocked: true })
  return orm
    .update(noticeDeliveriesTable)
    .set({ attempts: sql`${attempts} + 1`, nextAttemptAt: inMs(leaseMs) })
    .where(sql`${id} = any(array(${due}))`)
    .returning(claimed)
}

/** What to send, and to whom. */
export async function findDelivery(orm: Orm, { noticeId, operatorId }: DeliveryRow) {
  const [row] = await orm
    .select({ notice: noticesTable.facts, email: operatorsTable.email })
    .from(noticesTable)
    .innerJoin(operatorsTable, eq(operatorsTable.id, operatorId))
    .where(eq(noticesTable.id, noticeId))
  return row
}

const isHeld = ({ id, attempts }: Pick<DeliveryRow, 'id' | 'attempts'>) => {
  const { id: key, state, attempts: held } = noticeDeliveriesTable
  return and(eq(key, id), eq(state, 'waiting'), eq(held, attempts))
}

/** Returns true if this process still holds the lease. */
export async function settleDelivery(orm: Orm, delivery: DeliveryRow, state: 'sent' | 'dropped'): Promise<boolean> {
  const rows = await orm
    .update(noticeDeliveriesTable)
    .set({ state, lastError: null })
    .where(isHeld(delivery))
    .returning({ id: noticeDeliveriesTable.id })
  return rows.length > 0
}

export async function postponeDelivery(
  orm: Orm,
  delivery: DeliveryRow,
  { lastError, retryInMs }: { lastError: string; retryInMs: number },
): Promise<void> {
  await orm
    .update(noticeDeliveriesTable)
    .set({ nextAttemptAt: inMs(retryInMs), lastError })
    .where(isHeld(delivery))
}

export async function markDeliveryDead(orm: Orm, delivery: DeliveryRow, lastError: string): Promise<void> {
  await orm.update(noticeDeliveriesTable).set({ state: 'dead', lastError }).where(isHeld(delivery))
}

/** Milliseconds until the next one is due, for example at the end of quiet hours; undefined if none is waiting. */
export async function untilNextDelivery(orm: Orm): Promise<number | undefined> {
  const { state, nextAttemptAt } = noticeDeliveriesTable
  const [row] = await orm
    .select({ ms: sql<number | null>`(extract(epoch from min(${nextAttemptAt}) - now()) * 1000)::float8` })
    .from(noticeDeliveriesTable)
    .where(eq(state, 'waiting'))
  return row?.ms ?? undefined
}
