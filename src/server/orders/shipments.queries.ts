import { asc, count, eq, gt, inArray } from 'drizzle-orm'
import type { Quantities } from '#domain/orders/item-counts.ts'
import type { ProgressReport } from '#domain/orders/package-progress.ts'
import type { Orm } from '#server/platform/db/database.ts'
import type { OrderShipment } from './orders.views.ts'
import { shipmentLinesTable, shipmentsTable } from './shipments.tables.ts'

type NewShipment = typeof shipmentsTable.$inferInsert

/** The caller must hold the order's lock. */
export async function insertShipment(tx: Orm, shipment: NewShipment, quantities: Quantities): Promise<void> {
  await tx.insert(shipmentsTable).values(shipment)
  const lines = [...quantities].filter(([, quantity]) => quantity > 0)
  if (lines.length === 0) return
  await tx
    .insert(shipmentLinesTable)
    .values(lines.map(([position, quantity]) => ({ shipmentId: shipment.id, position, quantity })))
}

/** The packages of an order, oldest first. */
export async function listShipments(orm: Orm, orderId: string): Promise<OrderShipment[]> {
  const shipments = await orm
    .select()
    .from(shipmentsTable)
    .where(eq(shipmentsTable.orderId, orderId))
    .orderBy(asc(shipmentsTable.shippedAt), asc(shipmentsTable.id))
  if (shipments.length === 0) return []
  const lines = await orm
    .select()
    .from(shipmentLinesTable)
    .where(
      inArray(
        shipmentLinesTable.shipmentId,
        shipments.map(({ id }) => id),
      ),
    )
    .orderBy(asc(shipmentLinesTable.position))
  return shipments.map((shipment) => ({
    ...shipment,
    lines: lines
      .filter(({ shipmentId }) => shipmentId === shipment.id)
      .map(({ position, quantity }) => ({ position, quantity })),
  }))
}

/** The caller must hold the order's lock. */
export async function deleteShipment(tx: Orm, id: string): Promise<void> {
  await tx.delete(shipmentsTable).where(eq(shipmentsTable.id, id))
}

/** Another number is another package for its carrier. The caller must hold the order's lock. */
export async function setShipmentTracking(
  tx: Orm,
  id: string,
  tracking: { carrier: string | null; trackingNumber: string | null },
): Promise<void> {
  await tx
    .update(shipmentsTable)
    .set({ ...tracking, progress: null, progressAt: null, progressNote: null })
    .where(eq(shipmentsTable.id, id))
}

/** The caller must hold the order's lock. */
export async function setShipmentProgress(tx: Orm, id: string, { progress, at, note }: ProgressReport): Promise<void> {
  await tx.update(shipmentsTable).set({ progress, progressAt: at, progressNote: note }).where(eq(shipmentsTable.id, id))
}

/** Ids of the orders that left in several packages. */
export async function listSplitOrders(orm: Orm, orderIds: readonly string[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set()
  const { orderId } = shipmentsTable
  const rows = await orm
    .select({ orderId })
    .from(shipmentsTable)
    .where(inArray(orderId, [...orderIds]))
    .groupBy(orderId)
    .having(gt(count(), 1))
  return new Set(rows.map((row) => row.orderId))
}
