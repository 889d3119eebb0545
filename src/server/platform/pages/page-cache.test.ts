import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { createPageCache, MISSING_PAGE, type RenderedPage } from './page-cache.ts'

/** Address that pages declare in these tests by default. */
const HERE = { key: '/', address: '/' }
const at = (key: string) => ({ key, address: '/' })

type Told = { tags?: string[]; status?: number; publicAddress?: string | undefined }

function page(text: string, { tags = [], status = 200, ...told }: Told = {}): RenderedPage {
  const publicAddress = 'publicAddress' in told ? told.publicAddress : '/'
  return { status, headers: {}, body: Buffer.from(text), etag: `"${text}"`, tags: new Set(tags), publicAddress }
}

function counter(tags: string[] = []) {
  let rendered = 0
  return { render: async () => page(`render ${++rendered}`, { tags }), rendered: () => rendered }
}

test('renders a page once and then serves it from memory', async () => {
  const cache = createPageCache({ maxBytes: 100_000 })
  const { render, rendered } = counter()
  await cache.get(HERE, render)
  await cache.get(HERE, render)
  expect(rendered()).toBe(1)
  expect(cache.stats()).toMatchObject({ hits: 1, misses: 1, pages: 1 })
})

test('shares one render among concurrent requests', async () => {
  const cache = createPageCache({ maxBytes: 100_000 })
  const { render, rendered } = counter()
  await Promise.all(Array.from({ length: 50 }, () => cache.get(HERE, render)))
  expect(rendered()).toBe(1)
})

test('re-renders a page when one of its tags changes, and only then', async () => {
  const cache = createPageCache({ maxBytes: 100_000 })
  const { render, rendered } = counter(['product:pure-bloom'])
  await cache.get(HERE, render)
  cache.invalidate(['product:forever-skin-serum'])
  await cache.get(HERE, render)
  expect(rendered()).toBe(1)
  cache.invalidate(['product:pure-bloom'])
  expect((await cache.get(HERE, render)).body.toString()).toBe('render 2')
})

test('invalidates every page with the tag everything', async () => {
  const cache = createPageCache({ maxBytes: 100_000 })
  const { render, rendered } = counter([])
  await cache.get(HERE, render)
  cache.invalidate(['everything'])
  await cache.get(HERE, render)
  expect(rendered()).toBe(2)
})

test('never joins a render started before an invalidation', async () => {
  const cache = createPageCache({ maxBytes: 100_000 })
  const gate = Promise.withResolvers<void>()
  const early = cache.get(HERE, async () => {
    await gate.promise
    return page('old price', { tags: ['catalogue'] })
  })
  cache.invalidate(['catalogue'])
  const late = cache.get(HERE, async () => page('new price', { tags: ['catalogue'] }))
  expect((await late).body.toString()).toBe('new price')
  gate.resolve()
  await early
  const after = await cache.get(HERE, async () => page('rendered again', { tags: ['catalogue'] }))
  expect(after.body.toString()).toBe('new price')
})

test('serves the last good page if a render fails', async () => {
  const cache = createPageCache({ maxBytes: 100_000 })
  await cache.get(HERE, async () => page('good', { tags: ['catalogue'] }))
  cache.invalidate(['catalogue'])
  expect((await cache.get(HERE, async () => page('broken', { status: 500 }))).body.toString()).toBe('good')
  expect((await cache.get(HERE, () => Promise.reject(new Error('database away')))).body.toString()).toBe('good')
  expect((await cache.get(HERE, async () => page('back', { tags: ['catalogue'] }))).body.toString()).toBe('back')
})

test('keeps a page whose data changed during its render only as a fallback if a later render fails', async () => {
  const cache = createPageCache({ maxBytes: 100_000 })
  await cache.get(HERE, async () => {
    cache.invalidate(['catalogue'])
    return page('a moment old', { tags: ['catalogue'] })
  })
  expect(cache.peek('/')).toBeUndefined()
  const failing = cache.get(HERE, () => Promise.reject(new Error('database away')))
  expect((await failing).body.toString()).toBe('a moment old')
  expect((await cache.get(HERE, async () => page('current'))).body.toString()).toBe('current')
})

test('serves a stale page for a day at most', async () => {
  let time = 0
  const cache = createPageCache({ maxBytes: 100_000, now: () => time })
  await cache.get(HERE, async () => page('good'))
  cache.invalidate(['everything'])
  time = 25 * 60 * 60 * 1000
  expect((await cache.get(HERE, async () => page('broken', { status: 500 }))).status).toBe(500)
})

test('does not cache errors or missing pages', async () => {
  const cache = createPageCache({ maxBytes: 100_000 })
  await cache.get(at('/a'), async () => page('gone', { status: 404 }))
  await cache.get(at('/b'), async () => page('broken', { status: 500 }))
  await expect(cache.get(at('/c'), () => Promise.reject(new Error('no page')))).rejects.toThrow('no page')
  expect(cache.stats().pages).toBe(0)
})

test('evicts the least recently used page to stay within its memory limit', async () => {
  const cache = createPageCache({ maxBytes: 3 * 10_000 })
  const big = (name: string) => async () => page(name.repeat(5000))
  await cache.get(at('a'), big('a'))
  await cache.get(at('b'), big('b'))
  await cache.get(at('a'), big('a'))
  await cache.get(at('c'), big('c'))
  await cache.get(at('d'), big('d'))
  const { bytes, pages } = cache.stats()
  expect(bytes).toBeLessThanOrEqual(3 * 10_000)
  expect(pages).toBe(3)
  const again = counter()
  await cache.get(at('a'), again.render)
  expect(again.rendered()).toBe(0)
  await cache.get(at('b'), again.render)
  expect(again.rendered()).toBe(1)
})

test('round-trips bodies through both encodings', async () => {
  const cache = createPageCache({ maxBytes: 100_000 })
  const cached = await cache.get(HERE, async () => page('rose '.repeat(200)))
  expect(brotliDecompressSync(await cache.encode(cached, 'br')).toString()).toBe('rose '.repeat(200))
  expect(gunzipSync(await cache.encode(cached, 'gzip')).toString()).toBe('rose '.repeat(200))
  expect((await cache.encode(cached, 'identity')).toString()).toBe('rose '.repeat(200))
  expect(await cache.encode(cached, 'br')).toBe(await cache.encode(cached, 'br'))
})

test('never caches a page that is not declared public', async () => {
  const cache = createPageCache({ maxBytes: 100_000 })
  await cache.get(HERE, async () => page('an order', { publicAddress: undefined }))
  expect(cache.peek('/')).toBeUndefined()
  expect(cache.keys()).toEqual([])
})

test('caches a page only under its declared address', async () => {
  const cache = createPageCache({ maxBytes: 100_000 })
  await cache.get({ key: '/reviews?page=99', address: '/reviews?page=99' }, async () =>
    page('the last page', { publicAddress: '/reviews?page=3' }),
  )
  expect(cache.keys()).toEqual([])
})

test('caches a 404 only for the missing page', async () => {
  const cache = createPageCache({ maxBytes: 100_000 })
  await cache.get({ key: 'missing', address: MISSING_PAGE }, async () =>
    page('nothing here', { status: 404, publicAddress: MISSING_PAGE }),
  )
  await cache.get(HERE, async () => page('nothing here', { status: 404 }))
  expect(cache.keys()).toEqual(['missing'])
})

test('renders a private page for each request, even concurrent ones', async () => {
  const cache = createPageCache({ maxBytes: 100_000 })
  let rendered = 0
  const render = async () => page(`order ${++rendered}`, { publicAddress: undefined })
  const pages = await Promise.all(Array.from({ length: 5 }, () => cache.get(HERE, render)))
  expect(new Set(pages.map(({ body }) => body.toString())).size).toBe(5)
})

test('does not refuse waiting visitors because the first one was refused', async () => {
  const cache = createPageCache({ maxBytes: 100_000 })
  const first = cache.get(HERE, () => Promise.reject(new Error('refused')))
  const second = cache.get(HERE, async () => page('rendered'))
  await expect(first).rejects.toThrow('refused')
  expect((await second).body.toString()).toBe('rendered')
})

test('wakes a crowd that waits for a refused render only a few times', async () => {
  const cache = createPageCache({ maxBytes: 100_000 })
  let rendered = 0
  const refuse = async () => {
    rendered += 1
    throw new Error('refused')
  }
  const refusals: unknown[] = []
  for (let n = 0; n < 2000; n += 1) cache.get(HERE, refuse).catch((error: unknown) => refusals.push(error))
  let turns = 0
  for (; refusals.length < 2000; turns += 1) await Promise.resolve()
  expect(rendered).toBe(2000)
  expect(turns).toBeLessThan(100)
})

test('shares one render among those who waited for a refused one', async () => {
  const cache = createPageCache({ maxBytes: 100_000 })
  const { render, rendered } = counter()
  const first = cache.get(HERE, () => Promise.reject(new Error('refused')))
  const others = Array.from({ length: 50 }, () => cache.get(HERE, render))
  await expect(first).rejects.toThrow('refused')
  await Promise.all(others)
  expect(rendered()).toBe(1)
})

test('drops a page that is gone, so it is never served stale', async () => {
  const cache = createPageCache({ maxBytes: 100_000 })
  await cache.get(HERE, async () => page('on sale'))
  cache.invalidate(['everything'])
  expect((await cache.get(HERE, async () => page('gone', { status: 404, publicAddress: undefined }))).status).toBe(404)
  expect(cache.keys()).toEqual([])
})

test('includes the key, headers, tags, every encoded body, and a flat cost per page in its size', async () => {
  const cache = createPageCache({ maxBytes: 1_000_000 })
  const bytes = () => cache.stats().bytes
  const body = 'rose '.repeat(200)
  const cached = await cache.get(HERE, async () => page(body))
  const small = bytes()
  expect(small).toBeGreaterThan(body.length + 1000)
  const compressed = await cache.encode(cached, 'br')
  expect(bytes()).toBe(small + compressed.byteLength)
  await cache.encode(cached, 'br')
  expect(bytes()).toBe(small + compressed.byteLength)
  const key = `/?${'k'.repeat(14_000)}`
  await cache.get({ key, address: '/' }, async () => page(body))
  expect(bytes()).toBeGreaterThan(2 * small + 14_000)
  const before = bytes()
  await cache.get(at('/tagged'), async () => page(body, { tags: ['t'.repeat(500)] }))
  await cache.get(at('/headers'), async () => ({ ...page(body), headers: { policy: 'p'.repeat(500) } }))
  expect(bytes()).toBeGreaterThan(before + 2 * (small + 500))
  cache.invalidate(['everything'])
  await Promise.all(cache.keys().map((held) => cache.get(at(held), async () => page('', { publicAddress: undefined }))))
  expect(cache.stats()).toMatchObject({ bytes: 0, pages: 0 })
})

test('compresses a page better once a second visitor requests it, and counts what that saves', async () => {
  const cache = createPageCache({ maxBytes: 1_000_000 })
  const text = Array.from({ length: 3000 }, (_, index) => `<li>${(index * 7919) % 1000} rose hips</li>`).join('')
  const cached = await cache.get(HERE, async () => page(text))
  for (const [encoding, decompress] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const first = await cache.encode(cached, encoding)
    const before = cache.stats().bytes
    expect(cache.peek('/', encoding)?.bodies.get(encoding)).toBe(first)
    await vi.waitUntil(() => cached.bodies.get(encoding) !== first)
    const better = await cache.encode(cached, encoding)
    expect(better.byteLength).toBeLessThan(first.byteLength)
    expect(decompress(better).toString()).toBe(text)
    expect(cache.stats().bytes).toBe(before - first.byteLength + better.byteLength)
    expect(cached.hasty.has(encoding)).toBe(false)
  }
})

test('evicts pages when a compressed body exceeds the memory limit', async () => {
  const cache = createPageCache({ maxBytes: 70_000 })
  const noise = async () => ({ ...page(''), body: randomBytes(20_000) })
  await cache.get(at('/a'), noise)
  const cached = await cache.get(at('/b'), noise)
  expect(cache.keys()).toEqual(['/a', '/b'])
  for (const encoding of ['br', 'gzip'] as const) await cache.encode(cached, encoding)
  expect(cache.keys()).toEqual(['/b'])
  expect(cache.stats().bytes).toBeLessThanOrEqual(70_000)
})

test('limits the number of pages, however small they are', async () => {
  const cache = createPageCache({ maxBytes: 1_000_000_000, maxPages: 50 })
  for (let index = 0; index < 200; index += 1) await cache.get(at(`/${index}`), async () => page('x'))
  expect(cache.stats().pages).toBe(50)
  expect(cache.peek('/199')).toBeDefined()
})

test('does not retain a larger block of memory for a small body', async () => {
  const cache = createPageCache({ maxBytes: 1_000_000 })
  const cached = await cache.get(HERE, async () => page('small'))
  for (const encoding of ['identity', 'br', 'gzip'] as const) {
    const body = await cache.encode(cached, encoding)
    expect(body.buffer.byteLength, encoding).toBe(body.byteLength)
  }
})
