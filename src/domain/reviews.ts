export const REVIEWS_PER_PAGE = 12
export const REVIEWS_PER_PRODUCT_PAGE = 4
export const TESTIMONIALS_SHOWN = 9

/** A published review as anybody may see it. */
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
}

/** Pages to offer around the current one: the first, the last, and its neighbours; null is a gap. */
export function pageLinks(current: number, last: number): (number | null)[] {
  const wanted = new Set([1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last))
  const pages = [...wanted].toSorted((a, b) => a - b)
  return pages.flatMap((page, index) => {
    const before = pages[index - 1]
    return before !== undefined && page - before > 1 ? [null, page] : [page]
  })
}
