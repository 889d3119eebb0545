import { createContext, type ReactNode, use, useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { MESSAGES } from '#contract/messages.ts'
import type { CartChange } from '#domain/cart/cart-offers.ts'
import { type Cart, type CartAction, cartCount, EMPTY_CART, lineId, MAX_QUANTITY } from '#domain/cart/cart.ts'
import { pictureOf, type ProductDetail, type ProductSummary } from '#domain/catalogue/product.ts'
import { priceOf, type Size } from '#domain/catalogue/sizes.ts'
import { useDismissToasts, useToast } from '#web/ui/toaster.tsx'
import { currentCart, dispatchToCart, subscribeToCart } from './cart-store.ts'
import { useCartRefresh } from './use-cart-refresh.ts'

/** With its gallery, the line shows the picture of its size. */
type Buyable = Pick<ProductSummary, 'id' | 'name' | 'pricing' | 'picture'> & Partial<Pick<ProductDetail, 'gallery'>>

type CartContextValue = {
  cart: Cart
  count: number
  /** Shows a toast, also if it fails. */
  add: (product: Buyable, size: Size | undefined) => void
  dispatch: (action: CartAction) => void
  isOpen: boolean
  setIsOpen: (isOpen: boolean) => void
  /** What the shop changed since the shopper last closed the drawer. */
  changes: readonly CartChange[]
  refresh: (options?: { isUrgent?: boolean }) => Promise<void>
}

const CartContext = createContext<CartContextValue | undefined>(undefined)

export function useCart(): CartContextValue {
  const value = use(CartContext)
  if (!value) throw new Error('useCart must be used within a CartProvider')
  return value
}

export function CartProvider({ children }: { children: ReactNode }) {
  const cart = useSyncExternalStore(subscribeToCart, currentCart, () => EMPTY_CART)
  const [isOpen, setDrawer] = useState(false)
  const { changes, refresh, forgetChanges } = useCartRefresh()
  const toast = useToast()
  const dismissToasts = useDismissToasts()

  const add = useCallback<CartContextValue['add']>(
    (product, size) => {
      const price = priceOf(product.pricing, size)
      if (price === undefined) return toast(MESSAGES.sizeRequired, 'error')
      const line = currentCart().items.find(({ id }) => id === lineId(product.id, size))
      if (line?.quantity === MAX_QUANTITY)
        return toast(`${product.name}: ${MAX_QUANTITY} is the most we send at once`, 'error')
      dispatchToCart({
        type: 'add',
        product: {
          productId: product.id,
          name: product.name,
          price,
          image: pictureOf({ gallery: [], ...product }, size)?.address ?? product.id,
          ...(size && { size }),
        },
      })
      toast(`${product.name} added to cart!`, 'added')
    },
    [toast],
  )

  const setIsOpen = useCallback(
    (willOpen: boolean) => {
      setDrawer(willOpen)
      if (!willOpen) return forgetChanges()
      dismissToasts('added')
      void refresh()
    },
    [dismissToasts, forgetChanges, refresh],
  )

  const value = useMemo(
    () => ({ cart, count: cartCount(cart), add, dispatch: dispatchToCart, isOpen, setIsOpen, changes, refresh }),
    [cart, add, isOpen, setIsOpen, changes, refresh],
  )
  return <CartContext value={value}>{children}</CartContext>
}
