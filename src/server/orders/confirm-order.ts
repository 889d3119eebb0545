import { shopDay } from '#domain/time/display.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { addressLines } from './address-lines.ts'
import type { OrderLinks } from './order-links.ts'
import { orderConfirmationMail } from './orders.mails.ts'
import type { OrderLineRow, OrderRow } from './orders.queries.ts'

type ConfirmedLine = Pick<OrderLineRow, 'name' | 'size' | 'quantity' | 'priceCents'>

/** Enqueues the confirmation email in the transaction that marks the order as paid. */
export async function confirmOrder(tx: Orm, order: OrderRow, lines: ConfirmedLine[], links: OrderLinks): Promise<void> {
  await enqueueMail(tx, orderConfirmationMail, {
    cause: `order-confirmation:${order.id}`,
    recipient: order.email,
    payload: {
      orderNumber: order.number,
      firstName: order.firstName,
      orderPath: links.pathFor(order.id),
      lines: lines.map(({ name, size, quantity, priceCents }) => ({ name, size, quantity, priceCents })),
      subtotalCents: order.subtotalCents,
      discountCents: order.discountCents,
      shippingCents: order.shippingCents,
      taxCents: order.taxCents,
      totalCents: order.totalCents,
      shipTo: addressLines(order),
      orderedOn: shopDay(order.createdAt),
      state: order.stateCode,
    },
  })
}
