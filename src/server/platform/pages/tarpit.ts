import { createBucketStore } from '#server/platform/http/limits.ts'

export type TarpitOptions = {
  /** How long the first response to a client is held, on average. Each further one is held twice as long. */
  firstMs: number
  maxMs: number
  /** A client that stays away for this long halves its next delay. */
  forgetMs: number
}

/** Above this many held responses, further ones are sent at once. */
const MAX_HELD = 5000

/** The count is capped here, so that any client is forgotten just as soon. */
const MAX_TIMES = 10

/**
 * Delays responses to clients that keep requesting what they don't get, longer each time, so that a flood slows itself
 * down.
 */
export function createTarpit({ firstMs, maxMs, forgetMs }: TarpitOptions, now: () => number) {
  const store = createBucketStore()
  store.keepFor(forgetMs * MAX_TIMES)
  let held = 0

  /** How often the client was held recently, including this time. */
  function timesHeld(client: string): number {
    const at = now()
    const last = store.find(client)
    const left = last ? Math.max(0, last.left - (at - last.at) / forgetMs) : 0
    store.put(client, { left: Math.min(MAX_TIMES, left + 1), at })
    return left
  }

  /** Resolves when the response may be sent. */
  return async function hold(client: string): Promise<void> {
    if (held >= MAX_HELD) return
    const delayMs = Math.min(maxMs, firstMs * 2 ** timesHeld(client))
    held += 1
    // Random, so that clients held together don't return together. Held responses don't delay the shop's shutdown.
    await new Promise((resolve) => setTimeout(resolve, delayMs * (0.5 + Math.random())).unref())
    held -= 1
  }
}
