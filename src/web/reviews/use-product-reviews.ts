import { useEffect, useRef, useState } from 'react'
import { MAX_REVIEWS_AT_ONCE, type ProductReviewsQuery } from '#contract/product-reviews-query.ts'
import {
  type PublicReview,
  type RatingSummary,
  REVIEWS_PER_NARROW_STEP,
  REVIEWS_PER_PRODUCT_PAGE,
  type ReviewSort,
  type Star,
} from '#domain/reviews/review.ts'
import { paths } from '#web/paths.ts'
import { OFFLINE } from '#web/ui/offline.ts'
import { useToast } from '#web/ui/toaster.tsx'
import { isNarrowScreen } from '#web/ui/use-is-narrow.ts'

type Choice = { sort: ReviewSort; rating: Star | undefined }
type Loaded = { choice: Choice; reviews: readonly PublicReview[]; hasMore: boolean }

/** What the page was rendered with. */
export type RenderedReviews = { reviews: readonly PublicReview[]; summary: RatingSummary }

/** The reviews of a product: the rendered ones first, then more, sorted and filtered, on request. */
export function useProductReviews(
  productId: string,
  { reviews: rendered, summary: first }: RenderedReviews,
  summary: RatingSummary,
) {
  const [choice, setChoice] = useState<Choice>({ sort: 'newest', rating: undefined })
  const [loaded, setLoaded] = useState<Loaded>({
    choice,
    reviews: rendered,
    hasMore: summary.count > rendered.length,
  })
  const [shown, setShown] = useState(REVIEWS_PER_PRODUCT_PAGE)
  const request = useRef<AbortController>(undefined)
  // Not the live one: it may have changed before this script loaded.
  const known = useRef(first)
  const toast = useToast()

  async function load(query: ProductReviewsQuery, keep: readonly PublicReview[]): Promise<boolean> {
    request.current?.abort()
    const { signal } = (request.current = new AbortController())
    try {
      const response = await fetch(paths.moreReviews(productId, query), { signal })
      if (!response.ok) throw new Error(`answered ${response.status}`)
      const { readProductReviews } = await import('#contract/product-reviews.ts')
      const { reviews, hasMore } = readProductReviews(await response.json())
      if (signal.aborted) return true
      const { sort, rating } = query
      setLoaded({ choice: { sort, rating }, reviews: [...keep, ...reviews], hasMore })
      return true
    } catch {
      // A later request took over, or the button can be pressed again.
      if (!signal.aborted && !navigator.onLine) toast(OFFLINE, 'error')
      return signal.aborted
    }
  }

  // The live summary changed: refetch as many reviews as are shown.
  useEffect(() => {
    if (known.current === summary) return
    known.current = summary
    const limit = Math.min(Math.max(shown, loaded.reviews.length), MAX_REVIEWS_AT_ONCE)
    void load({ ...choice, after: undefined, limit }, [])
  })

  /** Anything omitted stays as chosen before, even if that request is still in flight. */
  async function choose(change: Partial<Choice>): Promise<void> {
    const limit = step()
    const chosen = { ...choice, ...change }
    setChoice(chosen)
    setShown(limit)
    const isDone = await load({ ...chosen, after: undefined, limit }, [])
    if (isDone) return
    // What is shown stays, in its order.
    setChoice(loaded.choice)
    setShown(shown)
  }

  async function showMore(): Promise<void> {
    const wanted = shown + step()
    const missing = wanted - loaded.reviews.length
    setShown(wanted)
    if (missing <= 0 || !loaded.hasMore) return
    await load({ ...choice, after: loaded.reviews.at(-1)?.id, limit: missing }, loaded.reviews)
  }

  return {
    ...choice,
    reviews: loaded.reviews.slice(0, shown),
    hasMore: loaded.hasMore || loaded.reviews.length > shown,
    /** A narrow screen starts with fewer. */
    start: () => setShown((current) => (current === REVIEWS_PER_PRODUCT_PAGE ? step() : current)),
    choose,
    showMore,
  }
}

function step(): number {
  return isNarrowScreen() ? REVIEWS_PER_NARROW_STEP : REVIEWS_PER_PRODUCT_PAGE
}
