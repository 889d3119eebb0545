import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type PageEncoding = 'br' | 'gzip' | 'identity'

export type RenderedPage = {
  status: number
  headers: Record<string, string>
  body: Buffer
  etag: string
  /** What the page shows; when one of these changes, the page is drawn anew. */
  tags: ReadonlySet<string>
}

export type CachedPage = RenderedPage & {
  bodies: Map<PageEncoding, Buffer>
  /** What goes out with each of them; made once, sent many times. */
  sentHeaders: Map<PageEncoding, Record<string, string>>
  bytes: number
  storedAt: number
  isStale: boolean
}

export type PageCacheOptions = {
  maxBytes: number
  now?: () => number
}

export type PageCache = ReturnType<typeof createPageCache>

/** How long a page that could not be drawn anew may still stand in for itself while the database is away. */
const MAX_STALE_MS = 24 * 60 * 60 * 1000

/** Past this many tags it is cheaper to forget which and call everything changed. */
const MAX_REMEMBERED_TAGS = 10_000

/**
 * Finished pages by key, compressed, the least recently asked for dropped first when they outgrow their share of memory.
 * A page whose data changed becomes stale, not deleted: if the next drawing fails, visitors get the old one.
 */
export function createPageCache({ maxBytes, now = Date.now }: PageCacheOptions) {
  const pages = new Map<string, CachedPage>()
  const drawing = new Map<string, Promise<CachedPage>>()
  const counts = { hits: 0, misses: 0, stale: 0 }
  let bytes = 0
  let lastChange = 0
  const changedAt = new Map<string, number>()

  function drop(key: string): void {
    const page = pages.get(key)
    if (page && pages.delete(key)) bytes -= page.bytes
  }

  function put(key: string, page: CachedPage): void {
    drop(key)
    if (page.bytes > maxBytes) return
    pages.set(key, page)
    bytes += page.bytes
    for (const oldest of pages.keys()) {
      if (bytes <= maxBytes) break
      drop(oldest)
    }
  }

  function changedSince(tags: ReadonlySet<string>, start: number): boolean {
    return [...tags, EVERYTHING].some((tag) => (changedAt.get(tag) ?? 0) > start)
  }

  /** The page if it is there, still true and, where one is named, ready in that encoding. */
  function peek(key: string, encoding: PageEncoding = 'identity'): CachedPage | undefined {
    const known = pages.get(key)
    if (!known || known.isStale || !known.bodies.has(encoding)) return undefined
    counts.hits += 1
    pages.delete(key)
    pages.set(key, known)
    return known
  }

  /** The page as it should be shown now; drawn by `draw` when there is none, once for all who ask meanwhile. */
  async function get(key: string, draw: () => Promise<RenderedPage>): Promise<CachedPage> {
    const fresh = peek(key)
    if (fresh) return fresh
    const known = pages.get(key)
    counts.misses += 1
    const usable = known && now() - known.storedAt < MAX_STALE_MS ? known : undefined
    try {
      const page = await drawOnce(key, draw)
      if (page.status < 500 || !usable) return page
    } catch (error) {
      if (!usable) throw error
    }
    counts.stale += 1
    return usable
  }

  function drawOnce(key: string, draw: () => Promise<RenderedPage>): Promise<CachedPage> {
    const running = drawing.get(key)
    if (running) return running
    const started = drawAndKeep(key, draw).finally(() => {
      if (drawing.get(key) === started) drawing.delete(key)
    })
    drawing.set(key, started)
    return started
  }

  async function drawAndKeep(key: string, draw: () => Promise<RenderedPage>): Promise<CachedPage> {
    const start = lastChange
    const page = finish(await draw(), now())
    // What changed while the page was being drawn may not be on it: show it to whoever waited, but do not keep it.
    if (page.status === 200 && !changedSince(page.tags, start)) put(key, page)
    return page
  }

  /** Marks every page that shows one of these as stale. A request from now on never joins a drawing begun before. */
  function invalidate(tags: readonly string[]): void {
    lastChange += 1
    drawing.clear()
    const all = tags.includes(EVERYTHING) || changedAt.size > MAX_REMEMBERED_TAGS
    if (all) changedAt.clear()
    for (const tag of all ? [EVERYTHING] : tags) changedAt.set(tag, lastChange)
    for (const page of pages.values()) {
      if (all || tags.some((tag) => page.tags.has(tag))) page.isStale = true
    }
  }

  return { peek, get, invalidate, stats: () => ({ ...counts, bytes, pages: pages.size }) }
}

export const EVERYTHING = 'everything'

function finish(page: RenderedPage, storedAt: number): CachedPage {
  return {
    ...page,
    bodies: new Map([['identity', page.body]]),
    sentHeaders: new Map(),
    bytes: page.body.byteLength * 2,
    storedAt,
    isStale: false,
  }
}

const compressors = {
  // Quality 5 gives nearly all of the gain for a tenth of the time of 11; a page is drawn again whenever it changes.
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
}

/** The body in the wanted encoding, compressed when first asked for and kept with the page. */
export async function encodedBody(page: CachedPage, encoding: PageEncoding): Promise<Buffer> {
  const known = page.bodies.get(encoding)
  if (known || encoding === 'identity') return known ?? page.body
  const compressed = await compress(page.body, encoding)
  page.bodies.set(encoding, compressed)
  return compressed
}

export async function compress(body: Buffer, encoding: PageEncoding): Promise<Buffer> {
  return encoding === 'identity' ? body : compressors[encoding](body)
}
