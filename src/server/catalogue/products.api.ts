import type { Handler } from 'hono'
import type * as z from 'zod/mini'
import { MESSAGES } from '#contract/messages.ts'
import type { productResponse, productsResponse } from '#contract/products.ts'
import { isSlug } from '#domain/text/slug.ts'
import { AppError } from '#server/platform/errors.ts'
import type { HeaderMap } from '#server/platform/http/security-headers.ts'
import { toRenderedPage } from '#server/platform/pages/cached-document.ts'
import type { PageServer } from '#server/platform/pages/serve-pages.ts'
import type { CatalogService } from './catalogue.service.ts'
import type { ProductIndex } from './product-index.ts'

const ADDRESS = '/api/products'
const JSON_TYPE = 'application/json; charset=utf-8'

/** Everything on sale. Carts in the browser fetch current prices from it, so it is cached like a page. */
export function serveProducts({ serveRendered }: PageServer, catalog: CatalogService, headers: HeaderMap): Handler {
  return serveRendered(() => ({
    address: ADDRESS,
    lane: 'pages',
    render: async () => {
      const rows = await catalog.listRows()
      const list: z.infer<typeof productsResponse> = { products: rows }
      return toRenderedPage(
        { contentType: JSON_TYPE, text: JSON.stringify(list), tags: ['catalogue', 'reviews'] },
        headers,
        ADDRESS,
      )
    },
  }))
}

/** One of them, under its slug. */
export function serveProduct(
  { serveRendered }: PageServer,
  catalog: CatalogService,
  products: ProductIndex,
  headers: HeaderMap,
): Handler {
  return serveRendered(async (c) => {
    const slug = c.req.param('slug') ?? ''
    const notFound = new AppError('not_found', MESSAGES.productNotFound, 404)
    if (!isSlug(slug) || !(await products.mayExist(slug))) throw notFound
    const address = `${ADDRESS}/${slug}`
    return {
      address,
      lane: 'pages',
      render: async () => {
        const row = await catalog.findRow(slug)
        if (!row) throw notFound
        const found: z.infer<typeof productResponse> = { product: row }
        return toRenderedPage(
          { contentType: JSON_TYPE, text: JSON.stringify(found), tags: ['catalogue', 'reviews'] },
          headers,
          address,
        )
      },
    }
  })
}
