/** Why an order can't take a payment, which is refunded. */
export const RETURN_REASONS = ['late-payment', 'second-payment', 'wrong-amount', 'other-amount', 'not-due'] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]
