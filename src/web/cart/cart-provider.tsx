import { createContext, type ReactNode, use, useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { MESSAGES } from '#contract/messages.ts'
import { type Cart, type CartAction, cartCount, EMPTY_CART, lineId, MAX_QUANTITY, reduceCart } from '#domain/cart.ts'
import type { ProductSummary } from '#domain/catalog.ts'
import { priceOf, type Size } from '#domain/sizes.ts'
import { useToast } from '#web/ui/toaster.tsx'
import { CART_KEY, readCart, writeCart } from './stored-cart.ts'

type CartContextValue = {
  cart: Cart
  count: number
  /** Says what happened in a toast, also when it could not be done. */
  add: (product: Pick<ProductSummary, 'id' | 'name' | 'pricing' | 'picture'>, size: Size | undefined) => void
  dispatch: (action: CartAction) => void
  isOpen: boolean
  setIsOpen: (isOpen: boolean) => void
}

const CartContext = createContext<CartContextValue | undefined>(undefined)

export function useCart(): CartContextValue {
  const value = use(CartContext)
  if (!value) throw new Error('useCart must be used within a CartProvider')
  return value
}

/** The cart lives in the browser's storage, where all tabs and all visits find it; this is a view of it. */
export function CartProvider({ children }: { children: ReactNode }) {
  const cart = useSyncExternalStore(subscribe, currentCart, () => EMPTY_CART)
  const [isOpen, setIsOpen] = useState(false)
  const toast = useToast()

  const add = useCallback<CartContextValue['add']>(
    (product, size) => {
      const price = priceOf(product.pricing, size)
      if (price === undefined) return toast(MESSAGES.sizeRequired, 'error')
      const line = currentCart().items.find(({ id }) => id === lineId(product.id, size))
      if (line?.quantity === MAX_QUANTITY)
        return toast(`${product.name}: ${MAX_QUANTITY} is the most we send at once`, 'error')
      dispatch({
        type: 'add',
        product: {
          productId: product.id,
          name: product.name,
          price,
          image: product.picture?.address ?? product.id,
          ...(size && { size }),
        },
      })
      toast(`${product.name} added to cart!`)
    },
    [toast],
  )

  const value = useMemo(() => ({ cart, count: cartCount(cart), add, dispatch, isOpen, setIsOpen }), [cart, add, isOpen])
  return <CartContext value={value}>{children}</CartContext>
}

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

function currentCart(): Cart {
  const text = stored()
  if (text !== known.stored) known = { stored: text, cart: readCart(text) }
  return known.cart
}

function dispatch(action: CartAction): void {
  unstored = writeCart(reduceCart(currentCart(), action))
  try {
    localStorage.setItem(CART_KEY, unstored)
  } catch {
    // Storage is refused; the copy above serves this page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // The browser tells the other tabs; this one hears from dispatch.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
