import type { Handler } from 'hono'
import type { Suggestions } from '#contract/suggestions.ts'
import { cleanSearch, searchWords } from '#domain/catalogue/search-terms.ts'
import type { HeaderMap } from '#server/platform/http/security-headers.ts'
import { toRenderedPage } from '#server/platform/pages/cached-document.ts'
import type { PageServer } from '#server/platform/pages/serve-pages.ts'
import type { CatalogService } from './catalogue.service.ts'

/** Type-ahead. The input is free text, so the response is not cached. */
export function serveSuggestions({ serveRendered }: PageServer, catalog: CatalogService, headers: HeaderMap): Handler {
  return serveRendered((c) => {
    const words = searchWords(cleanSearch(new URL(c.req.url).searchParams.get('q')) ?? '')
    return {
      address: `/api/suggestions?q=${words.join('+')}`,
      lane: 'openEnded',
      render: async () => {
        const suggestions: Suggestions = await catalog.suggest(words.join(' '))
        return toRenderedPage(
          { contentType: 'application/json; charset=utf-8', text: JSON.stringify(suggestions), tags: [] },
          headers,
          undefined,
        )
      },
    }
  })
}
