export const ORDER_STATES = [
  'pending_payment',
  'paid',
  'packed',
  'shipped',
  'payment_failed',
  'cancelled',
  'partially_refunded',
  'refunded',
] as const
export type OrderState = (typeof ORDER_STATES)[number]
