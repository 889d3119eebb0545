import type { Handler } from 'hono'
import type { HeaderMap } from '#server/platform/http/security-headers.ts'
import { toRenderedPage } from '#server/platform/pages/cached-document.ts'
import type { PageServer } from '#server/platform/pages/serve-pages.ts'
import { pictureUrl } from '#web/pictures/picture.tsx'
import type { CatalogService } from './catalogue.service.ts'

const ADDRESS = '/api/products'

/** Everything on sale. Carts in the browser fetch current prices from it, so it is cached like a page. */
export function serveProducts({ serveRendered }: PageServer, catalog: CatalogService, headers: HeaderMap): Handler {
  return serveRendered(() => ({
    address: ADDRESS,
    lane: 'pages',
    render: async () => {
      const rows = await catalog.listRows()
      // A product without an uploaded picture shows its rendered one.
      const rendered = (id: string) => pictureUrl({ id, picture: undefined }, 1280) ?? ''
      const products = rows.map((row) => ({ ...row, image_url: row.image_url || rendered(row.id) }))
      return toRenderedPage(
        {
          contentType: 'application/json; charset=utf-8',
          text: JSON.stringify({ products }),
          tags: ['catalogue', 'reviews'],
        },
        headers,
        ADDRESS,
      )
    },
  }))
}
