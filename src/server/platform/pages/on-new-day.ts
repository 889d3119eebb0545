import { shopDay } from '#domain/time/display.ts'

const CHECK_MS = 60_000

/** Calls when the shop's calendar turns. It looks every minute: timers across a clock change or a night asleep lie. */
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
