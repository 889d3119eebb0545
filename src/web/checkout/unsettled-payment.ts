/** Holds the checkout id from the moment a payment is sent until its outcome is known. */
export const UNSETTLED_KEY = 'bloomera-unsettled'

/** On every page, so by hand and small: a payment whose outcome this tab never learned. */
export function hasUnsettledPayment(): boolean {
  try {
    return sessionStorage.getItem(UNSETTLED_KEY) !== null
  } catch {
    // Storage is refused, so nothing was noted either.
    return false
  }
}
