import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type PageEncoding = 'br' | 'gzip' | 'identity'

export type RenderedPage = {
  status: number
  headers: Record<string, string>
  body: Buffer
  etag: string
  /** What the page shows; when one of these changes, the page is rendered again. */
  tags: ReadonlySet<string>
  /** The one address under which this page is public, as its loader declared it. Undefined for a private page. */
  publicAddress: string | undefined
}

export type CachedPage = RenderedPage & {
  key: string
  bodies: Map<PageEncoding, Buffer>
  /** What goes out with each of them; made once, sent many times. */
  sentHeaders: Map<PageEncoding, Record<string, string>>
  bytes: number
  storedAt: number
  isStale: boolean
}

/** `address` is what the page must declare itself to be, or it is not cached under `key`. */
export type PageLookup = { key: string; address: string }

export type PageCacheOptions = {
  maxBytes: number
  maxPages?: number
  now?: () => number
}

export type PageCache = ReturnType<typeof createPageCache>

/** Declared instead of an address by a page that says that nothing is there. */
export const MISSING_PAGE = '404'

/** How long a page that cannot be rendered again may stand in for itself while the database is away. */
const MAX_STALE_MS = 24 * 60 * 60 * 1000

/** Past this many tags it is cheaper to forget which and call everything changed. */
const MAX_REMEMBERED_TAGS = 10_000

const MAX_PAGES = 20_000

/** Objects, maps and header strings around a page, measured and rounded up. */
const ENTRY_BYTES = 4096

/**
 * Rendered pages by key, compressed, the least recently used dropped first. A page whose data changed becomes stale,
 * not deleted: if the next render fails or is not admitted, visitors get the old one.
 *
 * Only a page that declares itself public is cached, and only under the key of the address it declares. Loaders declare
 * addresses made of what is in the database, so the set of keys is finite whatever strangers ask for.
 */
export function createPageCache({ maxBytes, maxPages = MAX_PAGES, now = Date.now }: PageCacheOptions) {
  const pages = new Map<string, CachedPage>()
  const rendering = new Map<string, Promise<CachedPage>>()
  const counts = { hits: 0, misses: 0, stale: 0 }
  let bytes = 0
  let lastChange = 0
  const changedAt = new Map<string, number>()

  function drop(key: string): void {
    const page = pages.get(key)
    if (page && pages.delete(key)) bytes -= page.bytes
  }

  function put(page: CachedPage): void {
    drop(page.key)
    if (page.bytes > maxBytes) return
    pages.set(page.key, page)
    bytes += page.bytes
    makeRoom()
  }

  function makeRoom(): void {
    for (const oldest of pages.keys()) {
      if (bytes <= maxBytes && pages.size <= maxPages) break
      drop(oldest)
    }
  }

  function changedSince(tags: ReadonlySet<string>, start: number): boolean {
    return [...tags, EVERYTHING].some((tag) => (changedAt.get(tag) ?? 0) > start)
  }

  /** The page if it is cached, fresh and, where one is named, ready in that encoding. */
  function peek(key: string, encoding: PageEncoding = 'identity'): CachedPage | undefined {
    const known = pages.get(key)
    if (!known || known.isStale || !known.bodies.has(encoding)) return undefined
    counts.hits += 1
    pages.delete(key)
    pages.set(key, known)
    return known
  }

  /** The page as it should be shown now; rendered when it is not cached, once for all who ask meanwhile. */
  async function get(lookup: PageLookup, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    const fresh = peek(lookup.key)
    if (fresh) return fresh
    const known = pages.get(lookup.key)
    counts.misses += 1
    const usable = known && now() - known.storedAt < MAX_STALE_MS ? known : undefined
    try {
      const page = await renderOnce(lookup, render)
      if (page.status < 500 || !usable) return page
    } catch (error) {
      if (!usable) throw error
    }
    counts.stale += 1
    return usable
  }

  async function renderOnce(lookup: PageLookup, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    const running = rendering.get(lookup.key)
    if (!running) return startRender(lookup, render)
    const page = await running.catch(() => undefined)
    // The first one's refusal is not ours: this visitor may be admitted.
    if (!page) return renderOnce(lookup, render)
    // A private page belongs to the request it was rendered for, and may be outdated by what this visitor just did.
    return page.publicAddress === undefined ? renderAndStore(lookup, render) : page
  }

  function startRender(lookup: PageLookup, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    const started = renderAndStore(lookup, render).finally(() => {
      if (rendering.get(lookup.key) === started) rendering.delete(lookup.key)
    })
    rendering.set(lookup.key, started)
    return started
  }

  async function renderAndStore(lookup: PageLookup, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    const start = lastChange
    const page = toCachedPage(lookup.key, await render(), now())
    const isCacheable =
      page.publicAddress === lookup.address && page.status === (lookup.address === MISSING_PAGE ? 404 : 200)
    // What changed during the render may not be on the page: show it to the visitors who waited, but do not cache it.
    if (isCacheable && !changedSince(page.tags, start)) put(page)
    else if (!isCacheable && page.status < 500) drop(lookup.key)
    return page
  }

  /** The body in the wanted encoding, compressed when first asked for and counted with the page. */
  async function encode(page: CachedPage, encoding: PageEncoding): Promise<Buffer> {
    const known = page.bodies.get(encoding)
    if (known || encoding === 'identity') return known ?? page.body
    const compressed = await compress(page.body, encoding)
    if (page.bodies.has(encoding)) return compressed
    page.bodies.set(encoding, compressed)
    page.bytes += compressed.byteLength
    if (pages.get(page.key) === page) {
      bytes += compressed.byteLength
      makeRoom()
    }
    return compressed
  }

  /** Marks every page that shows one of these as stale. A request from now on never joins a render begun before. */
  function invalidate(tags: readonly string[]): void {
    lastChange += 1
    rendering.clear()
    const all = tags.includes(EVERYTHING) || changedAt.size > MAX_REMEMBERED_TAGS
    if (all) changedAt.clear()
    for (const tag of all ? [EVERYTHING] : tags) changedAt.set(tag, lastChange)
    for (const page of pages.values()) {
      if (all || tags.some((tag) => page.tags.has(tag))) page.isStale = true
    }
  }

  return {
    peek,
    get,
    encode,
    invalidate,
    keys: () => [...pages.keys()],
    stats: () => ({ ...counts, bytes, pages: pages.size }),
  }
}

export const EVERYTHING = 'everything'

function toCachedPage(key: string, page: RenderedPage, storedAt: number): CachedPage {
  const body = ownMemory(page.body)
  const text = [key, ...Object.entries(page.headers).flat(), ...page.tags].reduce((sum, { length }) => sum + length, 0)
  return {
    ...page,
    key,
    body,
    bodies: new Map([['identity', body]]),
    sentHeaders: new Map(),
    bytes: ENTRY_BYTES + 2 * text + body.byteLength,
    storedAt,
    isStale: false,
  }
}

const compressors = {
  // Quality 5 gives nearly all of the gain for a tenth of the time of 11; a page is rendered again whenever it changes.
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
}

async function compress(body: Buffer, encoding: Exclude<PageEncoding, 'identity'>): Promise<Buffer> {
  return ownMemory(await compressors[encoding](body))
}

/** A small buffer is often a window on a larger block, which it would keep alive uncounted. */
function ownMemory(buffer: Buffer): Buffer {
  if (buffer.buffer.byteLength === buffer.byteLength) return buffer
  const copy = Buffer.allocUnsafeSlow(buffer.byteLength)
  buffer.copy(copy)
  return copy
}
