import { mayDo } from '#domain/orders/desk-actions.ts'
import { isInTime } from '#domain/orders/order-states.ts'
import type { OrderRow } from './orders.queries.ts'
import type { OrderMail, Shipment } from './orders.views.ts'

/** Each shipment has its own email, also after one that was taken back. */
export function shippedCause(id: string, at: Date): string {
  return `shipped:${id}:${at.toISOString()}`
}

/** What the customer was told about the package, from the emails about the order. */
export function shipmentOf(
  order: OrderRow,
  mails: readonly Pick<OrderMail, 'template' | 'cause' | 'state' | 'attempts'>[],
  at: Date,
): Shipment {
  const since = shippedCause(order.id, order.shippedAt ?? at)
  // An email about an earlier shipment, which was taken back, has an earlier cause.
  const isEarlier = (cause: string) => cause.startsWith(`shipped:${order.id}:`) && cause < since
  const announcements = mails.filter(({ template, cause }) => template === 'shipped' && !isEarlier(cause))
  return {
    canUndo: mayDo(order.state, 'unship') && isInTime('unship', order, at),
    // One that was tried before may have arrived although the server's answer was lost.
    isAnnounced: announcements.some(({ state, attempts }) => state === 'sent' || (state === 'waiting' && attempts > 0)),
  }
}
