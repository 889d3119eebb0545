import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { ProductDetail } from '#domain/catalogue/product.ts'
import type { ReviewInsights } from '#domain/reviews/review-insights.ts'
import { type RatingSummary, REVIEW_SORTS, type Star } from '#domain/reviews/review.ts'
import { counted } from '#domain/time/display.ts'
import { paths } from '#web/paths.ts'
import { Mentions, Quotes } from '#web/reviews/quotes.tsx'
import { RatingBars } from '#web/reviews/rating-bars.tsx'
import { ReviewCard } from '#web/reviews/review-card.tsx'
import { loadReviewForm, REVIEW_DIALOG, ReviewDialog } from '#web/reviews/review-dialog.tsx'
import { useOrderLink } from '#web/reviews/use-order-link.ts'
import { type RenderedReviews, useProductReviews } from '#web/reviews/use-product-reviews.ts'
import { opens } from '#web/ui/dialog-command.ts'
import { Stars } from '#web/ui/stars.tsx'

const SORT_NAMES = { newest: 'Newest', highest: 'Highest rating', lowest: 'Lowest rating' }

export type ProductReviewsProps = {
  product: ProductDetail
  /** The newest few. */
  rendered: RenderedReviews
  /** The live one. */
  summary: RatingSummary
  insights: ReviewInsights
}

/** Collapsed until requested by a link to #reviews or by a bar of the summary. */
export function ProductReviews({ product, rendered, summary, insights }: ProductReviewsProps) {
  const fold = useRef<HTMLDetailsElement>(null)
  const list = useProductReviews(product.id, rendered, summary)
  /** Until the visitor opens or closes it, a link from an order decides. */
  const [isWriting, setIsWriting] = useState<boolean>()
  const { hash } = useLocation()
  const order = useOrderLink()

  useEffect(() => {
    openIfAsked(fold.current, hash)
    // If it was collapsed and requested again before a re-render, the router sees the same hash.
    const open = () => openIfAsked(fold.current, location.hash)
    addEventListener('hashchange', open)
    return () => removeEventListener('hashchange', open)
  }, [hash])

  function filter(rating: Star | undefined) {
    if (fold.current) fold.current.open = true
    void list.choose({ rating })
  }

  return (
    <section className="wrap scroll-mt-6 pt-band" id="reviews" aria-labelledby="reviews-title">
      <div className="reviews-top">
        <div className="reviews-score">
          <h2 className="text-row" id="reviews-title">
            Reviews
          </h2>
          {summary.count === 0 ? (
            <p className="mt-3 text-lead text-soft">No one has reviewed this oil yet.</p>
          ) : (
            <>
              <div className="mt-2 flex items-center gap-4">
                <p className="display text-[4.2rem] leading-none lining-nums">{summary.average.toFixed(1)}</p>
                <p className="text-small text-soft">
                  <Stars value={summary.average} />
                  <span className="block">
                    from {counted(summary.count, 'review')}
                    {verifiedPart(insights, summary.count)}
                  </span>
                </p>
              </div>
              <RatingBars summary={summary} chosen={list.rating} onChoose={filter} />
            </>
          )}
        </div>
        <div className="flex flex-col gap-6">
          <Quotes quotes={insights.quotes} />
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
            <Mentions insights={insights} />
            <p className="flex flex-wrap gap-x-6 gap-y-2 text-small">
              <Link className="underlined" to={paths.ourReviews()}>
                How our reviews work
              </Link>
              <button
                className="underlined"
                type="button"
                onPointerEnter={prepareToWrite}
                onFocus={prepareToWrite}
                {...opens(REVIEW_DIALOG, () => setIsWriting(true))}
              >
                Write a review
              </button>
            </p>
          </div>
        </div>
      </div>
      {summary.count > 0 && <ReviewFold product={product} count={summary.count} list={list} fold={fold} />}
      <ReviewDialog
        product={product}
        order={order}
        isOpen={isWriting ?? order !== undefined}
        onClose={() => setIsWriting(false)}
      />
    </section>
  )
}

/** Counted in the newest reviews, which are all of them for most oils. */
function verifiedPart({ verifiedCount, reviewCount }: ReviewInsights, count: number): string {
  if (verifiedCount === 0) return ''
  return `, ${verifiedCount} ${count > reviewCount ? `of the newest ${reviewCount} ` : ''}verified`
}

function prepareToWrite() {
  // Without it, the dialog tries again and says so.
  loadReviewForm().catch(() => undefined)
}

function openIfAsked(fold: HTMLDetailsElement | null, hash: string) {
  if (hash === '#reviews' && fold) fold.open = true
}

type ReviewList = ReturnType<typeof useProductReviews>

type ReviewFoldProps = {
  product: ProductDetail
  count: number
  list: ReviewList
  fold: RefObject<HTMLDetailsElement | null>
}

function ReviewFold({ product, count, list, fold }: ReviewFoldProps) {
  const { cards, showMore } = useFocusAfterLast(list)
  const { hash, search } = useLocation()
  const navigate = useNavigate()

  // It may have been opened before this script loaded.
  const begin = useEffectEvent(() => {
    if (fold.current?.open) list.start()
  })
  useEffect(() => begin(), [])

  /** Removes the hash when collapsed; otherwise following the same link again would do nothing. */
  function toggled() {
    list.start()
    if (hash === '#reviews' && !fold.current?.open) {
      void navigate({ search, hash: '' }, { replace: true, preventScrollReset: true })
    }
  }

  return (
    <details className="group mt-6" ref={fold} onToggle={toggled}>
      <summary className="button button-quiet w-full list-none sm:w-auto sm:min-w-72">
        <span className="group-open:hidden">Read reviews ({count})</span>
        <span className="hidden group-open:inline">Hide Reviews</span>
      </summary>
      <SortAndFilter list={list} />
      <div className="mt-6 grid gap-7" ref={cards}>
        {list.reviews.map((review) => (
          <ReviewCard review={review} headingLevel="h3" key={review.id} />
        ))}
        {list.hasMore && (
          <p>
            <button className="button button-quiet" type="button" onClick={showMore}>
              Load More Reviews
            </button>
          </p>
        )}
        <noscript>
          <Link className="underlined" to={paths.reviews({ product: product.id })}>
            All {counted(count, 'review')} of {product.name}
          </Link>
        </noscript>
      </div>
    </details>
  )
}

function SortAndFilter({ list }: { list: ReviewList }) {
  const select = useRef<HTMLSelectElement>(null)

  function showAll() {
    // The button disappears after the click; without this, the focus would be lost.
    select.current?.focus({ preventScroll: true })
    void list.choose({ rating: undefined })
  }

  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
      <label className="flex items-center gap-3 text-small text-soft">
        Sort by
        <select
          className="field text-ink"
          ref={select}
          value={list.sort}
          onChange={({ target }) => {
            const sort = REVIEW_SORTS.find((name) => name === target.value) ?? 'newest'
            void list.choose({ sort })
          }}
        >
          {REVIEW_SORTS.map((sort) => (
            <option value={sort} key={sort}>
              {SORT_NAMES[sort]}
            </option>
          ))}
        </select>
      </label>
      {list.rating && (
        <p className="text-small text-soft" role="status">
          Only {counted(list.rating, 'star')} ·{' '}
          <button className="underlined" type="button" onClick={showAll}>
            Show all
          </button>
        </p>
      )}
    </div>
  )
}

/** The last press of "Load More" removes the button: focus moves to the first new review. */
function useFocusAfterLast(list: ReviewList) {
  const cards = useRef<HTMLDivElement>(null)
  const firstNew = useRef<number>(undefined)

  useEffect(() => {
    if (list.hasMore || firstNew.current === undefined) return
    const card = cards.current?.querySelectorAll('article')[firstNew.current]
    firstNew.current = undefined
    if (!card || document.activeElement !== document.body) return
    card.tabIndex = -1
    card.focus({ preventScroll: true })
  }, [list.hasMore])

  function showMore() {
    firstNew.current = list.reviews.length
    void list.showMore()
  }

  return { cards, showMore }
}
