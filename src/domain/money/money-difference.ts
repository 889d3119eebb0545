/** How the shop's books and the provider's can differ. */
export const DIFFERENCES = {
  unsettled: 'Payment not matched to its order',
  'money-without-order': 'Payment without an order',
  'order-without-money': 'Order without a payment',
  amount: 'Different amounts',
  'refund-at-provider': 'Refund recorded only at Square',
  'refund-in-shop': 'Refund recorded only in the shop',
} as const

export type DifferenceKind = keyof typeof DIFFERENCES

export const DIFFERENCE_KINDS = Object.keys(DIFFERENCES) as DifferenceKind[]

export function isDifferenceKind(value: unknown): value is DifferenceKind {
  return DIFFERENCE_KINDS.some((kind) => kind === value)
}
