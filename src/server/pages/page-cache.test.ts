import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createPageCache, encodedBody, type RenderedPage } from './page-cache.ts'

function page(text: string, { tags = [] as string[], status = 200 } = {}): RenderedPage {
  return { status, headers: {}, body: Buffer.from(text), etag: `"${text}"`, tags: new Set(tags) }
}

function counter(tags: string[] = []) {
  let drawn = 0
  return { draw: async () => page(`drawing ${++drawn}`, { tags }), drawn: () => drawn }
}

test('a page is drawn once and then served from memory', async () => {
  const cache = createPageCache({ maxBytes: 10_000 })
  const { draw, drawn } = counter()
  await cache.get('/', draw)
  await cache.get('/', draw)
  expect(drawn()).toBe(1)
  expect(cache.stats()).toMatchObject({ hits: 1, misses: 1, pages: 1 })
})

test('many who ask at once wait for one drawing', async () => {
  const cache = createPageCache({ maxBytes: 10_000 })
  const { draw, drawn } = counter()
  await Promise.all(Array.from({ length: 50 }, () => cache.get('/', draw)))
  expect(drawn()).toBe(1)
})

test('a change of something the page shows draws it anew; another change does not', async () => {
  const cache = createPageCache({ maxBytes: 10_000 })
  const { draw, drawn } = counter(['product:pure-bloom'])
  await cache.get('/', draw)
  cache.invalidate(['product:forever-skin-serum'])
  await cache.get('/', draw)
  expect(drawn()).toBe(1)
  cache.invalidate(['product:pure-bloom'])
  expect((await cache.get('/', draw)).body.toString()).toBe('drawing 2')
})

test('the tag everything concerns every page', async () => {
  const cache = createPageCache({ maxBytes: 10_000 })
  const { draw, drawn } = counter([])
  await cache.get('/', draw)
  cache.invalidate(['everything'])
  await cache.get('/', draw)
  expect(drawn()).toBe(2)
})

test('whoever asks after a change never gets a drawing begun before it', async () => {
  const cache = createPageCache({ maxBytes: 10_000 })
  const gate = Promise.withResolvers<void>()
  const early = cache.get('/', async () => {
    await gate.promise
    return page('old price', { tags: ['catalogue'] })
  })
  cache.invalidate(['catalogue'])
  const late = cache.get('/', async () => page('new price', { tags: ['catalogue'] }))
  expect((await late).body.toString()).toBe('new price')
  gate.resolve()
  await early
  const after = await cache.get('/', async () => page('drawn again', { tags: ['catalogue'] }))
  expect(after.body.toString()).toBe('new price')
})

test('a failed drawing shows the last good page instead', async () => {
  const cache = createPageCache({ maxBytes: 10_000 })
  await cache.get('/', async () => page('good', { tags: ['catalogue'] }))
  cache.invalidate(['catalogue'])
  expect((await cache.get('/', async () => page('broken', { status: 500 }))).body.toString()).toBe('good')
  expect((await cache.get('/', () => Promise.reject(new Error('database away')))).body.toString()).toBe('good')
  expect((await cache.get('/', async () => page('back', { tags: ['catalogue'] }))).body.toString()).toBe('back')
})

test('a page stands in for itself for a day, not longer', async () => {
  let time = 0
  const cache = createPageCache({ maxBytes: 10_000, now: () => time })
  await cache.get('/', async () => page('good'))
  cache.invalidate(['everything'])
  time = 25 * 60 * 60 * 1000
  expect((await cache.get('/', async () => page('broken', { status: 500 }))).status).toBe(500)
})

test('errors and missing pages are not kept', async () => {
  const cache = createPageCache({ maxBytes: 10_000 })
  await cache.get('/a', async () => page('gone', { status: 404 }))
  await cache.get('/b', async () => page('broken', { status: 500 }))
  await expect(cache.get('/c', () => Promise.reject(new Error('no page')))).rejects.toThrow('no page')
  expect(cache.stats().pages).toBe(0)
})

test('memory stays within its bound and the least recently used page goes first', async () => {
  const cache = createPageCache({ maxBytes: 600 })
  const big = (name: string) => async () => page(name.repeat(100))
  await cache.get('a', big('a'))
  await cache.get('b', big('b'))
  await cache.get('a', big('a'))
  await cache.get('c', big('c'))
  await cache.get('d', big('d'))
  const { bytes, pages } = cache.stats()
  expect(bytes).toBeLessThanOrEqual(600)
  expect(pages).toBe(3)
  const again = counter()
  await cache.get('a', again.draw)
  expect(again.drawn()).toBe(0)
  await cache.get('b', again.draw)
  expect(again.drawn()).toBe(1)
})

test('bodies come back from both compressions as they went in', async () => {
  const cache = createPageCache({ maxBytes: 10_000 })
  const cached = await cache.get('/', async () => page('rose '.repeat(200)))
  expect(brotliDecompressSync(await encodedBody(cached, 'br')).toString()).toBe('rose '.repeat(200))
  expect(gunzipSync(await encodedBody(cached, 'gzip')).toString()).toBe('rose '.repeat(200))
  expect((await encodedBody(cached, 'identity')).toString()).toBe('rose '.repeat(200))
  expect(await encodedBody(cached, 'br')).toBe(await encodedBody(cached, 'br'))
})
