/** What the provider said when a charge did not simply succeed; all of it may be missing. */
export type ProviderError = {
  statusCode?: number | undefined
  category?: string | undefined
  code?: string | undefined
  /** The call surely never reached the provider: no connection, or refused by our own side. */
  isUnsent?: boolean | undefined
}

export type PaymentVerdict =
  /** The card was refused; nothing was taken. `shouldCheckCard` when the buyer may have mistyped it. */
  | { kind: 'declined'; shouldCheckCard: boolean }
  /** The token is spent or too old; nothing was taken, and the card must be typed again. */
  | { kind: 'card-again' }
  /** Nothing was taken, and it is our fault: the shop's keys or the request. The owner must know. */
  | { kind: 'refused' }
  /** Never sent, so nothing was taken. */
  | { kind: 'not-sent' }
  /** Money may have moved. Only a lookup can tell; `isSuspicious` when the answer should be impossible. */
  | { kind: 'unknown'; isSuspicious: boolean }

/** Another try of ours has used the token or the key: what that try did must be looked up, never tried anew. */
const USED_BEFORE = new Set(['CARD_TOKEN_USED', 'IDEMPOTENCY_KEY_REUSED'])
/** Not CVV or funds: whoever tries out stolen cards must not learn which of the two was wrong. */
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
 * Says what an error of the provider means for the money (docs/product.md#what-a-providers-answer-means). `isRepeat`
 * when an earlier call under the same key may have reached the provider: then a refusal of this call says nothing about
 * that one.
 */
export function judgeProviderError(error: ProviderError, { isRepeat }: { isRepeat: boolean }): PaymentVerdict {
  const { statusCode, category, code = '' } = error
  if (error.isUnsent) return isRepeat ? unknown() : { kind: 'not-sent' }
  if (USED_BEFORE.has(code)) return unknown(true)
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return unknown()
  if (statusCode === 408 || statusCode === 409 || statusCode === 429) return unknown()
  // The provider keeps its answer under the key, so that a decline is the same whichever call it answers.
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
