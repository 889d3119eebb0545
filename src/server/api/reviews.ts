import type { Handler } from 'hono'
import { readProductReviewsQuery, writeProductReviewsQuery } from '#contract/product-reviews.ts'
import { reviewFilter, reviewPageNumber } from '#domain/reviews.ts'
import { toRenderedPage } from '#server/documents/document.ts'
import { AppError } from '#server/errors.ts'
import type { HeaderMap } from '#server/http/security-headers.ts'
import type { PageCache } from '#server/pages/page-cache.ts'
import { serveKept } from '#server/pages/serve-pages.ts'
import type { Services } from '#server/services/services.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

const ALL = '/api/reviews'
const SLUG = /^[a-z0-9-]{1,100}$/

/** The reviews page as data: newest first, twelve at a time, of everything, one product or the brand. */
export function serveReviews(cache: PageCache, { reviews }: Services, headers: HeaderMap): Handler {
  return serveKept(
    cache,
    ({ searchParams }) =>
      `${ALL}?${new URLSearchParams({
        product: SLUG.exec(searchParams.get('product') ?? '')?.[0] ?? '',
        page: String(reviewPageNumber(searchParams.get('page'))),
      })}`,
    async (address) => {
      const { searchParams } = new URL(address, 'http://localhost')
      const filter = reviewFilter(searchParams.get('product') ?? '')
      const page = await reviews.listPage(filter, reviewPageNumber(searchParams.get('page')))
      return toRenderedPage(
        { contentType: JSON_TYPE, text: JSON.stringify(page), tags: ['reviews', 'catalogue'] },
        headers,
      )
    },
  )
}

/** The reviews of one product, sorted, filtered and from where the reader has come to. Kept like a page. */
export function serveProductReviews(cache: PageCache, { catalog, reviews }: Services, headers: HeaderMap): Handler {
  return serveKept(
    cache,
    ({ pathname, searchParams }) => pathname + writeProductReviewsQuery(readProductReviewsQuery(searchParams)),
    async (address) => {
      const { pathname, searchParams } = new URL(address, 'http://localhost')
      const productId = decodeURIComponent(pathname.split('/')[3] ?? '')
      if (!(await catalog.findBySlug(productId))) throw new AppError('not_found', 'Product not found', 404)
      const slice = await reviews.listMore(productId, readProductReviewsQuery(searchParams))
      if (!slice) throw new AppError('not_found', 'This review is not there any more.', 404)
      const tags = [`reviews:${productId}`, `product:${productId}`]
      return toRenderedPage({ contentType: JSON_TYPE, text: JSON.stringify(slice), tags }, headers)
    },
  )
}
