import type { OrderState } from './order-states.ts'

/** Paid for and still to ship. */
export const UNSHIPPED_STATES: readonly OrderState[] = ['paid', 'packed']
/** Paid for, and neither cancelled nor refunded: counts as a sale and verifies a review. */
export const SOLD_STATES: readonly OrderState[] = [...UNSHIPPED_STATES, 'shipped']
/** Paid for once and not cancelled: its buyer is a returning customer from then on. */
export const BOUGHT_STATES: readonly OrderState[] = [...SOLD_STATES, 'refunded']

export function awaitsPayment(state: OrderState): boolean {
  return state === 'pending_payment'
}

export function isUnpaid(state: OrderState): boolean {
  return state === 'payment_failed'
}

export function isUnshipped(state: OrderState): boolean {
  return UNSHIPPED_STATES.includes(state)
}

export function isShipped(state: OrderState): boolean {
  return state === 'shipped'
}

export function isSold(state: OrderState): boolean {
  return SOLD_STATES.includes(state)
}

export function isBought(state: OrderState): boolean {
  return BOUGHT_STATES.includes(state)
}

export function isCancelled(state: OrderState): boolean {
  return state === 'cancelled'
}
