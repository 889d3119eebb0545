import type { Handler } from 'hono'
import { readProductReviewsQuery, writeProductReviewsQuery } from '#contract/product-reviews.ts'
import { toRenderedPage } from '#server/documents/document.ts'
import { AppError } from '#server/errors.ts'
import type { HeaderMap } from '#server/http/security-headers.ts'
import type { PageCache } from '#server/pages/page-cache.ts'
import { serveKept } from '#server/pages/serve-pages.ts'
import type { Services } from '#server/services/services.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

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
