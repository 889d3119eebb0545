import type { Handler } from 'hono'
import type * as z from 'zod/mini'
import { readReviewsQuery } from '#contract/page-params.ts'
import { isFirstSlice, readProductReviewsQuery, writeProductReviewsQuery } from '#contract/product-reviews-query.ts'
import type { productReviewsResponse } from '#contract/product-reviews.ts'
import { type reviewsResponse, toReviewRow } from '#contract/review-row.ts'
import { BRAND, reviewFilter, REVIEWS_PER_PAGE } from '#domain/reviews/review.ts'
import { isSlug } from '#domain/text/slug.ts'
import type { ProductIndex } from '#server/catalogue/product-index.ts'
import { AppError } from '#server/platform/errors.ts'
import type { HeaderMap } from '#server/platform/http/security-headers.ts'
import { toRenderedPage } from '#server/platform/pages/cached-document.ts'
import type { PageServer } from '#server/platform/pages/serve-pages.ts'
import type { ReviewService } from './reviews.service.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** The reviews page as data: newest first, twelve at a time, for everything, one product or the brand. */
export function serveReviews(
  { serveRendered }: PageServer,
  reviews: ReviewService,
  products: ProductIndex,
  headers: HeaderMap,
): Handler {
  return serveRendered(async (c) => {
    const { product = '', page = 1 } = readReviewsQuery(new URL(c.req.url).searchParams)
    const isKnown = product === '' || product === BRAND || (await products.mayExist(product))
    const address = `/api/reviews?${new URLSearchParams({ product, page: String(page) })}`
    return {
      address,
      lane: isKnown && page === 1 ? 'pages' : 'openEnded',
      render: async () => {
        const { reviews: found, total } = await reviews.listPage(reviewFilter(product), page)
        const last = Math.max(1, Math.ceil(total / REVIEWS_PER_PAGE))
        const list: z.infer<typeof reviewsResponse> = { reviews: found.map(toReviewRow), total }
        return toRenderedPage(
          { contentType: JSON_TYPE, text: JSON.stringify(list), tags: ['reviews', 'catalogue'] },
          headers,
          isKnown && page <= last ? address : undefined,
        )
      },
    }
  })
}

/** The reviews of one product, sorted, filtered, and starting after the last one shown. The first few are cached. */
export function serveProductReviews(
  { serveRendered }: PageServer,
  reviews: ReviewService,
  products: ProductIndex,
  headers: HeaderMap,
): Handler {
  return serveRendered(async (c) => {
    const productId = c.req.param('slug') ?? ''
    if (!isSlug(productId) || !(await products.mayExist(productId)))
      throw new AppError('not_found', 'Product not found', 404)
    const query = readProductReviewsQuery(new URL(c.req.url).searchParams)
    const address = `/api/products/${productId}/reviews${writeProductReviewsQuery(query)}`
    return {
      address,
      lane: isFirstSlice(query) ? 'pages' : 'openEnded',
      render: async () => {
        const slice = await reviews.listMore(productId, query)
        if (!slice) throw new AppError('not_found', 'This review is no longer available.', 404)
        const list: z.infer<typeof productReviewsResponse> = {
          reviews: slice.reviews.map(toReviewRow),
          total: slice.total,
          has_more: slice.hasMore,
        }
        const tags = [`reviews:${productId}`, `product:${productId}`]
        return toRenderedPage(
          { contentType: JSON_TYPE, text: JSON.stringify(list), tags },
          headers,
          isFirstSlice(query) ? address : undefined,
        )
      },
    }
  })
}
