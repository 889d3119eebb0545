/** How a desk order was paid. No card was charged by the shop, so the provider does not know it. */
export const PAID_OUTSIDE = ['cash', 'check', 'transfer', 'terminal', 'nothing'] as const
export type PaidOutside = (typeof PAID_OUTSIDE)[number]

export const PAID_OUTSIDE_NAMES: Record<PaidOutside, string> = {
  cash: 'Cash',
  check: 'Check',
  transfer: 'Bank transfer',
  terminal: 'Card, at a terminal',
  nothing: 'Nothing to pay (replacement or gift)',
}

export function isPaidOutside(value: unknown): value is PaidOutside {
  return PAID_OUTSIDE.some((way) => way === value)
}
