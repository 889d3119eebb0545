import { type Rating, ratingOf } from '../catalogue/product.ts'

export const REVIEWS_PER_PAGE = 12
/** On a product page; narrow screens load fewer at a time. */
export const REVIEWS_PER_PRODUCT_PAGE = 4
export const REVIEWS_PER_NARROW_STEP = 2

/** A published review as shown to visitors. */
export type PublicReview = {
  id: string
  /** Null for a testimonial about the brand. */
  productId: string | null
  productName: string | null
  rating: number
  title: string
  body: string
  /** First name and last initial; the full name stays on the server. */
  reviewer: string
  reviewerLocation: string | null
  isVerified: boolean
  date: Date
  /** The owner's reply. */
  reply: string | null
}

/** With the page of its list that it is on. */
export type Testimonial = PublicReview & { page: number }

export const REVIEW_SORTS = ['newest', 'highest', 'lowest'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]

export const STARS = [5, 4, 3, 2, 1] as const
export type Star = (typeof STARS)[number]

/** Published reviews by number of stars, with their average. */
export type RatingSummary = Rating & { stars: Record<Star, number> }

export function summarize(stars: Record<Star, number>): RatingSummary {
  const count = STARS.reduce((sum, star) => sum + stars[star], 0)
  const total = STARS.reduce((sum, star) => sum + star * stars[star], 0)
  return { ...ratingOf(total, count), stars }
}

export function isStar(value: number): value is Star {
  return STARS.some((star) => star === value)
}

/** Used in URLs in place of a product id. */
export const BRAND = 'brand'
/** The same for a product that doesn't exist. No product id looks like this. */
export const NO_PRODUCT = '-'

export type ReviewFilter = { kind: 'all' } | { kind: 'brand' } | { kind: 'product'; productId: string }

/** A product id, 'brand', or empty for all. */
export function reviewFilter(product: string): ReviewFilter {
  if (product === '') return { kind: 'all' }
  return product === BRAND ? { kind: 'brand' } : { kind: 'product', productId: product }
}

/** From a query parameter; invalid values are page 1. */
export function reviewPageNumber(value: string | null): number {
  const number = Number(value ?? 1)
  return Number.isSafeInteger(number) && number >= 1 && number <= 1_000_000 ? number : 1
}

/** Page links around the current one: first, last, and neighbors; null is a gap. */
export function pageLinks(current: number, last: number): (number | null)[] {
  const wanted = new Set([1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last))
  const pages = [...wanted].toSorted((a, b) => a - b)
  return pages.flatMap((page, index) => {
    const before = pages[index - 1]
    return before !== undefined && page - before > 1 ? [null, page] : [page]
  })
}
