import { useCallback, useEffect, useRef, useState } from 'react'
import type { Quote, QuoteRequest } from '#contract/checkout.ts'
import { type QuoteOutcome, requestQuote } from './request-quote.ts'

/** Typing and stepping settle before the shop is asked. */
const DEBOUNCE_MS = 350
/** Prices rarely move within a minute, and the payment itself is checked against them again. */
const FRESH_MS = 60_000

type Known = { key: string; outcome: QuoteOutcome; at: number }

/** What the shop would charge for the request as it stands; undefined while it has not said. */
export function useQuote(request: QuoteRequest) {
  const [known, setKnown] = useState<Known>()
  const latest = useRef<Known>(undefined)
  const key = JSON.stringify(request)

  const keep = useCallback((next: Known) => {
    latest.current = next
    setKnown(next)
    return next.outcome
  }, [])

  useEffect(() => {
    let isWanted = true
    const timer = setTimeout(() => {
      const wanted = JSON.parse(key) as QuoteRequest
      if (wanted.items.length === 0 || latest.current?.key === key) return
      void requestQuote(wanted).then((outcome) => {
        if (isWanted) keep({ key, outcome, at: performance.now() })
      })
    }, DEBOUNCE_MS)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [key, keep])

  /** For paying: one that is no older than a minute, asked for if need be. */
  const fresh = useCallback(
    async (wanted: QuoteRequest): Promise<QuoteOutcome> => {
      const wantedKey = JSON.stringify(wanted)
      const { current } = latest
      const isFresh = current?.key === wantedKey && performance.now() - current.at < FRESH_MS
      if (isFresh && current.outcome.ok) return current.outcome
      const outcome = await requestQuote(wanted)
      return keep({ key: wantedKey, outcome, at: performance.now() })
    },
    [keep],
  )

  /** For the breakdown that came with a refusal to charge. */
  const replace = useCallback(
    (wanted: QuoteRequest, quote: Quote) => {
      keep({ key: JSON.stringify(wanted), outcome: { ok: true, quote }, at: performance.now() })
    },
    [keep],
  )

  const outcome = known?.key === key ? known.outcome : undefined
  return { outcome, fresh, replace }
}
