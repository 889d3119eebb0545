/** States of a charge. */
export const ATTEMPT_STATES = [
  'sending',
  'succeeded',
  'declined',
  'not_sent',
  'unknown',
  'abandoned',
  'orphan_refunded',
] as const
export type AttemptState = (typeof ATTEMPT_STATES)[number]

/** Returns true if it is not known yet whether the card was charged. */
export function isOpenAttempt(state: AttemptState): boolean {
  return state === 'sending' || state === 'unknown'
}

export const REFUND_STATES = ['sending', 'pending', 'completed', 'rejected', 'unknown'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** Returns true if it is not known yet whether the provider makes the refund. */
export function isOpenRefund(state: RefundState): boolean {
  return state !== 'completed' && state !== 'rejected'
}
