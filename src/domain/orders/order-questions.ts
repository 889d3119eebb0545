import type { OrderState } from './order-states.ts'

/** Paid, and some of it is still to ship. */
export const UNSHIPPED_STATES: readonly OrderState[] = ['paid', 'packed', 'partly_shipped']
/** Paid, and not packed yet: items can still be added. */
export const TO_PACK_STATES: readonly OrderState[] = ['paid']
/** One of its packages may be in transit. */
export const UNDERWAY_STATES: readonly OrderState[] = ['partly_shipped', 'shipped']
/** Paid, and neither canceled nor refunded: counts as a sale and verifies a review. */
export const SOLD_STATES: readonly OrderState[] = [...UNSHIPPED_STATES, 'shipped', 'delivered']
/** Paid at some point and not canceled: makes the buyer a returning customer. */
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

export function isToPack(state: OrderState): boolean {
  return TO_PACK_STATES.includes(state)
}

export function isPacked(state: OrderState): boolean {
  return state === 'packed'
}

/** Some of it has left, and some has not. */
export function isPartlyShipped(state: OrderState): boolean {
  return state === 'partly_shipped'
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
