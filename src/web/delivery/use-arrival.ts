import { useRouteLoaderData } from 'react-router'
import { arrivalOf, arrivalText, type StatedDelivery } from '#domain/orders/delivery-estimate.ts'
import type { StateCode } from '#domain/orders/us-states.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { useShopDay } from './use-shop-day.ts'

/** Null if the owner hasn't turned on estimates. */
export function useStatedDelivery(): StatedDelivery | null {
  return useRouteLoaderData<typeof rootLoader>('root')?.shop.delivery ?? null
}

/** "Thu, Nov 19 to Sat, Nov 21", for an order of today; undefined until the browser knows the day. */
export function useArrival(state: StateCode | undefined): string | undefined {
  const delivery = useStatedDelivery()
  const today = useShopDay()
  return delivery && today ? arrivalText(arrivalOf(delivery, today, state)) : undefined
}
