/** What a provider status means for the money. */
export type PaymentOutcome = 'taken' | 'not-taken' | 'open'

/**
 * Money is taken once it is captured. APPROVED only authorizes it: with autocomplete on, the provider captures or
 * releases it a moment later, so it is neither paid nor failed yet. An unknown status is also open.
 */
export function paymentOutcome(status: string | undefined): PaymentOutcome {
  if (status === 'COMPLETED') return 'taken'
  return status === 'FAILED' || status === 'CANCELED' ? 'not-taken' : 'open'
}

export function isTaken(payment: { status: string } | undefined): boolean {
  return paymentOutcome(payment?.status) === 'taken'
}

/** Returns true if all of it was refunded, by us or in the provider's dashboard. */
export function isFullyRefunded(payment: { amountCents: number; refundedCents: number }): boolean {
  return payment.refundedCents >= payment.amountCents
}

/** Returns true if it is what was asked for, and has not been refunded since. */
export function isRightPayment(
  payment: { amountCents: number; currency: string; refundedCents: number },
  dueCents: number,
): boolean {
  return payment.amountCents === dueCents && payment.currency === 'USD' && !isFullyRefunded(payment)
}

/** Returns true if the refund is pending or completed. A refund that the provider rejected or failed moves no money. */
export function isGoingBack(refund: { status: string } | undefined): boolean {
  return refund?.status === 'PENDING' || refund?.status === 'COMPLETED'
}
