import { type Cart, type CartAction, EMPTY_CART, reduceCart } from '#domain/cart/cart.ts'
import { CART_KEY, readCart, writeCart } from './stored-cart.ts'

/** The cart is in localStorage, shared by all tabs and visits; React subscribes to it. */
const listeners = new Set<() => void>()
let known: { stored: string | null; cart: Cart } = { stored: null, cart: EMPTY_CART }
/** If storage is unavailable (private windows, full disks), the cart lasts as long as the page. */
let unstored: string | null = null

function stored(): string | null {
  try {
    return localStorage.getItem(CART_KEY) ?? unstored
  } catch {
    return unstored
  }
}

export function currentCart(): Cart {
  const text = stored()
  if (text !== known.stored) known = { stored: text, cart: readCart(text) }
  return known.cart
}

export function dispatchToCart(action: CartAction): void {
  unstored = writeCart(reduceCart(currentCart(), action))
  try {
    localStorage.setItem(CART_KEY, unstored)
  } catch {
    // Storage is unavailable; the in-memory copy above serves this page.
  }
  for (const listener of listeners) listener()
}

export function subscribeToCart(listener: () => void): () => void {
  listeners.add(listener)
  // The browser notifies the other tabs; dispatchToCart notifies this one.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
