import { countItems, hasAny, type ItemCounts, sumQuantities } from '#domain/orders/item-counts.ts'
import { isPartlyShipped } from '#domain/orders/order-questions.ts'
import { countsAsReturn } from '#domain/orders/returns.ts'
import type { Orm } from '#server/platform/db/database.ts'
import type { RefundedLine } from './order-payments.ts'
import { listOrderLines, type OrderLineRow, type OrderRow } from './orders.queries.ts'
import type { OrderReturn, OrderShipment } from './orders.views.ts'
import { listReturns } from './returns.queries.ts'
import { listShipments } from './shipments.queries.ts'

export type OrderItems = { shipments: OrderShipment[]; returns: OrderReturn[]; counts: ItemCounts }

/** Packages and returns of an order, and where its bottles are. Exact only under the order's lock. */
export async function readItems(
  orm: Orm,
  order: Pick<OrderRow, 'id' | 'shippedAt'>,
  { lines, refundLines }: { lines: readonly OrderLineRow[]; refundLines: readonly RefundedLine[] },
): Promise<OrderItems> {
  const [shipments, returns] = await Promise.all([listShipments(orm, order.id), listReturns(orm, order.id)])
  const counts = countItems({
    lines,
    shipped: shipments.flatMap((shipment) => shipment.lines),
    hasShipped: order.shippedAt !== null,
    returned: returns.filter(({ state }) => countsAsReturn(state)).flatMap((found) => found.lines),
    refundedReturns: refundLines.filter(({ returnId, state }) => returnId !== null && state !== 'rejected'),
  })
  return { shipments, returns, counts }
}

/**
 * Returns true if part of the order has shipped and all of the rest was refunded. Refunds on their way don't count: they may
 * be rejected. The caller must hold the order's lock.
 */
export async function isRestRefunded(
  tx: Orm,
  order: Pick<OrderRow, 'id' | 'state' | 'shippedAt'>,
  refundLines: readonly RefundedLine[],
): Promise<boolean> {
  if (!isPartlyShipped(order.state)) return false
  const completed = refundLines.filter(({ state }) => state === 'completed')
  const refunded = sumQuantities(completed)
  const lines = (await listOrderLines(tx, order.id)).map((line) => ({
    ...line,
    refunded: refunded.get(line.position) ?? 0,
  }))
  const { counts } = await readItems(tx, order, { lines, refundLines: completed })
  return !hasAny(counts.open)
}
