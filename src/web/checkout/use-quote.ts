import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Quote, QuoteRequest } from '#contract/checkout.ts'
import { type QuoteOutcome, requestQuote } from './request-quote.ts'

/** Debounces typing and stepping before asking the shop. */
const DEBOUNCE_MS = 350
/** Prices rarely move within a minute, and the payment itself is checked against them again. */
const FRESH_MS = 60_000

type Known = { key: string; outcome: QuoteOutcome; at: number }

/** What the shop would charge for the current request; undefined until it responds. */
export function useQuote(request: QuoteRequest, onQuote: (quote: Quote) => void) {
  const [known, setKnown] = useState<Known>()
  const latest = useRef<Known>(undefined)
  const key = JSON.stringify(request)

  function keep(wantedKey: string, outcome: QuoteOutcome): QuoteOutcome {
    latest.current = { key: wantedKey, outcome, at: performance.now() }
    setKnown(latest.current)
    if (outcome.ok) onQuote(outcome.quote)
    return outcome
  }

  const ask = useEffectEvent(async (wantedKey: string, isWanted: () => boolean) => {
    if (request.items.length === 0 || latest.current?.key === wantedKey) return
    const outcome = await requestQuote(request)
    if (isWanted()) keep(wantedKey, outcome)
  })

  useEffect(() => {
    let isWanted = true
    const timer = setTimeout(() => void ask(key, () => isWanted), DEBOUNCE_MS)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [key])

  /** For paying: one that's at most a minute old, fetched if necessary. */
  async function fresh(wanted: QuoteRequest): Promise<QuoteOutcome> {
    const wantedKey = JSON.stringify(wanted)
    const { current } = latest
    const isFresh = current?.key === wantedKey && performance.now() - current.at < FRESH_MS
    return isFresh && current.outcome.ok ? current.outcome : keep(wantedKey, await requestQuote(wanted))
  }

  /** For the breakdown that came with a refusal to charge. */
  function replace(wanted: QuoteRequest, quote: Quote): void {
    keep(JSON.stringify(wanted), { ok: true, quote })
  }

  const outcome = known?.key === key ? known.outcome : undefined
  return {
    quote: outcome?.ok ? outcome.quote : undefined,
    /** Why this cart can't be bought as is. Empty if the shop can't be reached. */
    refusal: outcome && !outcome.ok && outcome.problem ? outcome.message : '',
    fresh,
    replace,
  }
}
