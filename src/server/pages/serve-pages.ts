import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Handler } from 'hono'
import { pageAddress } from '#contract/page-params.ts'
import { acceptedEncoding } from '#server/http/accepted-encoding.ts'
import type { DrawPage } from './draw-page.ts'
import {
  type CachedPage,
  compress,
  encodedBody,
  type PageCache,
  type PageEncoding,
  type RenderedPage,
} from './page-cache.ts'

/** Answers with the page for the path, from memory whenever it is there. */
export function servePages(cache: PageCache, draw: DrawPage): Handler {
  return serveKept(cache, (url) => pageAddress(url.pathname, url.searchParams), draw)
}

/** The same for anything else that can be drawn and kept: `toAddress` gives its one address. */
export function serveKept(
  cache: PageCache,
  toAddress: (url: URL) => string,
  draw: (address: string) => Promise<RenderedPage>,
): Handler {
  return async (c) => {
    const address = toAddress(new URL(c.req.url))
    const page = await cache.get(address, () => draw(address))
    const encoding = acceptedEncoding(c.req.header('accept-encoding'))
    const headers = { ...pageHeaders(page, encoding), 'x-request-id': c.get('requestId') }
    if (isUnchanged(page, c.req.header('if-none-match'))) return new Response(null, { status: 304, headers })
    const body = await encodedBody(page, encoding)
    return new Response(body as Uint8Array<ArrayBuffer>, {
      status: page.status,
      headers: { ...headers, 'content-length': String(body.byteLength) },
    })
  }
}

/** Pages about one person: kept by nobody, found by no search engine, and their address told to no other site. */
const PERSONAL_HEADERS = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

/** Where they are, with the data that the router asks for on its own. */
export const PERSONAL_PATHS = ['/order', '/order.data', '/order/*']

/** Drawn for this request alone: nothing of it is ever in the memory that answers others. */
export function servePersonalPages(draw: DrawPage): Handler {
  return async (c) => {
    const { pathname, searchParams } = new URL(c.req.url)
    const page = await draw(pageAddress(pathname, searchParams))
    const encoding = acceptedEncoding(c.req.header('accept-encoding'))
    const body = await compress(page.body, encoding)
    return new Response(body as Uint8Array<ArrayBuffer>, {
      status: page.status,
      headers: {
        ...page.headers,
        ...PERSONAL_HEADERS,
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
        vary: 'Accept-Encoding',
        'content-length': String(body.byteLength),
        'x-request-id': c.get('requestId'),
      },
    })
  }
}

/**
 * The common case, before the framework sees it: a page that is in memory, true and already compressed. Answers
 * whether it did; everything else takes the way through servePages, which says the same.
 */
export function answerKeptPage(
  cache: PageCache,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): boolean {
  const { method, url = '', headers } = request
  // Encoded paths are left to the router, which knows their one spelling.
  if (method !== 'GET' || url.includes('%')) return false
  const query = url.indexOf('?')
  const address = query === -1 ? url : pageAddress(url.slice(0, query), new URLSearchParams(url.slice(query + 1)))
  const encoding = acceptedEncoding(headers['accept-encoding']?.toString())
  const page = cache.peek(address, encoding)
  const body = page?.bodies.get(encoding)
  if (!page || !body) return false
  const isOld = isUnchanged(page, headers['if-none-match'])
  const kept = pageHeaders(page, encoding)
  response.writeHead(isOld ? 304 : 200, {
    ...kept,
    'x-request-id': requestId,
    ...(!isOld && { 'content-length': body.byteLength }),
  })
  response.end(isOld ? undefined : body)
  return true
}

function isUnchanged(page: CachedPage, ifNoneMatch: string | undefined): boolean {
  return page.status === 200 && ifNoneMatch === page.etag
}

function pageHeaders(page: CachedPage, encoding: PageEncoding): Record<string, string> {
  const known = page.sentHeaders.get(encoding)
  if (known) return known
  const isGood = page.status === 200
  const headers: Record<string, string> = {
    ...page.headers,
    // Kept by the browser, but asked for again each time: the answer is mostly a 304 without a body.
    'cache-control': isGood ? 'no-cache' : 'no-store',
    vary: 'Accept-Encoding',
    ...(isGood && { etag: page.etag }),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  }
  page.sentHeaders.set(encoding, headers)
  return headers
}
