import type { Quantities } from '#domain/orders/item-counts.ts'
import { isPartlyShipped } from '#domain/orders/order-questions.ts'
import type { OrderDetail, OrderLine } from './orders.views.ts'

/** A package's contents: what's in it if it has left, otherwise what still has to ship. */
export function linesToPack(
  { order, lines, shipments, counts }: Pick<OrderDetail, 'order' | 'lines' | 'shipments' | 'counts'>,
  shipmentId = '',
): OrderLine[] {
  const found = shipments.find(({ id }) => id === shipmentId)
  if (found) return some(lines, new Map(found.lines.map(({ position, quantity }) => [position, quantity])))
  return isPartlyShipped(order.state) ? some(lines, counts.open) : lines
}

function some(lines: readonly OrderLine[], quantities: Quantities): OrderLine[] {
  return lines.flatMap((line) => {
    const quantity = quantities.get(line.position) ?? 0
    return quantity > 0 ? [{ ...line, quantity, refunded: 0 }] : []
  })
}
