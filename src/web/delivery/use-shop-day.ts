import { useSyncExternalStore } from 'react'
import { shopDay } from '#domain/time/display.ts'

const CHECK_MS = 60_000

/**
 * The day at the shop. Undefined on the server and during hydration: a page is cached over midnight, and a date in it
 * would be yesterday's. A page that stays open, or comes back, moves on with the day.
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
