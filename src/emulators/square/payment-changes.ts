import type { Entry } from './books.ts'
import type { Order, Payment } from './objects.ts'
import { canceledPayment, completedPayment } from './payment-object.ts'
import type { World } from './world.ts'

type Change = { payment: Payment; entries: Entry[] }

/** Captures an authorized payment, and settles its order with it. */
export function capture(world: World, payment: Payment, order = world.books.orders.get(payment.order_id)): Change {
  const completed = completedPayment(payment, world)
  return {
    payment: completed,
    entries: [
      { kind: 'payment', payment: completed },
      ...(order ? [paidOrderEntry(world, order, completed)] : []),
      ...world.webhooks.announce('payment.updated', 'payment', completed),
    ],
  }
}

/** Releases an authorization. */
export function release(world: World, payment: Payment): Change {
  const canceled = canceledPayment(payment, world)
  return {
    payment: canceled,
    entries: [
      { kind: 'payment', payment: canceled },
      ...world.webhooks.announce('payment.updated', 'payment', canceled),
    ],
  }
}

/** An order that still has to ship stays open when it is paid. */
export function paidOrderEntry({ clock }: World, order: Order, payment?: Payment): Entry {
  const now = clock.stamp()
  const isDone = (order.fulfillments ?? []).length === 0
  const due = order.net_amount_due_money.amount - (payment?.total_money.amount ?? 0)
  return {
    kind: 'order',
    order: {
      ...order,
      version: order.version + 1,
      updated_at: now,
      net_amount_due_money: { ...order.net_amount_due_money, amount: due },
      ...(payment && { tenders: [...(order.tenders ?? []), toTender(payment)] }),
      ...(isDone && due === 0 && { state: 'COMPLETED' as const, closed_at: now }),
    },
  }
}

function toTender({ id, location_id, created_at, total_money, card_details, source_type }: Payment) {
  return {
    id,
    location_id,
    transaction_id: id,
    created_at,
    amount_money: total_money,
    type: source_type === 'CARD' ? 'CARD' : 'OTHER',
    ...(card_details && { card_details: { status: 'CAPTURED', card: card_details.card } }),
    payment_id: id,
  }
}
