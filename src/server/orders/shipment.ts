import { mayDo } from '#domain/orders/desk-actions.ts'
import { isInTime } from '#domain/orders/order-states.ts'
import type { OrderRow } from './orders.queries.ts'
import type { OrderMail, OrderShipment, Shipment } from './orders.views.ts'

type ShippedMail = Pick<OrderMail, 'template' | 'cause' | 'state' | 'attempts'>

/** Each package has its own email, even after an earlier shipment was undone. */
export function shippedCause(id: string, at: Date): string {
  return `shipped:${id}:${at.toISOString()}`
}

/** The emails about the package that left then, and corrections of them. Those about earlier ones have an earlier cause. */
export function announcementsOf<Mail extends ShippedMail>(
  orderId: string,
  leftAt: Date,
  mails: readonly Mail[],
): Mail[] {
  const since = shippedCause(orderId, leftAt)
  const isEarlier = (cause: string) => cause.startsWith(`shipped:${orderId}:`) && cause < since
  return mails.filter(({ template, cause }) => template === 'shipped' && !isEarlier(cause))
}

/** The latest package, and what the customer was notified of. */
export function shipmentOf(
  order: OrderRow,
  shipments: readonly Pick<OrderShipment, 'shippedAt'>[],
  mails: readonly ShippedMail[],
  at: Date,
): Shipment {
  const leftAt = shipments.at(-1)?.shippedAt ?? order.shippedAt
  const announcements = announcementsOf(order.id, leftAt ?? at, mails)
  return {
    leftAt,
    canUndo:
      mayDo(order.state, 'unship') &&
      isInTime('unship', { ...order, shippedAt: leftAt }, at) &&
      (order.shippedAt === null || isInTime('unship', order, at)),
    // One that was tried before may have arrived although the server's answer was lost.
    isAnnounced: announcements.some(({ state, attempts }) => state === 'sent' || (state === 'waiting' && attempts > 0)),
  }
}
