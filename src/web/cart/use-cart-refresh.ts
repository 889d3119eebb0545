import { useCallback, useEffect, useState } from 'react'
import { useToast } from '#web/ui/toaster.tsx'
import { currentCart } from './cart-store.ts'

/** Opening and closing the drawer repeatedly must not refetch each time. */
const MIN_INTERVAL_MS = 60_000

let askedAt = -Infinity

/**
 * Refetches prices and availability when the drawer opens and when the shopper returns to the page. Changes are listed
 * in the drawer; removed items also show a toast, as the drawer may be closed.
 */
export function useCartRefresh() {
  const [changes, setChanges] = useState<readonly string[]>([])
  const toast = useToast()

  /** `isUrgent` if the server has just reported that the cart is outdated. */
  const refresh = useCallback(
    async ({ isUrgent = false } = {}) => {
      const isEarly = performance.now() - askedAt < MIN_INTERVAL_MS
      if ((isEarly && !isUrgent) || currentCart().items.length === 0) return
      askedAt = performance.now()
      // If that fails, the cart stays as it is: the server has the final say on prices.
      const loaded = await import('./refresh-cart.ts').catch(() => undefined)
      const found = await loaded?.refreshCart()
      if (!found || found.changes.length === 0) return
      setChanges((earlier) => [...earlier, ...found.changes])
      if (found.losses.length > 0) toast(found.losses.join(' '), 'error')
    },
    [toast],
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
