/** How far a charge is. Open ones are `sending` and `unknown`. */
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

export const REFUND_STATES = ['sending', 'pending', 'completed', 'rejected', 'unknown'] as const
export type RefundState = (typeof REFUND_STATES)[number]
