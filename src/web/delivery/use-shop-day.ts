import { useSyncExternalStore } from 'react'
import { shopDay } from '#domain/time/display.ts'

const CHECK_MS = 60_000

/**
 * The current shop day. Undefined on the server and during hydration: pages are cached past midnight, so a date in one
 * could be yesterday's. A page that stays open or is restored follows the day.
 */
export function useShopDay(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => shopDay(new Date()),
    () => undefined,
  )
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, CHECK_MS)
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}
