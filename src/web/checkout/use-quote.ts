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

  const keep = useCallback((wantedKey: string, outcome: QuoteOutcome) => {
    latest.current = { key: wantedKey, outcome, at: performance.now() }
    setKnown(latest.current)
    return outcome
  }, [])

  useEffect(() => {
    let isWanted = true
    async function ask() {
      const wanted = JSON.parse(key) as QuoteRequest
      if (wanted.items.length === 0 || latest.current?.key === key) return
      const outcome = await requestQuote(wanted)
      if (isWanted) keep(key, outcome)
    }
    const timer = setTimeout(() => void ask(), DEBOUNCE_MS)
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
      return isFresh && current.outcome.ok ? current.outcome : keep(wantedKey, await requestQuote(wanted))
    },
    [keep],
  )

  /** For the breakdown that came with a refusal to charge. */
  const replace = useCallback(
    (wanted: QuoteRequest, quote: Quote) => void keep(JSON.stringify(wanted), { ok: true, quote }),
    [keep],
  )

  const outcome = known?.key === key ? known.outcome : undefined
  return {
    quote: outcome?.ok ? outcome.quote : undefined,
    /** Why this cart cannot be bought as it is. A shop that cannot be reached says nothing about the cart. */
    refusal: outcome && !outcome.ok && outcome.problem ? outcome.message : '',
    fresh,
    replace,
  }
}
