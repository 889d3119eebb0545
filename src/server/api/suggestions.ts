import type { Handler } from 'hono'
import type { Suggestions } from '#contract/suggestions.ts'
import { cleanSearch, searchWords } from '#domain/search-terms.ts'
import { toRenderedPage } from '#server/documents/document.ts'
import type { HeaderMap } from '#server/http/security-headers.ts'
import type { PageCache } from '#server/pages/page-cache.ts'
import { serveKept } from '#server/pages/serve-pages.ts'
import type { Services } from '#server/services/services.ts'

const PREFIX = '/api/suggestions?q='

/** Type-ahead. Kept like a page under the words that are looked up, so that the first letters of all visitors cost one query. */
export function serveSuggestions(cache: PageCache, { catalog }: Services, headers: HeaderMap): Handler {
  return serveKept(
    cache,
    (url) => PREFIX + searchWords(cleanSearch(url.searchParams.get('q')) ?? '').join('+'),
    async (address) => {
      const suggestions: Suggestions = await catalog.suggest(address.slice(PREFIX.length).replaceAll('+', ' '))
      return toRenderedPage(
        { contentType: 'application/json; charset=utf-8', text: JSON.stringify(suggestions), tags: ['catalogue'] },
        headers,
      )
    },
  )
}
