/** How the shop's books and the provider's can differ. */
export const DIFFERENCES = {
  unsettled: 'Money that has not reached its order',
  'money-without-order': 'Money without an order',
  'order-without-money': 'Order without money',
  amount: 'Different amounts',
  'refund-at-provider': 'Refund that only the provider knows',
  'refund-in-shop': 'Refund that only the shop knows',
} as const

export type DifferenceKind = keyof typeof DIFFERENCES

export const DIFFERENCE_KINDS = Object.keys(DIFFERENCES) as DifferenceKind[]

export function isDifferenceKind(value: unknown): value is DifferenceKind {
  return DIFFERENCE_KINDS.some((kind) => kind === value)
}
