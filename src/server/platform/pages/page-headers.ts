import { PRIVATE_HEADERS } from '#server/platform/http/private-headers.ts'
import type { HeaderMap } from '#server/platform/http/security-headers.ts'
import { cdnHeaders } from './cdn-headers.ts'
import type { CachedPage, PageEncoding } from './page-cache.ts'
import type { RenderRefused } from './render-admission.ts'

export const BUSY_TEXT = 'The shop is busy. Please try again in a moment.'

export function refusalHeaders(headers: HeaderMap, { retryAfterSeconds }: RenderRefused): HeaderMap {
  return { ...headers, ...PRIVATE_HEADERS, 'retry-after': String(retryAfterSeconds) }
}

/** Returns true if the visitor has this very page. */
export function isUnchanged(page: CachedPage, ifNoneMatch: string | undefined): boolean {
  if (page.status !== 200 || page.publicAddress === undefined || ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim() === page.etag || tag.trim() === '*')
}

/** Built once per encoding, except for a stale page, which no CDN may store. */
export function headersOf(page: CachedPage, encoding: PageEncoding, isBehindCdn: boolean): HeaderMap {
  const known = page.isStale ? undefined : page.sentHeaders.get(encoding)
  if (known) return known
  const headers: HeaderMap = {
    ...page.headers,
    ...cachingHeaders(page, isBehindCdn),
    vary: 'Accept-Encoding',
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  }
  if (!page.isStale) page.sentHeaders.set(encoding, headers)
  return headers
}

/** Private unless declared public. */
function cachingHeaders({ publicAddress, status, etag, tags, isStale }: CachedPage, isBehindCdn: boolean): HeaderMap {
  if (publicAddress === undefined) return PRIVATE_HEADERS
  if (isBehindCdn && status === 200 && !isStale) return { ...cdnHeaders(tags), etag }
  // Browsers store it but revalidate every time; the response is usually a 304.
  return status === 200 ? { 'cache-control': 'no-cache', etag } : { 'cache-control': 'no-store' }
}
