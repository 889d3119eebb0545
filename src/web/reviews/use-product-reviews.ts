import { useEffect, useRef, useState } from 'react'
import { MAX_REVIEWS_AT_ONCE, type ProductReviewsQuery, productReviewsSchema } from '#contract/product-reviews.ts'
import {
  type PublicReview,
  type RatingSummary,
  REVIEWS_PER_NARROW_STEP,
  REVIEWS_PER_PRODUCT_PAGE,
  type ReviewSort,
  type Star,
} from '#domain/reviews.ts'
import { paths } from '#web/paths.ts'
import { isNarrowScreen } from '#web/ui/use-is-narrow.ts'

type Choice = { sort: ReviewSort; rating: Star | undefined }
type Loaded = Choice & { reviews: readonly PublicReview[]; hasMore: boolean }

/** The reviews below a product: those the page came with first, and more of them, sorted and filtered, on request. */
export function useProductReviews(productId: string, drawn: readonly PublicReview[], summary: RatingSummary) {
  const [loaded, setLoaded] = useState<Loaded>({
    sort: 'newest',
    rating: undefined,
    reviews: drawn,
    hasMore: summary.count > drawn.length,
  })
  const [shown, setShown] = useState(REVIEWS_PER_PRODUCT_PAGE)
  const [hasFailed, setHasFailed] = useState(false)
  const request = useRef<AbortController>(undefined)
  const known = useRef(summary)

  async function load(query: ProductReviewsQuery, keep: readonly PublicReview[]): Promise<void> {
    request.current?.abort()
    const { signal } = (request.current = new AbortController())
    try {
      const response = await fetch(paths.moreReviews(productId, query), { signal })
      if (!response.ok) throw new Error(`answered ${response.status}`)
      const { reviews, hasMore } = productReviewsSchema.parse(await response.json())
      setLoaded({ sort: query.sort, rating: query.rating, reviews: [...keep, ...reviews], hasMore })
      setHasFailed(false)
    } catch {
      // Spec 8: what could not be fetched is no reason for a message; the button stays for another try.
      if (!signal.aborted) setHasFailed(true)
    }
  }

  // The live summary says that something changed; what is on the screen is fetched anew, as far as it was open.
  useEffect(() => {
    if (known.current === summary) return
    known.current = summary
    const limit = Math.min(Math.max(shown, loaded.reviews.length), MAX_REVIEWS_AT_ONCE)
    void load({ sort: loaded.sort, rating: loaded.rating, after: undefined, limit }, [])
  })

  async function choose(choice: Choice): Promise<void> {
    const limit = step()
    setShown(limit)
    await load({ ...choice, after: undefined, limit }, [])
  }

  async function showMore(): Promise<void> {
    const wanted = shown + step()
    const missing = wanted - loaded.reviews.length
    setShown(wanted)
    if (missing <= 0 || !loaded.hasMore) return
    const query = { sort: loaded.sort, rating: loaded.rating, after: loaded.reviews.at(-1)?.id, limit: missing }
    await load(query, loaded.reviews)
  }

  return {
    sort: loaded.sort,
    rating: loaded.rating,
    reviews: loaded.reviews.slice(0, shown),
    hasMore: loaded.hasMore || loaded.reviews.length > shown,
    hasFailed,
    /** A narrow screen starts with fewer. */
    start: () => setShown((current) => (current === REVIEWS_PER_PRODUCT_PAGE ? step() : current)),
    choose,
    showMore,
  }
}

function step(): number {
  return isNarrowScreen() ? REVIEWS_PER_NARROW_STEP : REVIEWS_PER_PRODUCT_PAGE
}
