import { createHmac } from 'node:crypto'
import { isSameSecret } from '#server/platform/http/same-secret.ts'

export type ReviewLinks = ReturnType<typeof createReviewLinks>

/**
 * Links for the order page and for mail. Whoever holds one was told the order number by us, so that the review needs no
 * e-mail to prove it; what the order holds is looked up all the same.
 */
export function createReviewLinks(secretKey: string) {
  function sign(orderNumber: string, productId: string): string {
    return createHmac('sha256', secretKey).update(`review ${orderNumber} ${productId}`).digest('base64url')
  }

  return {
    /** Path, query and fragment; the pages themselves are the same for everybody, the browser reads the rest. */
    pathFor(orderNumber: string, productId: string): string {
      const query = new URLSearchParams({ order: orderNumber, proof: sign(orderNumber, productId) })
      return `/products/${productId}?${query}#reviews`
    },

    isGenuine: (proof: string, orderNumber: string, productId: string): boolean =>
      isSameSecret(proof, sign(orderNumber, productId)),
  }
}
