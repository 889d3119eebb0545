/** The provider's error for a charge; any part may be missing. */
export type ProviderError = {
  statusCode?: number | undefined
  category?: string | undefined
  code?: string | undefined
  /** The call certainly never reached the provider: no connection, or rejected on our side. */
  isUnsent?: boolean | undefined
}

export type PaymentVerdict =
  /** The card was declined; nothing was charged. `shouldCheckCard` if the buyer may have mistyped it. */
  | { kind: 'declined'; shouldCheckCard: boolean }
  /** The token is used or expired; nothing was charged, and the card must be entered again. */
  | { kind: 'card-again' }
  /** Nothing was charged because of our keys or our request. The owner must know. */
  | { kind: 'refused' }
  /** Never sent, so nothing was charged. */
  | { kind: 'not-sent' }
  /** Money may have moved. Only a lookup can tell; `isSuspicious` if the response should be impossible. */
  | { kind: 'unknown'; isSuspicious: boolean }

/** One of our earlier calls used the token or key: look up its result, never charge again. */
const USED_BEFORE = new Set(['CARD_TOKEN_USED', 'IDEMPOTENCY_KEY_REUSED'])
/** Without CVV and funds: a card tester must not learn which of the two was wrong. */
const MISTYPED = new Set([
  'BAD_EXPIRATION',
  'CARD_EXPIRED',
  'EXPIRATION_FAILURE',
  'INVALID_CARD',
  'INVALID_CARD_DATA',
  'INVALID_EXPIRATION',
  'INVALID_POSTAL_CODE',
  'PAN_FAILURE',
])

/**
 * What a provider error means for the money (docs/product.md#what-a-providers-answer-means). `isRepeat` if an earlier
 * call with the same key may have reached the provider: then a refusal of this call says nothing about that one.
 */
export function judgeProviderError(error: ProviderError, { isRepeat }: { isRepeat: boolean }): PaymentVerdict {
  const { statusCode, category, code = '' } = error
  if (error.isUnsent) return isRepeat ? unknown() : { kind: 'not-sent' }
  if (USED_BEFORE.has(code)) return unknown(true)
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return unknown()
  if (statusCode === 408 || statusCode === 409 || statusCode === 429) return unknown()
  // The provider stores its response under the idempotency key, so a decline is the same whichever call it answers.
  if (code === 'CARD_TOKEN_EXPIRED') return { kind: 'card-again' }
  if (category === 'PAYMENT_METHOD_ERROR') return { kind: 'declined', shouldCheckCard: MISTYPED.has(code) }
  if (isRepeat) return unknown()
  if (code === 'NOT_FOUND' && category === 'INVALID_REQUEST_ERROR') return { kind: 'card-again' }
  if (statusCode === 401 || statusCode === 403 || category === 'INVALID_REQUEST_ERROR') return { kind: 'refused' }
  return unknown()
}

function unknown(isSuspicious = false): PaymentVerdict {
  return { kind: 'unknown', isSuspicious }
}
