import { formatCents } from '#domain/money/cents.ts'
import { paidLaterCents } from '#domain/money/line-refund.ts'
import type { PaidOutside } from '#domain/money/paid-outside.ts'
import { isSold } from '#domain/orders/order-questions.ts'
import type { OrderState } from '#domain/orders/order-states.ts'

const STATES: Record<OrderState, { name: string; kind: '' | 'badge-good' | 'badge-wait' | 'badge-off' }> = {
  pending_payment: { name: 'Confirming', kind: 'badge-wait' },
  paid: { name: 'To pack', kind: 'badge-wait' },
  packed: { name: 'Packed', kind: '' },
  partly_shipped: { name: 'Partly shipped', kind: 'badge-wait' },
  shipped: { name: 'Shipped', kind: 'badge-good' },
  delivered: { name: 'Delivered', kind: 'badge-good' },
  payment_failed: { name: 'Payment failed', kind: 'badge-off' },
  cancelled: { name: 'Canceled', kind: 'badge-off' },
  refunded: { name: 'Refunded', kind: 'badge-off' },
}

type OrderStateProps = {
  order: {
    state: OrderState
    refundedCents: number
    totalCents: number
    addedGoodsCents: number
    addedDiscountCents: number
    addedShippingCents: number
    addedTaxCents: number
    returnState: 'expected' | 'received' | null
    paidOutside: PaidOutside | null
  }
}

export function OrderStateBadges({ order }: OrderStateProps) {
  const { name, kind } = STATES[order.state]
  return (
    <span className="inline-flex flex-wrap gap-1">
      <span className={`badge ${kind}`}>{name}</span>
      <OrderNotes order={order} />
    </span>
  )
}

export function orderStateName(state: OrderState): string {
  return STATES[state].name
}

/** While a later payment request is open. */
export function AskedBadge({ cents }: { cents: number }) {
  return <span className="badge badge-wait">Waiting for {formatCents(cents)}</span>
}

/** What is unusual about an order, apart from its state. */
export function OrderNotes({ order }: OrderStateProps) {
  return (
    <>
      {isSold(order.state) && order.refundedCents > 0 && (
        <span className="badge badge-off">
          {order.refundedCents >= order.totalCents + paidLaterCents(order) ? 'Refund under way' : 'Partly refunded'}
        </span>
      )}
      {order.returnState && (
        <span className={order.returnState === 'expected' ? 'badge badge-wait' : 'badge badge-off'}>
          {order.returnState === 'expected' ? 'Return expected' : 'Returned'}
        </span>
      )}
      {order.paidOutside && <span className="badge badge-desk">No card</span>}
    </>
  )
}
