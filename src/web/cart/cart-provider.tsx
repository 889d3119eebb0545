import { createContext, type ReactNode, use, useCallback, useMemo, useSyncExternalStore } from 'react'
import { MESSAGES } from '#contract/messages.ts'
import type { CartChange } from '#domain/cart/cart-offers.ts'
import { type Cart, type CartAction, cartCount, EMPTY_CART, lineId, MAX_QUANTITY } from '#domain/cart/cart.ts'
import { pictureOf, type ProductDetail, type ProductSummary } from '#domain/catalogue/product.ts'
import { priceOf, type Size } from '#domain/catalogue/sizes.ts'
import { revealHeader } from '#web/frame/sticky-header.ts'
import { useToast } from '#web/ui/toaster.tsx'
import { AddedToast } from './added-toast.tsx'
import { currentCart, dispatchToCart, subscribeToCart } from './cart-store.ts'
import { useCartRefresh } from './use-cart-refresh.ts'
import { useDrawer } from './use-drawer.ts'

/** With its gallery, the line shows the picture of its size. */
type Buyable = Pick<ProductSummary, 'id' | 'name' | 'pricing' | 'picture'> & Partial<Pick<ProductDetail, 'gallery'>>

type CartContextValue = {
  cart: Cart
  count: number
  /** Shows a toast, also if it fails. */
  add: (product: Buyable, size: Size | undefined) => void
  dispatch: (action: CartAction) => void
  drawer: ReturnType<typeof useDrawer>
  /** What the shop changed since the shopper last closed the drawer. */
  changes: readonly CartChange[]
  forgetChanges: () => void
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
  const { isOpen, open, closed, toCheckout } = useDrawer()
  const { changes, refresh, forgetChanges } = useCartRefresh()
  const toast = useToast()

  const add = useCallback<CartContextValue['add']>(
    (product, size) => {
      const price = priceOf(product.pricing, size)
      if (price === undefined) return toast(MESSAGES.sizeRequired, 'error')
      const line = currentCart().items.find(({ id }) => id === lineId(product.id, size))
      if (line?.quantity === MAX_QUANTITY)
        return toast(`${product.name}: ${MAX_QUANTITY} is the most we send at once`, 'error')
      const added = {
        productId: product.id,
        name: product.name,
        price,
        image: pictureOf({ gallery: [], ...product }, size)?.address ?? product.id,
        ...(size && { size }),
      }
      dispatchToCart({ type: 'add', product: added })
      revealHeader()
      const message = `${product.name} added to cart!`
      toast(message, 'added', {
        content: <AddedToast message={message} item={added} onView={open} />,
      })
    },
    [open, toast],
  )

  const drawer = useMemo(() => ({ isOpen, open, closed, toCheckout }), [isOpen, open, closed, toCheckout])
  const value = useMemo(
    () => ({
      cart,
      count: cartCount(cart),
      add,
      dispatch: dispatchToCart,
      drawer,
      changes,
      refresh,
      forgetChanges,
    }),
    [cart, add, drawer, changes, refresh, forgetChanges],
  )
  return <CartContext value={value}>{children}</CartContext>
}
