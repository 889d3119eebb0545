/** In code points after NFC. */
export const REVIEW_LIMITS = {
  title: 100,
  body: 2000,
  reviewerName: 50,
  email: 100,
  reviewerLocation: 50,
  orderNumber: 50,
} as const

/** Faster than anyone can fill in the form; the page waits for the remainder before it submits. */
export const MIN_REVIEW_MS = 3000

export function codePoints(text: string): number {
  return Array.from(text).length
}
