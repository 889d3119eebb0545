import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Compression = 'br' | 'gzip'

export type PageEncoding = Compression | 'identity'

export type RenderedPage = {
  status: number
  headers: Record<string, string>
  body: Buffer
  etag: string
  /** Cache tags: when one of them is invalidated, the page is re-rendered. */
  tags: ReadonlySet<string>
  /** The canonical address declared by the page's loader. Undefined for a private page. */
  publicAddress: string | undefined
}

export type CachedPage = RenderedPage & {
  key: string
  bodies: Map<PageEncoding, Buffer>
  /** Encodings whose body was compressed in a hurry, for the visitor who waited for the render. */
  hasty: Set<Compression>
  /** Response headers per encoding, built once. */
  sentHeaders: Map<PageEncoding, Record<string, string>>
  bytes: number
  storedAt: number
  isStale: boolean
}

/** The page is cached under `key` only if it declares `address`. */
export type PageLookup = { key: string; address: string }

export type PageCacheOptions = {
  maxBytes: number
  maxPages?: number
  now?: () => number
}

export type PageCache = ReturnType<typeof createPageCache>

/** Declared instead of an address by the "not found" page. */
export const MISSING_PAGE = '404'

/** The "not found" page, rendered for one of the addresses where nothing can exist. */
export function missingLookup(address: string): PageLookup {
  return { key: `${MISSING_PAGE} ${address}`, address: MISSING_PAGE }
}

/** How long a stale page may be served while the database is down. */
const MAX_STALE_MS = 24 * 60 * 60 * 1000

/** Above this many tags it is cheaper to invalidate everything. */
const MAX_REMEMBERED_TAGS = 10_000

const MAX_PAGES = 20_000

/** Measured overhead of objects, maps and header strings per page, rounded up. */
const ENTRY_BYTES = 4096

/**
 * A visitor waits for this many renders of others that fail, and then asks for one. Waiting for each other until someone
 * is admitted would wake a crowd of N visitors N² times.
 */
const MAX_FAILURES_OF_OTHERS = 2

/**
 * LRU cache of rendered and compressed pages. A page whose data changed becomes stale instead of being deleted: if the
 * next render fails or is not admitted, visitors get the stale one.
 *
 * Only pages that declare themselves public are cached, and only under the key of the declared address. Loaders build
 * these addresses from what is in the database, so the set of keys is finite whatever strangers request.
 */
export function createPageCache({ maxBytes, maxPages = MAX_PAGES, now = Date.now }: PageCacheOptions) {
  const pages = new Map<string, CachedPage>()
  const rendering = new Map<string, Promise<CachedPage>>()
  const counts = { hits: 0, misses: 0, stale: 0 }
  let bytes = 0
  let improving: Promise<void> | undefined
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

  /** The page if it is cached, fresh, and available in the encoding. */
  function peek(key: string, encoding: PageEncoding = 'identity'): CachedPage | undefined {
    const known = pages.get(key)
    if (!known || known.isStale || !known.bodies.has(encoding)) return undefined
    counts.hits += 1
    pages.delete(key)
    pages.set(key, known)
    if (encoding !== 'identity' && known.hasty.has(encoding)) improve(known, encoding)
    return known
  }

  /** The current page, rendered on a miss. Concurrent requests share one render. */
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

  async function renderOnce(
    lookup: PageLookup,
    render: () => Promise<RenderedPage>,
    failuresOfOthers = 0,
  ): Promise<CachedPage> {
    const running = rendering.get(lookup.key)
    if (!running || failuresOfOthers === MAX_FAILURES_OF_OTHERS) return startRender(lookup, render)
    const page = await running.catch(() => undefined)
    // The first visitor's refusal does not apply to this one, who may be admitted.
    if (!page) return renderOnce(lookup, render, failuresOfOthers + 1)
    // A private page belongs to its own request, and this visitor may have changed something since it was started.
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
    // If the data changed during the render, the page may be outdated: good enough for the waiting visitors, and better
    // than none for later ones if the next render fails. No CDN keeps it.
    page.isStale = changedSince(page.tags, start)
    if (isCacheable) {
      if (!page.isStale || pages.get(lookup.key)?.isStale !== false) put(page)
    } else if (page.status < 500) drop(lookup.key)
    return page
  }

  /** The body in the given encoding, compressed on first use and counted toward the page's size. */
  async function encode(page: CachedPage, encoding: PageEncoding): Promise<Buffer> {
    const known = page.bodies.get(encoding)
    if (known || encoding === 'identity') return known ?? page.body
    const compressed = await compress(page.body, encoding, HASTY)
    if (page.bodies.has(encoding)) return compressed
    page.hasty.add(encoding)
    keepBody(page, encoding, compressed)
    return compressed
  }

  function keepBody(page: CachedPage, encoding: PageEncoding, body: Buffer): void {
    const more = body.byteLength - (page.bodies.get(encoding)?.byteLength ?? 0)
    page.bodies.set(encoding, body)
    page.bytes += more
    if (pages.get(page.key) !== page) return
    bytes += more
    makeRoom()
  }

  /**
   * Compresses a page well as soon as a second visitor asks for it: most pages are never requested again, such as those
   * read by a crawler, and wouldn't be worth it. One page at a time, because the threads also hash and read files.
   */
  function improve(page: CachedPage, encoding: Compression): void {
    if (improving) return
    page.hasty.delete(encoding)
    improving = compress(page.body, encoding, CAREFUL)
      .then((body) => keepBody(page, encoding, body))
      // The quickly compressed body stays.
      .catch(() => {})
      .finally(() => (improving = undefined))
  }

  /** Marks pages with any of these tags as stale. Later requests never join a render that started before. */
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
    /** Returns true if the page is cached, even if stale, or is being rendered. */
    has: (key: string): boolean => pages.has(key) || rendering.has(key),
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
    hasty: new Set(),
    sentHeaders: new Map(),
    bytes: ENTRY_BYTES + 2 * text + body.byteLength,
    storedAt,
    isStale: false,
  }
}

type Qualities = Record<Compression, number>

/** Takes less than half the time of the settings below, for a body that is a seventh larger. */
const HASTY: Qualities = { br: 3, gzip: 1 }
/** Higher settings take several times as long to save another hundredth. */
const CAREFUL: Qualities = { br: 6, gzip: 6 }

const compressors: Record<Compression, (body: Buffer, quality: number) => Promise<Buffer>> = {
  br: (body, quality) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength },
    }),
  gzip: (body, level) => promisify(gzip)(body, { level }),
}

async function compress(body: Buffer, encoding: Compression, qualities: Qualities): Promise<Buffer> {
  return ownMemory(await compressors[encoding](body, qualities[encoding]))
}

/** A small buffer is often a view of a larger block, which would stay in memory without being counted. */
function ownMemory(buffer: Buffer): Buffer {
  if (buffer.buffer.byteLength === buffer.byteLength) return buffer
  const copy = Buffer.allocUnsafeSlow(buffer.byteLength)
  buffer.copy(copy)
  return copy
}
