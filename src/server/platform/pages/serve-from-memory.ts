import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedEncoding } from '#server/platform/http/accepted-encoding.ts'
import { PRIVATE_HEADERS } from '#server/platform/http/private-headers.ts'
import type { HeaderMap } from '#server/platform/http/security-headers.ts'
import { type CachedPage, missingLookup, type PageCache } from './page-cache.ts'
import { BUSY_TEXT, headersOf, isUnchanged, refusalHeaders } from './page-headers.ts'
import type { MissingTarget, PageTarget, PathParams, ResolveAddress } from './page-target.ts'
import { BUSY, type RenderAdmission } from './render-admission.ts'

export type MemoryServerDeps = {
  cache: Pick<PageCache, 'peek' | 'has'>
  admission: Pick<RenderAdmission, 'refuseIfFull' | 'delayRefusal' | 'delayMissing'>
  clientOf: (request: IncomingMessage) => string
  resolve: ResolveAddress
  /** Returns true if memory is enough to tell that nothing exists at this address. */
  isKnownMissing: (params: PathParams) => boolean
  /** Returns true if only a page could answer the path: no API and no file. */
  isLeftToPages: (path: string) => boolean
  /** For refusals. */
  headers: HeaderMap
  isBehindCdn: boolean
  onMissing: (path: string) => void
}

/** Any other spelling goes to the framework, which decodes and normalizes paths. */
const PLAIN_PATH = /^(?:\/|(?:\/\w[\w.-]*)+)$/

/**
 * Fast path that bypasses the framework for responses that need no work: cached pages that are fresh and compressed,
 * addresses that don't exist, and refusals while too many renders are waiting. A flood of them stays cheap. Everything
 * else goes to the page server, which gives the same responses.
 */
export function createMemoryServer(deps: MemoryServerDeps) {
  const { cache, admission, clientOf, resolve, isKnownMissing, isLeftToPages, isBehindCdn, onMissing } = deps
  const busyHeaders = { ...refusalHeaders(deps.headers, BUSY), 'content-type': 'text/plain; charset=UTF-8' }

  /** Undefined if the page server has to check. A path in another spelling is redirected, whether it exists or not. */
  function missingAt(path: string, target: PageTarget | MissingTarget): MissingTarget | undefined {
    const isPage = target.kind === 'page'
    if (isPage && (target.redirectTo !== undefined || !isKnownMissing(target.params))) return undefined
    // Judging only by its path, /metrics could be a collection.
    if (!isLeftToPages(path)) return undefined
    return isPage ? target.missing : target
  }

  /** Returns true if the page server would refuse: nothing to redirect to or to look up, and no stale page to send. */
  function isRefused(request: IncomingMessage, target: PageTarget | MissingTarget): boolean {
    return (
      target.kind === 'page' &&
      target.redirectTo === undefined &&
      target.filter === undefined &&
      Object.values(target.params).every((param) => param === undefined) &&
      !cache.has(target.key) &&
      admission.refuseIfFull(target.lane, clientOf(request))
    )
  }

  async function refuse(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> {
    await admission.delayRefusal(clientOf(request))
    const text = `${BUSY_TEXT}\n`
    response
      .writeHead(BUSY.status, { ...busyHeaders, 'content-length': text.length, 'x-request-id': requestId })
      .end(request.method === 'HEAD' ? undefined : text)
  }

  /** Returns true if the request is answered, or will be. */
  return function serveFromMemory(request: IncomingMessage, response: ServerResponse, requestId: string): boolean {
    const { method, url = '', headers } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    const encoding = acceptedEncoding(headers['accept-encoding']?.toString())

    function send(page: CachedPage, more?: HeaderMap): true {
      const body = page.bodies.get(encoding)
      const sent = { ...headersOf(page, encoding, isBehindCdn), ...more, 'x-request-id': requestId }
      if (isUnchanged(page, headers['if-none-match'])) response.writeHead(304, sent).end()
      else
        response
          .writeHead(page.status, { ...sent, 'content-length': body?.byteLength })
          .end(method === 'HEAD' ? undefined : body)
      return true
    }

    // Keys are canonical addresses, so the request URL usually is the key.
    const page = cache.peek(url, encoding)
    if (page) return send(page)
    const [path = ''] = url.split('?', 1)
    if (!PLAIN_PATH.test(path)) return false
    const target = resolve(url)
    // Unknown or unusable parameters are not part of the key.
    const same = target.kind === 'page' && target.redirectTo === undefined && cache.peek(target.key, encoding)
    if (same) return send(same)
    const missing = missingAt(path, target)
    const notFound = missing && cache.peek(missingLookup(missing.address).key, encoding)
    if (notFound) {
      onMissing(path)
      const sendMissing = () => send(notFound, missing.isPersonal ? PRIVATE_HEADERS : undefined)
      const delay = admission.delayMissing(clientOf(request))
      if (!delay) return sendMissing()
      void delay.then(sendMissing)
      return true
    }
    if (!isRefused(request, target)) return false
    void refuse(request, response, requestId)
    return true
  }
}
