import { type ReactNode, useCallback, useMemo, useSyncExternalStore } from 'react'
import { PAGE_MESSAGES } from '#contract/page-messages.ts'
import { cartCount, EMPTY_CART, lineId, MAX_LINES, MAX_QUANTITY } from '#domain/cart/cart.ts'
import { priceOf } from '#domain/catalogue/sizes.ts'
import { revealHeader } from '#web/frame/sticky-header.ts'
import { useToast } from '#web/ui/toaster.tsx'
import { AddedToast } from './added-toast.tsx'
import { CartContext, type CartContextValue } from './cart-context.ts'
import { toCartLine } from './cart-line.ts'
import { currentCart, dispatchToCart, subscribeToCart } from './cart-store.ts'
import { useCartRefresh } from './use-cart-refresh.ts'
import { useDrawer } from './use-drawer.ts'

export function CartProvider({ children }: { children: ReactNode }) {
  const cart = useSyncExternalStore(subscribeToCart, currentCart, () => EMPTY_CART)
  const { isOpen, open, closed, toCheckout } = useDrawer()
  const { changes, refresh, forgetChanges } = useCartRefresh()
  const toast = useToast()

  const add = useCallback<CartContextValue['add']>(
    (product, size) => {
      const price = priceOf(product.pricing, size)
      if (price === undefined) return toast(PAGE_MESSAGES.sizeRequired, 'error')
      const { items } = currentCart()
      const line = items.find(({ id }) => id === lineId(product.id, size))
      if (!line && items.length >= MAX_LINES) return toast(PAGE_MESSAGES.tooManyLines, 'error')
      if (line?.quantity === MAX_QUANTITY)
        return toast(`${product.name}: ${MAX_QUANTITY} is the most per order`, 'error')
      const added = toCartLine(product, size, price)
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
