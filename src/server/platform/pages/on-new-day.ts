import { shopDay } from '#domain/time/display.ts'

const CHECK_MS = 60_000

/**
 * Calls back when a new shop day begins. Polls every minute, because long timers drift across clock changes and sleep.
 */
export function onNewDay(call: () => void, now: () => Date = () => new Date()): () => void {
  let day = shopDay(now())
  const timer = setInterval(() => {
    const today = shopDay(now())
    if (today === day) return
    day = today
    call()
  }, CHECK_MS)
  timer.unref()
  return () => clearInterval(timer)
}
