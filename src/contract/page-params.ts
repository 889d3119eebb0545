import { type ProductFilter, readFilter } from '#domain/catalogue/product-filter.ts'
import { cleanSearch } from '#domain/catalogue/search-terms.ts'
import { BRAND, NO_PRODUCT, reviewPageNumber } from '#domain/reviews/review.ts'
import { isSlug } from '#domain/text/slug.ts'

const MAX_SEARCH_PAGE = 10_000

export type ShopAllQuery = ProductFilter & {
  search?: string | undefined
  page?: number | undefined
}

export type ReviewsQuery = { product?: string | undefined; page?: number | undefined }

/** Search results or the full list, filtered; the list has no pages. */
export function readShopAllQuery(query: URLSearchParams): ShopAllQuery {
  const search = cleanSearch(query.get('search'))
  return { ...(search && { search, page: pageNumber(query.get('page')) }), ...readFilter(query) }
}

/** `product` is 'brand', or a product's id, which may not exist. */
export function readReviewsQuery(query: URLSearchParams): ReviewsQuery {
  const product = query.get('product') ?? ''
  if (product !== '' && product !== BRAND && !isSlug(product)) return { product: NO_PRODUCT, page: 1 }
  return { product: product || undefined, page: reviewPageNumber(query.get('page')) }
}

function pageNumber(value: string | null): number {
  const number = Number(value ?? 1)
  return Number.isSafeInteger(number) && number >= 1 && number <= MAX_SEARCH_PAGE ? number : 1
}
