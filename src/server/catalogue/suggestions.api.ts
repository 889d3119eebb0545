import type { Handler } from 'hono'
import type { Suggestions } from '#contract/suggestions.ts'
import type { ProductSummary } from '#domain/catalogue/product.ts'
import { cleanSearch } from '#domain/catalogue/search-terms.ts'
import type { HeaderMap } from '#server/platform/http/security-headers.ts'
import { toRenderedPage } from '#server/platform/pages/cached-document.ts'
import type { PageServer } from '#server/platform/pages/serve-pages.ts'
import { pictureUrl } from '#web/pictures/picture-addresses.ts'
import type { CatalogService } from './catalogue.service.ts'
import type { SuggestionResult } from './search.service.ts'

/** The width of a card in the list, at 2x density. */
const PICTURE_WIDTH = 400

/** Type-ahead. The input is free text, so the response is not cached. */
export function serveSuggestions({ serveRendered }: PageServer, catalog: CatalogService, headers: HeaderMap): Handler {
  return serveRendered((c) => {
    const text = cleanSearch(new URL(c.req.url).searchParams.get('q')) ?? ''
    return {
      address: `/api/suggestions?${new URLSearchParams({ q: text })}`,
      lane: 'openEnded',
      render: async () => {
        const suggestions = toSuggestions(await catalog.suggest(text))
        return toRenderedPage(
          { contentType: 'application/json; charset=utf-8', text: JSON.stringify(suggestions), tags: [] },
          headers,
          undefined,
        )
      },
    }
  })
}

function toSuggestions({ products, total, ingredients, guides, notes }: SuggestionResult): Suggestions {
  return {
    products: products.map((product) => {
      const prices = pricesOf(product)
      return {
        slug: product.id,
        name: product.name,
        priceCents: Math.min(...prices),
        hasMorePrices: new Set(prices).size > 1,
        rating: product.rating.average,
        reviewCount: product.rating.count,
        image: pictureUrl(product.picture, PICTURE_WIDTH) ?? '',
        skinTypes: [...product.skinTypes],
        cautions: product.cautions.map(({ groups, names }) => ({ groups: [...groups], names })),
      }
    }),
    ingredients,
    guides,
    notes,
    total,
  }
}

function pricesOf({ pricing }: ProductSummary): number[] {
  return pricing.kind === 'single' ? [pricing.priceCents] : Object.values(pricing.prices)
}
