import { useMemo, useSyncExternalStore } from 'react'
import { ratingSummarySchema } from '#contract/product-reviews.ts'
import type { RatingSummary } from '#domain/reviews/review.ts'
import { paths } from '#web/paths.ts'

/** The server sends a sign of life every 20 seconds; a machine that slept does not notice that its connection is gone. */
const SILENCE_MS = 50_000
const CHECK_MS = 10_000
/** After a refusal; somebody else's turn ends in between. */
const RETRY_MS = 30_000

/** The rating as it is now, and as it was drawn until the shop has said more. */
export function useLiveRating(productId: string, drawn: RatingSummary): RatingSummary {
  const rating = useMemo(() => createLiveRating(productId), [productId])
  return useSyncExternalStore(rating.subscribe, rating.current, () => undefined) ?? drawn
}

/**
 * A store that listens while somebody looks. The stream begins with the present summary, so opening it again is also
 * the way to catch up. A hidden page holds no connection: a browser has six per shop over HTTP/1.1, and twenty tabs
 * would use them up.
 */
function createLiveRating(productId: string) {
  let live: RatingSummary | undefined

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
        const { data: summary } = ratingSummarySchema.safeParse(JSON.parse(data))
        if (!summary) return
        live = summary
        onChange()
      })
      source.addEventListener('beat', () => {
        heardAt = performance.now()
      })
      source.addEventListener('error', () => {
        // Lost connections come back by themselves; a refused one does not.
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
