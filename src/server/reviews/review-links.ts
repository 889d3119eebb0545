import { createHmac } from 'node:crypto'
import { isSameSecret } from '#server/platform/http/same-secret.ts'

export type ReviewLinks = ReturnType<typeof createReviewLinks>

/**
 * Signed links for the order page and emails. The holder got the order number from us, so the review needs no email
 * address as proof; the order is still checked for the product. Links signed with the previous key are still accepted.
 */
export function createReviewLinks(secretKey: string, oldKey?: string) {
  function sign(orderNumber: string, productId: string, key = secretKey): string {
    return createHmac('sha256', key).update(`review ${orderNumber} ${productId}`).digest('base64url')
  }

  return {
    /** Path, query and fragment. The pages are the same for every visitor; the browser reads the rest. */
    pathFor(orderNumber: string, productId: string): string {
      const query = new URLSearchParams({ order: orderNumber, proof: sign(orderNumber, productId) })
      return `/products/${productId}?${query}#reviews`
    },

    isGenuine: (proof: string, orderNumber: string, productId: string): boolean =>
      isSameSecret(proof, sign(orderNumber, productId)) ||
      (oldKey !== undefined && isSameSecret(proof, sign(orderNumber, productId, oldKey))),
  }
}
