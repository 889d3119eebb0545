import { type Cart, type CartAction, EMPTY_CART, reduceCart } from '#domain/cart/cart.ts'
import { CART_KEY, readCart, writeCart } from './stored-cart.ts'

/** The cart lives in the browser's storage, where all tabs and all visits find it; React has a view of it. */
const listeners = new Set<() => void>()
let known: { stored: string | null; cart: Cart } = { stored: null, cart: EMPTY_CART }
/** Where storage is refused (private windows, full disks) the cart still lasts as long as the page. */
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
    // Storage is refused; the copy above serves this page.
  }
  for (const listener of listeners) listener()
}

export function subscribeToCart(listener: () => void): () => void {
  listeners.add(listener)
  // The browser tells the other tabs; this one hears from dispatchToCart.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
