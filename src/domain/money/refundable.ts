import type { RefundState } from './payment-states.ts'

type Refund = { amountCents: number; state: RefundState }

/** The payment minus completed and pending refunds. */
export function refundableCents(payment: { amountCents: number }, refunds: readonly Refund[]): number {
  return payment.amountCents - sumOf(refunds, ['sending', 'pending', 'unknown', 'completed'])
}

export function sumOf(refunds: readonly Refund[], states: readonly RefundState[]): number {
  return refunds.filter(({ state }) => states.includes(state)).reduce((sum, { amountCents }) => sum + amountCents, 0)
}

type DatedRefund = Refund & { createdAt: Date; resolvedAt: Date | null }

/**
 * Returns true if as much was refunded since as the provider rejected, or all that was paid. A refund counts only if it
 * was requested after the rejection: one that was already on its way is not a second try.
 */
export function isRejectionMadeUp(refunds: readonly DatedRefund[], paidCents = Infinity): boolean {
  // Whenever it was: what went back in the provider's dashboard may be why it rejected ours.
  if (sumOf(refunds, ['pending', 'completed']) >= paidCents) return true
  const sent = refunds.filter(({ state }) => state === 'pending' || state === 'completed' || state === 'rejected')
  const steps = sent.flatMap(({ amountCents, state, createdAt, resolvedAt }) => [
    { at: createdAt.getTime(), owedCents: 0 - amountCents },
    ...(state === 'rejected' ? [{ at: (resolvedAt ?? createdAt).getTime(), owedCents: amountCents }] : []),
  ])
  // A refund comes before its own rejection, also at the same moment.
  const inOrder = steps.toSorted((a, b) => a.at - b.at || a.owedCents - b.owedCents)
  return inOrder.reduce((owed, step) => Math.max(0, owed + step.owedCents), 0) === 0
}
