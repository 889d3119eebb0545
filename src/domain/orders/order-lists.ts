import type { OrderState } from './order-states.ts'

/** The desk's order lists. */
export const ORDER_LISTS = [
  'to-pack',
  'confirming',
  'owing',
  'packed',
  'partly-shipped',
  'shipped',
  'problem',
  'delivered',
  'returns',
  'given-back',
  'not-taken',
  'all',
] as const
export type OrderList = (typeof ORDER_LISTS)[number]

/** Each state is on one of these; `problem`, `returns` and `owing` are apart from states. Partially refunded orders are also on the list `given-back`. */
export const STATES_OF_LIST: Readonly<
  Record<Exclude<OrderList, 'all' | 'problem' | 'returns' | 'owing'>, readonly OrderState[]>
> = {
  'to-pack': ['paid'],
  confirming: ['pending_payment'],
  packed: ['packed'],
  'partly-shipped': ['partly_shipped'],
  shipped: ['shipped'],
  delivered: ['delivered'],
  'given-back': ['cancelled', 'refunded'],
  'not-taken': ['payment_failed'],
}

/** The list with that name, or the orders to pack if there isn't one. */
export function toOrderList(name: string): OrderList {
  return ORDER_LISTS.find((list) => list === name) ?? 'to-pack'
}

/** Lists of work, which start with the oldest. */
export function isOldestFirst(list: OrderList): boolean {
  return list === 'to-pack' || list === 'packed' || list === 'partly-shipped'
}

const COUNTED_WORK = 2000
const COUNTED_DONE = 500

/** A list's orders are counted up to this limit, because counting more costs more; it's higher for lists of work. */
export function countedUpTo(list: OrderList): number {
  return isOldestFirst(list) || list === 'confirming' || list === 'owing' ? COUNTED_WORK : COUNTED_DONE
}
