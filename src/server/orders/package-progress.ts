import { haveAllArrived, isNews, type ProgressReport } from '#domain/orders/package-progress.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { lockOrder, moveOrder } from './orders.queries.ts'
import type { OrderShipment } from './orders.views.ts'
import { listShipments, setShipmentProgress } from './shipments.queries.ts'

const CARRIER: Actor = { operatorId: null, actor: 'the carrier' }

/** A package of an order, by its tracking number: it keeps no other name when it is shipped again. */
export type TrackedPackage = { orderId: string; trackingNumber: string }

/**
 * Writes down where a package is; with the last one, the order has arrived. Returns the package, or undefined if it has
 * not left, or was taken back.
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
  const { progress, at: progressAt, note: progressNote } = report
  const after = { ...found, progress, progressAt, progressNote }
  if (!haveAllArrived(packages.map((one) => (one.id === found.id ? after : one)))) return after
  // A carrier's clock may be behind ours, and nothing arrives before it has left.
  const at = order.shippedAt && report.at < order.shippedAt ? order.shippedAt : report.at
  if (await moveOrder(tx, orderId, 'arrive', { at }))
    await addAudit(tx, {
      ...CARRIER,
      action: 'order.arrive',
      subjectKind: 'order',
      subjectId: orderId,
      before: { state: order.state },
      after: { trackingNumber },
    })
  return after
}
