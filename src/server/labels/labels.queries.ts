import { and, asc, desc, eq, getTableColumns, getTableName, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { ordersTable } from '#server/orders/orders.tables.ts'
import { shipmentsTable } from '#server/orders/shipments.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { notifyProcesses } from '#server/platform/db/process-notes.queries.ts'
import type { Purge } from '#server/platform/db/purge.ts'
import { dueSql, inMs, isDue, msAgo } from '#server/platform/db/time.ts'
import type { DepthSql } from '#server/platform/worker/queue-depths.queries.ts'
import type { Lease } from '#server/platform/worker/queue.ts'
import type { BoughtLabel } from './carrier.ts'
import { shippingLabelsTable } from './labels.tables.ts'

/** Without its image, which is read only for printing. The attempt number is a fencing token of its purchase. */
export type LabelRow = Omit<typeof shippingLabelsTable.$inferSelect, 'image'>
type NewLabel = Pick<
  typeof shippingLabelsTable.$inferInsert,
  'id' | 'orderId' | 'carrier' | 'service' | 'maxCents' | 'packageSize' | 'addressHash' | 'operatorId' | 'actor'
>

const { image, ...columns } = getTableColumns(shippingLabelsTable)

/**
 * A label's package has shipped if one of the order's packages has its number. Uses full column names, because a select
 * from one table leaves the table out, and both sides would be the package's.
 */
const isUsed: SQL<boolean> = sql<boolean>`exists (select from ${shipmentsTable} s
  where s.order_id = shipping_labels.order_id and s.tracking_number = shipping_labels.tracking_number)`

export const labelDepth: DepthSql = {
  due: `shipping_labels where state = 'buying' and ${dueSql('next_attempt_at')}`,
  since: 'next_attempt_at',
  dead: `shipping_labels where false`,
}

export const lookDepth: DepthSql = {
  due: `shipping_labels l where l.state = 'bought' and ${dueSql('l.look_at')} and exists (select from ${getTableName(shipmentsTable)} s
    where s.order_id = l.order_id and s.tracking_number = l.tracking_number)`,
  since: 'look_at',
  dead: `shipping_labels where false`,
}

/** The caller must hold the order's lock. It is leased from the start: the caller buys it. */
export async function insertLabel(tx: Orm, label: NewLabel, leaseMs: number): Promise<LabelRow> {
  const [row] = await tx
    .insert(shippingLabelsTable)
    .values({ ...label, nextAttemptAt: inMs(leaseMs) })
    .returning(columns)
  if (!row) throw new Error('label not stored')
  return row
}

export async function findLabel(orm: Orm, id: string): Promise<(LabelRow & { isUsed: boolean }) | undefined> {
  const [row] = await orm
    .select({ ...columns, isUsed })
    .from(shippingLabelsTable)
    .where(eq(shippingLabelsTable.id, id))
  return row
}

/** Newest first. */
export async function listLabels(orm: Orm, orderIds: readonly string[]): Promise<(LabelRow & { isUsed: boolean })[]> {
  if (orderIds.length === 0) return []
  return orm
    .select({ ...columns, isUsed })
    .from(shippingLabelsTable)
    .where(inArray(shippingLabelsTable.orderId, [...orderIds]))
    .orderBy(desc(shippingLabelsTable.createdAt), desc(shippingLabelsTable.id))
}

export async function findImage(orm: Orm, id: string): Promise<Uint8Array | undefined> {
  const [row] = await orm.select({ image }).from(shippingLabelsTable).where(eq(shippingLabelsTable.id, id))
  return row?.image ?? undefined
}

export async function setImage(orm: Orm, id: string, bytes: Uint8Array): Promise<void> {
  await orm.update(shippingLabelsTable).set({ image: bytes }).where(eq(shippingLabelsTable.id, id))
}

const isHeldBy = ({ id, attempts }: LabelRow) =>
  and(
    eq(shippingLabelsTable.id, id),
    eq(shippingLabelsTable.state, 'buying'),
    eq(shippingLabelsTable.attempts, attempts),
  )

/** Returns false if another process has taken over; then nothing may be bought for this shipment. */
export async function setProviderId(orm: Orm, label: LabelRow, providerId: string): Promise<boolean> {
  const rows = await orm
    .update(shippingLabelsTable)
    .set({ providerId })
    .where(and(isHeldBy(label), isNull(shippingLabelsTable.providerId)))
    .returning({ id: shippingLabelsTable.id })
  return rows.length > 0
}

/** Records that it was bought, no matter who finds out. Returns false if that was already known. */
export async function markBought(tx: Orm, id: string, bought: BoughtLabel): Promise<boolean> {
  const { carrier, costCents, trackingNumber } = bought
  const rows = await tx
    .update(shippingLabelsTable)
    .set({ state: 'bought', carrier, costCents, trackingNumber, resolvedAt: sql`now()`, lookAt: sql`now()` })
    .where(and(eq(shippingLabelsTable.id, id), eq(shippingLabelsTable.state, 'buying')))
    .returning({ id: shippingLabelsTable.id })
  return rows.length > 0
}

export async function markFailed(orm: Orm, label: LabelRow, problem: string): Promise<void> {
  await orm
    .update(shippingLabelsTable)
    .set({ state: 'failed', problem, resolvedAt: sql`now()` })
    .where(isHeldBy(label))
}

/** The caller must hold the order's lock. */
export async function markVoided(tx: Orm, id: string): Promise<boolean> {
  const rows = await tx
    .update(shippingLabelsTable)
    .set({ state: 'voided', voidedAt: sql`now()`, lookAt: null, image: null })
    .where(and(eq(shippingLabelsTable.id, id), eq(shippingLabelsTable.state, 'bought')))
    .returning({ id: shippingLabelsTable.id })
  return rows.length > 0
}

/** Claims unfinished purchases, and hides them from other processes for the length of a lease. */
export async function claimPurchases(orm: Orm, { limit, leaseMs }: Lease): Promise<LabelRow[]> {
  const { id, attempts, nextAttemptAt, state } = shippingLabelsTable
  const due = orm
    .select({ id })
    .from(shippingLabelsTable)
    .where(sql`${state} = 'buying' and ${isDue(nextAttemptAt)}`)
    .orderBy(asc(nextAttemptAt))
    .limit(limit)
    .for('no key update', { skipLocked: true })
  return (
    orm
      .update(shippingLabelsTable)
      .set({ attempts: sql`${attempts} + 1`, nextAttemptAt: inMs(leaseMs) })
      // As an array, so the planner cannot run the limited subquery more than once.
      .where(sql`${id} = any(array(${due}))`)
      .returning(columns)
  )
}

export async function postponePurchase(orm: Orm, label: LabelRow, retryInMs: number): Promise<void> {
  await orm
    .update(shippingLabelsTable)
    .set({ nextAttemptAt: inMs(retryInMs) })
    .where(isHeldBy(label))
}

/** Labels whose package has shipped and whose tracking is due. */
export async function claimLooks(orm: Orm, { limit, leaseMs }: Lease): Promise<LabelRow[]> {
  const { id, looks, lookAt, state } = shippingLabelsTable
  const due = orm
    .select({ id })
    .from(shippingLabelsTable)
    .where(sql`${state} = 'bought' and ${isDue(lookAt)} and ${isUsed}`)
    .orderBy(asc(lookAt))
    .limit(limit)
    .for('no key update', { skipLocked: true })
  return orm
    .update(shippingLabelsTable)
    .set({ looks: sql`${looks} + 1`, lookAt: inMs(leaseMs) })
    .where(sql`${id} = any(array(${due}))`)
    .returning(columns)
}

/** Undefined if there is nothing left to ask. */
export async function setNextLook(orm: Orm, id: string, inMilliseconds: number | undefined): Promise<void> {
  await orm
    .update(shippingLabelsTable)
    .set({ lookAt: inMilliseconds === undefined ? null : inMs(inMilliseconds) })
    .where(eq(shippingLabelsTable.id, id))
}

/** Something happened to the package, so look it up now. Returns true if it exists. */
export async function lookNow(orm: Orm, trackingNumber: string): Promise<boolean> {
  const rows = await orm
    .update(shippingLabelsTable)
    .set({ lookAt: sql`now()` })
    .where(
      and(
        eq(shippingLabelsTable.trackingNumber, trackingNumber),
        eq(shippingLabelsTable.state, 'bought'),
        sql`${shippingLabelsTable.lookAt} is not null`,
      ),
    )
    .returning({ id: shippingLabelsTable.id })
  if (rows.length > 0) await notifyProcesses(orm, 'labels')
  return rows.length > 0
}

/** The images have addresses on them; the rows stay, as a record of what was paid. */
export const purgeLabelImages: Purge = async (orm, olderThanMs, limit) => {
  const { id, resolvedAt } = shippingLabelsTable
  const old = orm
    .select({ id })
    .from(shippingLabelsTable)
    .where(sql`${image} is not null and ${resolvedAt} < ${msAgo(olderThanMs)}`)
    .limit(limit)
    .for('no key update', { skipLocked: true })
  const rows = await orm
    .update(shippingLabelsTable)
    .set({ image: null })
    .where(sql`${id} = any(array(${old}))`)
    .returning({ id })
  return rows.length
}

/** Returns how many there were. */
export async function forgetLabelImages(tx: Orm, foldedEmail: string): Promise<number> {
  const theirs = tx.select({ id: ordersTable.id }).from(ordersTable).where(eq(ordersTable.foldedEmail, foldedEmail))
  const rows = await tx
    .update(shippingLabelsTable)
    .set({ image: null })
    .where(and(inArray(shippingLabelsTable.orderId, theirs), sql`${image} is not null`))
    .returning({ id: shippingLabelsTable.id })
  return rows.length
}
