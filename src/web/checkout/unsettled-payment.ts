/** Holds the checkout id from the moment a payment is sent until its outcome is known. */
export const UNSETTLED_KEY = 'bloomera-unsettled'

/** A payment whose outcome this tab never learned. On every page, so it's small and parsed by hand. */
export function hasUnsettledPayment(): boolean {
  try {
    return sessionStorage.getItem(UNSETTLED_KEY) !== null
  } catch {
    // Storage is blocked, so nothing was stored either.
    return false
  }
}
