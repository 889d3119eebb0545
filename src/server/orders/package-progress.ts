import { haveAllArrived, isNews, type ProgressReport } from '#domain/orders/package-progress.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { findOrder, lockOrder, moveOrder } from './orders.queries.ts'
import type { OrderShipment } from './orders.views.ts'
import { listShipments, setShipmentProgress } from './shipments.queries.ts'

const CARRIER: Actor = { operatorId: null, actor: 'the carrier' }

/** A package of an order, by its tracking number: it keeps no other name when it is shipped again. */
export type TrackedPackage = { orderId: string; trackingNumber: string }

/**
 * Records where a package is; when the last one is delivered, so is the order. Returns the package, or undefined if it
 * hasn't left or its shipment was undone.
 */
export async function recordProgress(
  tx: Orm,
  { orderId, trackingNumber }: TrackedPackage,
  report: ProgressReport | undefined,
): Promise<OrderShipment | undefined> {
  const order = await lockOrder(tx, orderId)
  const packages = order ? await listShipments(tx, orderId) : []
  const found = packages.find((one) => one.trackingNumber === trackingNumber)
  if (!order || !found || !report) return found
  const known = found.progress && found.progressAt ? { progress: found.progress, at: found.progressAt } : undefined
  if (!isNews(known, report)) return found
  await setShipmentProgress(tx, found.id, report)
  await arriveWithLast(tx, orderId)
  const { progress, at: progressAt, note: progressNote } = report
  return { ...found, progress, progressAt, progressNote }
}

/** A shipped order has arrived when its last package has. The caller must hold the order's lock. */
export async function arriveWithLast(tx: Orm, orderId: string): Promise<void> {
  const [order, packages] = [await findOrder(tx, orderId), await listShipments(tx, orderId)]
  const last = haveAllArrived(packages) && packages.toSorted(byArrival).at(-1)
  if (!order?.shippedAt || !last || !last.progressAt) return
  // A carrier's clock may be behind ours, and nothing arrives before it has left.
  const at = last.progressAt < order.shippedAt ? order.shippedAt : last.progressAt
  if (!(await moveOrder(tx, orderId, 'arrive', { at }))) return
  await addAudit(tx, {
    ...CARRIER,
    action: 'order.arrive',
    subjectKind: 'order',
    subjectId: orderId,
    before: { state: order.state },
    after: { trackingNumber: last.trackingNumber },
  })
}

function byArrival(a: OrderShipment, b: OrderShipment): number {
  return Number(a.progressAt) - Number(b.progressAt)
}
