import { useMemo, useSyncExternalStore } from 'react'
import { type RatingSummary, STARS } from '#domain/reviews/review.ts'
import { paths } from '#web/paths.ts'
import { readRatingSummary } from './read-rating-summary.ts'

/** The server sends a heartbeat every 20 seconds; a computer that slept doesn't notice a lost connection. */
const SILENCE_MS = 50_000
const CHECK_MS = 10_000
/** Back-off after a refusal; another stream may have ended by then. */
const RETRY_MS = 30_000

/** The live rating; the rendered one until the stream has sent an update. */
export function useLiveRating(productId: string, rendered: RatingSummary): RatingSummary {
  const rating = useMemo(() => createLiveRating(productId, rendered), [productId, rendered])
  return useSyncExternalStore(rating.subscribe, rating.current, () => rendered)
}

function isSame(one: RatingSummary, other: RatingSummary): boolean {
  return one.average === other.average && STARS.every((star) => one.stars[star] === other.stars[star])
}

/**
 * An external store that is connected while it is visible. The stream starts with the current summary, so reconnecting
 * also catches up. A hidden page holds no connection: a browser allows six per host over HTTP/1.1, and twenty tabs
 * would use them up.
 */
function createLiveRating(productId: string, rendered: RatingSummary) {
  let live = rendered

  function subscribe(onChange: () => void): () => void {
    let source: EventSource | undefined
    let heardAt = 0
    let refusedAt = -RETRY_MS

    function close(): void {
      source?.close()
      source = undefined
    }

    function open(): void {
      if (document.hidden || source || performance.now() - refusedAt < RETRY_MS) return
      source = new EventSource(paths.liveReviews(productId))
      heardAt = performance.now()
      source.addEventListener('message', ({ data }: MessageEvent<string>) => {
        heardAt = performance.now()
        const summary = readRatingSummary(JSON.parse(data))
        // The stream starts with what the page already shows, unless it was rendered a while ago.
        if (!summary || isSame(summary, live)) return
        live = summary
        onChange()
      })
      source.addEventListener('beat', () => {
        heardAt = performance.now()
      })
      source.addEventListener('error', () => {
        // Lost connections are retried by the browser; refused ones are not.
        if (source?.readyState !== EventSource.CLOSED) return
        refusedAt = performance.now()
        close()
      })
    }

    function check(): void {
      if (document.hidden || performance.now() - heardAt > SILENCE_MS) close()
      open()
    }

    check()
    const timer = setInterval(check, CHECK_MS)
    document.addEventListener('visibilitychange', check)
    addEventListener('pageshow', check)
    addEventListener('pagehide', close)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
      removeEventListener('pageshow', check)
      removeEventListener('pagehide', close)
      close()
    }
  }

  return { subscribe, current: () => live }
}
