/** Why there's no card form, as far as we can tell: browsers don't say what blocked a script or a frame. */
export type CardProblem = 'offline' | 'blocked' | 'stalled' | 'shop' | 'refused'

/** Below the fixed text: what may be the cause, and what the buyer can do about it. */
export const CARD_ADVICE: Record<CardProblem, string> = {
  offline: "You're offline. Your cart is safe, and the card form loads as soon as you're connected again.",
  blocked:
    "Something in this browser stopped Square's payment form, usually an ad blocker or a privacy extension. Turn it off for this page and try again, or use another browser.",
  stalled: "Square's payment form is taking too long. Check your connection and try again.",
  shop: "Our shop didn't answer. Check your connection and try again.",
  refused:
    "Square's payment form couldn't start in this browser. Allow cookies for this page and try again, or use another browser.",
}

/** Anything that fails while offline is assumed to fail because of that. */
export function toCardProblem(found: CardProblem): CardProblem {
  return isOffline() ? 'offline' : found
}

export function isOffline(): boolean {
  return 'onLine' in navigator && !navigator.onLine
}
