/** What a status of the provider means for the money. */
export type PaymentOutcome = 'taken' | 'not-taken' | 'open'

/**
 * Money is taken once it is captured. APPROVED only reserves it on the card: with autocomplete on, the provider captures
 * it a moment later or lets it go, so it is neither paid nor failed yet. A status we do not know is open as well.
 */
export function paymentOutcome(status: string | undefined): PaymentOutcome {
  if (status === 'COMPLETED') return 'taken'
  return status === 'FAILED' || status === 'CANCELED' ? 'not-taken' : 'open'
}

export function isTaken(payment: { status: string } | undefined): boolean {
  return paymentOutcome(payment?.status) === 'taken'
}

/** Money is on its way back, or has arrived. Only a refund that the provider gave up moves nothing. */
export function isGoingBack(refund: { status: string } | undefined): boolean {
  return refund?.status === 'PENDING' || refund?.status === 'COMPLETED'
}
