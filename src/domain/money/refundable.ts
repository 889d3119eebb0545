import type { RefundState } from './payment-states.ts'

type Refund = { amountCents: number; state: RefundState }

/** The payment minus completed and pending refunds. */
export function refundableCents(payment: { amountCents: number }, refunds: readonly Refund[]): number {
  return payment.amountCents - sumOf(refunds, ['sending', 'pending', 'unknown', 'completed'])
}

export function sumOf(refunds: readonly Refund[], states: readonly RefundState[]): number {
  return refunds.filter(({ state }) => states.includes(state)).reduce((sum, { amountCents }) => sum + amountCents, 0)
}
