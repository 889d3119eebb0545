import { useCallback, useEffect, useState } from 'react'
import { type CartChange, cartChanges, type Offer, repriced } from '#domain/cart/cart-offers.ts'
import { formatCents } from '#domain/money/cents.ts'
import { useToast } from '#web/ui/toaster.tsx'
import { currentCart, dispatchToCart } from './cart-store.ts'
import { fetchOffers } from './fetch-offers.ts'

/** Opening and closing the drawer repeatedly must not refetch each time. */
const MIN_INTERVAL_MS = 60_000

let askedAt = -Infinity

/**
 * Refetches prices and availability when the drawer opens and when the shopper returns to the page. Changes are listed
 * in the drawer; removed items also show a toast, as the drawer may be closed.
 */
export function useCartRefresh() {
  const [changes, setChanges] = useState<readonly CartChange[]>([])
  const toast = useToast()

  const takeOver = useCallback(
    (offers: readonly Offer[]) => {
      const { items } = currentCart()
      const found = cartChanges(items, offers)
      // Names and what is in a bottle change silently.
      if (JSON.stringify(repriced(items, offers)) !== JSON.stringify(items)) dispatchToCart({ type: 'reprice', offers })
      if (found.length === 0) return
      setChanges((earlier) => [...earlier, ...found])
      const lost = found.filter(({ kind }) => kind !== 'price')
      if (lost.length > 0) toast(lost.map(changeText).join(' '), 'error')
    },
    [toast],
  )

  /** `isUrgent` if the server has just reported that the cart is outdated. */
  const refresh = useCallback(
    async ({ isUrgent = false } = {}) => {
      const isEarly = performance.now() - askedAt < MIN_INTERVAL_MS
      if ((isEarly && !isUrgent) || currentCart().items.length === 0) return
      askedAt = performance.now()
      const offers = await fetchOffers()
      if (offers) takeOver(offers)
    },
    [takeOver],
  )

  useEffect(() => {
    const comeBack = () => {
      if (document.visibilityState === 'visible') void refresh()
    }
    document.addEventListener('visibilitychange', comeBack)
    return () => document.removeEventListener('visibilitychange', comeBack)
  }, [refresh])

  const forgetChanges = useCallback(() => setChanges([]), [])
  return { changes, refresh, forgetChanges }
}

export function changeText(change: CartChange): string {
  const what = change.size ? `${change.name}, ${change.size},` : change.name
  switch (change.kind) {
    case 'gone':
      return `${what} is no longer available and was removed from your cart.`
    case 'sold-out':
      return `${what} is sold out and was removed from your cart.`
    case 'price':
      return `${what} is now ${formatCents(change.toCents)}; it was ${formatCents(change.fromCents)}.`
  }
}
