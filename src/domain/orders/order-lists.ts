import type { OrderState } from './order-states.ts'

/** What the desk sorts orders into. */
export const ORDER_LISTS = ['to-pack', 'confirming', 'packed', 'shipped', 'given-back', 'not-taken', 'all'] as const
export type OrderList = (typeof ORDER_LISTS)[number]

/** Each state is on one of these. Orders with a refund in part are on the list `given-back` as well. */
export const STATES_OF_LIST: Readonly<Record<Exclude<OrderList, 'all'>, readonly OrderState[]>> = {
  'to-pack': ['paid'],
  confirming: ['pending_payment'],
  packed: ['packed'],
  shipped: ['shipped'],
  'given-back': ['cancelled', 'refunded'],
  'not-taken': ['payment_failed'],
}
