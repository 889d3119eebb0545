import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TICKET_HEADER } from '#contract/checkout.ts'
import { products } from '#seed/products.ts'
import { type Listening, listen } from '#server/listen.ts'
import { createOrderLinks } from '#server/orders/order-links.ts'
import type { RenderLimits } from '#server/platform/pages/render-admission.ts'
import { anOrder } from './an-order.ts'
import { eventually } from './eventually.ts'
import { recordStatements } from './recorded-statements.ts'
import { useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const LIMITS: RenderLimits = {
  perAddress: { count: 20, perMs: 3_600_000 },
  pages: { maxActive: 2, maxQueued: 2, maxWaitMs: 60_000 },
  openEnded: { maxActive: 2, maxQueued: 3, maxWaitMs: 60_000 },
  personal: { maxActive: 2, maxQueued: 3, maxWaitMs: 60_000 },
  refusals: { firstMs: 0, maxMs: 0, forgetMs: 1 },
}

const PICTURE = '0123456789abcdef0123'
const SECRET_KEY = 'signs the links of orders in this test'

const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof createTestShop>>
let server: Listening
/** Without the fast path. */
let framework: Listening

beforeAll(async () => {
  shop = await createTestShop(database.current, { TRUST_PROXY: '1', SECRET_KEY }, { renderLimits: LIMITS })
  const { app, answerFirst, clientOf, refusalHeaders } = shop
  const options = { host: 'localhost', port: 0, fetch: app.fetch, clientOf, refusalHeaders }
  server = await listen({ ...options, answerFirst })
  framework = await listen({ ...options, answerFirst: () => false })
  await database.current.withConnection((connection) =>
    connection.exec(`
      insert into uploaded_pictures (address, width, height, widths, placeholder, alt)
      values ('/uploads/${PICTURE}', 800, 600, array[400, 800], 'data:x', 'A bench');
      insert into uploaded_picture_files (address, width, format, body)
      values ('/uploads/${PICTURE}', 400, 'webp', 'small'), ('/uploads/${PICTURE}', 800, 'webp', 'large')`),
  )
})
afterAll(() => Promise.all([server.close(0), framework.close(0)]))

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; text: string }

/** Fixed, because the cache adds each encoding when it is first requested. */
const PLAIN = { 'accept-encoding': 'identity' }

let visitors = 0
/** Over the wire, each time from a new address unless one is given. */
async function get(
  path: string,
  from = `10.1.${(visitors += 1) >> 8}.${visitors & 255}`,
  method = 'GET',
  { port } = server,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request({ port, path, method, headers: { 'x-forwarded-for': from } }, resolve)
    .on('error', reject)
    .end()
  const response = await promise
  const text = Buffer.concat(await response.toArray()).toString()
  return { status: response.statusCode, headers: response.headers, text }
}

/**
 * Locks the catalog against all reads while `work` runs. Returns what the work returns, which may wait for the catalog.
 */
async function whileCatalogueIsHeld<T>(work: () => Promise<T[]>): Promise<T[]> {
  const { promise, resolve } = Promise.withResolvers<T[]>()
  await database.current.orm.transaction(async (tx) => {
    await tx.execute(sql`lock table products in access exclusive mode`)
    resolve(await work())
  })
  return promise
}

test('refuses cache misses once slots and queue are full, and answers everything else', async () => {
  expect((await get('/about')).status).toBe(200)
  const { started, refused } = shop.renderStats().openEnded
  const admitted = await whileCatalogueIsHeld(async () => {
    const flood = Array.from({ length: 5 }, (_, index) => get(`/shop-all?search=flood${index}`))
    await eventually(() => shop.renderStats().openEnded.queued === 3)
    expect(shop.renderStats().openEnded).toMatchObject({ active: 2, queued: 3, started: started + 2 })

    for (const path of ['/shop-all?search=one-more', '/api/suggestions?q=rose', '/shop-all.data?search=more']) {
      const answer = await get(path)
      expect(answer.status, path).toBe(503)
      expect(answer.headers['retry-after'], path).toBe('5')
      expect(answer.headers['cache-control'], path).toMatch(/^(private, )?no-store$/)
      expect(answer.headers['content-security-policy'], path).toContain(`default-src 'none'`)
      expect(answer.text, path).toMatch(path.startsWith('/api') ? /^\{"error":\{"code":"busy"/ : /^The shop is busy/)
      expect(answer.text.length, path).toBeLessThan(100)
    }
    expect(shop.renderStats().openEnded.refused).toBe(refused + 3)
    const fromMemory = await get('/shop-all?search=more')
    const fromFramework = await get('/shop-all?search=more', undefined, 'GET', framework)
    expect({ ...fromFramework.headers, date: '', 'x-request-id': '' }).toEqual({
      ...fromMemory.headers,
      date: '',
      'x-request-id': '',
    })
    expect(fromFramework.text).toBe(fromMemory.text)

    const { hits } = shop.cache.stats()
    expect((await get('/about')).status).toBe(200)
    expect((await get('/about?utm_source=mail')).status).toBe(200)
    expect(shop.cache.stats().hits).toBe(hits + 2)
    expect(await get('/healthz')).toMatchObject({ status: 200, text: 'ok' })
    expect((await get('/healthz', undefined, 'HEAD')).status).toBe(200)
    return flood
  })
  for (const answer of await Promise.all(admitted)) expect(answer.status).toBe(200)
  expect(shop.renderStats().openEnded).toMatchObject({ active: 0, queued: 0, started: started + 5 })
})

test('gives cacheable pages their own slots, and renders once for concurrent requests', async () => {
  const { started } = shop.renderStats().pages
  const asked = await whileCatalogueIsHeld(async () => {
    const flood = Array.from({ length: 5 }, (_, index) => get(`/shop-all?search=again${index}`))
    await eventually(() => shop.renderStats().openEnded.queued === 3)
    const readers = Array.from({ length: 30 }, () => get('/ingredients'))
    await eventually(() => shop.renderStats().pages.started === started + 1)
    expect((await get('/contact')).status).toBe(200)
    return [...readers, ...flood]
  })
  for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200)
  expect(shop.renderStats().pages.started).toBe(started + 2)
})

test('shows uploaded pictures in a flood of searches and of made-up pictures', async () => {
  const { started } = shop.renderStats().pages
  const asked = await whileCatalogueIsHeld(async () => {
    const flood = Array.from({ length: 5 }, (_, index) => get(`/shop-all?search=pictured${index}`))
    await eventually(() => shop.renderStats().openEnded.queued === 3)
    for (const [name, text] of [
      [`${PICTURE}-400.webp`, 'small'],
      [`${PICTURE}-800.webp`, 'large'],
      [PICTURE, 'large'],
    ])
      expect(await get(`/uploads/${name}`), name).toMatchObject({ status: 200, text })
    for (const name of [
      `${PICTURE}-401.webp`,
      `${PICTURE}-400.avif`,
      'fedcba98765432100123',
      'fedcba98765432100123-400.webp',
    ])
      expect((await get(`/uploads/${name}`)).status, name).toBe(503)
    expect((await get(`/uploads/${PICTURE}-0400.webp`)).status).toBe(404)
    return flood
  })
  for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200)
  expect(shop.renderStats().pages.started).toBe(started + 3)
})

test('shows a picture that was uploaded after the others were listed', async () => {
  const name = 'aaaaaaaaaaaaaaaaaaaa'
  expect((await get(`/uploads/${name}-400.webp`)).status).toBe(404)
  await database.current.withConnection((connection) =>
    connection.exec(`
      insert into uploaded_pictures (address, width, height, widths, placeholder, alt)
      values ('/uploads/${name}', 800, 600, array[400, 800], 'data:x', 'A bench');
      insert into uploaded_picture_files (address, width, format, body)
      values ('/uploads/${name}', 400, 'webp', 'small'), ('/uploads/${name}', 800, 'webp', 'large')`),
  )
  expect((await get(`/uploads/${name}-400.webp`)).status).toBe(200)
  const { started } = shop.renderStats().pages
  expect((await get(`/uploads/${name}-800.webp`)).status).toBe(200)
  expect(shop.renderStats().pages.started).toBe(started + 1)
})

test('a visitor joins a render in progress, even while others are refused', async () => {
  const [first, second, third, fourth] = products.map(({ id }) => `/products/${id}`)
  // The list of products is read once.
  expect((await get('/products/no-such-oil')).status).toBe(404)
  const asked = await whileCatalogueIsHeld(async () => {
    const pages = ['/reviews', first, second, third].map((path = '') => get(path))
    await eventually(() => shop.renderStats().pages.queued === 2)
    expect((await get(fourth ?? '')).status).toBe(503)
    return [...pages, get('/reviews')]
  })
  for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200)
})

test('serves a stale page while no render is admitted, and the fresh one soon after', async () => {
  expect((await get('/facial-serums')).status).toBe(200)
  const others = await whileCatalogueIsHeld(async () => {
    shop.services.productMemory.invalidate()
    const pages = ['/body-hair', '/product-guide', '/', '/shop-all'].map((path) => get(path))
    await eventually(() => shop.renderStats().pages.queued === 2)
    shop.cache.invalidate(['catalogue'])
    const { stale } = shop.cache.stats()
    const answer = await get('/facial-serums')
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('Pure Bloom')
    expect(shop.cache.stats().stale).toBe(stale + 1)
    expect((await get('/focus-care')).status).toBe(503)
    return pages
  })
  await Promise.all(others)
  const { stale: after } = shop.cache.stats()
  expect((await get('/facial-serums')).status).toBe(200)
  expect(shop.cache.stats().stale).toBe(after)
})

test('serves everything cached to an address that used up its renders', async () => {
  const from = '2001:db8:7:7::1'
  for (let index = 0; index < 20; index += 1)
    expect((await get(`/api/suggestions?q=word${index}`, from)).status).toBe(200)
  // Another address in the same /64 counts as the same client.
  const refused = await get('/api/suggestions?q=another', '2001:db8:7:7::ffff')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  for (const path of ['/about', '/contact', '/healthz', '/about?utm_source=mail'])
    expect((await get(path, from)).status, path).toBe(200)
  expect((await get('/no/such/page', from)).status).toBe(429)
  expect((await get('/no/such/page')).status).toBe(404)
  expect((await get('/no/other/page', from)).status).toBe(404)
  expect((await get('/api/suggestions?q=another', '2001:db8:7:8::1')).status).toBe(200)
})

test('answers health checks and cached pages before the framework', async () => {
  await get('/about')
  const silent = await listen({
    host: 'localhost',
    port: 0,
    fetch: () => new Promise<Response>(() => {}),
    answerFirst: shop.answerFirst,
    clientOf: shop.clientOf,
    refusalHeaders: shop.refusalHeaders,
  })
  for (const path of ['/healthz', '/about', '/about?utm_source=mail', '/about?_routes=x'])
    expect((await fetch(`http://localhost:${silent.port}${path}`, { headers: PLAIN })).status, path).toBe(200)
  await silent.close(0)
})

test('renders nothing for an unknown product', async () => {
  expect((await get('/products/invented-0')).status).toBe(404)
  const before = shop.renderStats()
  for (let index = 1; index < 30; index += 1) expect((await get(`/products/invented-${index}`)).status).toBe(404)
  expect(shop.renderStats()).toEqual(before)
  expect((await get('/api/products/invented/reviews')).status).toBe(404)
  expect((await get('/api/products/invented/reviews/live')).status).toBe(404)
  expect(shop.renderStats()).toEqual(before)
})

test('renders nothing for an unknown order link, and keeps slots for real ones in a flood of searches', async () => {
  expect((await get('/order/invented-0')).status).toBe(404)
  expect((await get('/order/invented-0.data')).status).toBe(404)
  const before = shop.renderStats()
  for (let index = 1; index < 30; index += 1) {
    expect((await get(`/order/invented-${index}`)).status).toBe(404)
    expect((await get(`/order/invented-${index}.data`)).status).toBe(404)
  }
  expect(shop.renderStats()).toEqual(before)

  const link = createOrderLinks(SECRET_KEY).pathFor('00000000-0000-4000-8000-000000000000')
  const flood = await whileCatalogueIsHeld(async () => {
    const searches = Array.from({ length: 5 }, (_, index) => get(`/shop-all?search=crowd${index}`))
    await eventually(() => shop.renderStats().openEnded.queued === 3)
    const order = get(link)
    await eventually(() => shop.renderStats().personal.started === before.personal.started + 1)
    return [order, ...searches]
  })
  expect((await Promise.all(flood)).map(({ status }) => status)).toEqual([404, 200, 200, 200, 200, 200])
})

test.each<[what: string, address: (index: number) => string, method?: 'POST' | 'HEAD']>([
  ['searches', (index) => `/shop-all?search=made${index}`],
  ['suggestions', (index) => `/api/suggestions?q=up${index}`],
  ['comparisons', (index) => `/compare?oil=pure-bloom&oil=made-up-${index}`],
  ['answers of the finder', () => '/skin-finder?want=dry&skin=tight&without=nuts'],
  ['filters', () => '/shop-all?skin=dry&scent=floral&sort=name'],
  ['pages of reviews', (index) => `/reviews?page=${index + 2}`],
  ['pictures', (index) => `/uploads/${String(index).padStart(20, '0')}`],
  ['ways out of the newsletter', (index) => `/unsubscribe/made-up-${index}`],
  ['forms to leave it', (index) => `/unsubscribe/made-up-${index}`, 'POST'],
  ['the file for Apple', () => '/.well-known/apple-developer-merchantid-domain-association'],
  ['the live reviews', () => '/api/products/pure-bloom/reviews/live', 'HEAD'],
  ['the door of the desk', () => '/admin/sign-in'],
  ['links by email', () => '/admin/sign-in/link'],
  ['links to the desk', (index) => `/admin/link/x${index}`],
  ['uses of such links', (index) => `/admin/link/x${index}`, 'POST'],
  ['screens of the desk', () => '/admin/orders'],
  ['screens there are not', (index) => `/admin/made-up-${index}`],
])('throttles an address that keeps requesting %s', async (_what, address, method) => {
  visitors += 1
  const from = `10.77.0.${visitors}`
  const statuses = []
  for (let index = 0; index < 22; index += 1) statuses.push((await get(address(index), from, method)).status)
  expect(statuses.slice(0, 20)).not.toContain(429)
  expect(statuses.slice(20)).toEqual([429, 429])
})

test('counts live streams and the desk separately, so that pages left open do not use up renders', async () => {
  const from = '10.78.0.1'
  const live = () => get('/api/products/pure-bloom/reviews/live', from, 'HEAD')
  for (let index = 0; index < 20; index += 1) expect((await live()).status).toBe(200)
  expect((await live()).status).toBe(429)
  expect((await get('/admin/sign-in', from)).status).toBe(200)
  const link = createOrderLinks(SECRET_KEY).pathFor('00000000-0000-4000-8000-000000000000')
  expect((await get(link, from)).status).toBe(404)
  for (let index = 0; index < 19; index += 1)
    expect((await get(`/shop-all?search=visible${index}`, from)).status).toBe(200)
  expect((await get('/shop-all?search=visible', from)).status).toBe(429)
  expect((await get('/admin/sign-in', from)).status).toBe(200)
})

test('charges nothing for a stream that is refused because too many are open', async () => {
  const from = '10.79.0.1'
  const open = () => shop.app.request('/api/products/pure-bloom/reviews/live', { headers: { 'x-forwarded-for': from } })
  const streams = []
  for (let index = 0; index < 6; index += 1) streams.push(await open())
  for (let index = 0; index < 30; index += 1) expect((await open()).status).toBe(503)
  const first = streams.shift()?.body?.pipeThrough(new TextDecoderStream()).getReader()
  // The summary is being read in the background.
  for (let text = ''; !text.includes('data:');) text += (await first?.read())?.value ?? ''
  await first?.cancel()
  streams.push(await open())
  expect(streams.map(({ status }) => status)).toEqual(Array(6).fill(200))
  for (const { body } of streams) await body?.cancel()
})

test('reads nothing for HEAD requests of live reviews', async () => {
  const head = async (id: string) => (await get(`/api/products/${id}/reviews/live`, undefined, 'HEAD')).status
  // The list of products is read once.
  expect((await get('/products/no-such-oil')).status).toBe(404)
  const statements = await recordStatements(async () => {
    for (const { id } of products.slice(0, 5)) expect([await head(id), await head(id)]).toEqual([200, 200])
  })
  expect(statements.filter(({ text }) => text.includes('product_ratings'))).toEqual([])
})

test('finds a product as soon as it is on sale', async () => {
  const change = (isActive: boolean) =>
    database.current.withConnection((connection) =>
      connection.rows(`update products set is_active = ${isActive} where id = 'velvet-contour-serum'`),
    )
  await change(false)
  await eventually(async () => (await get('/products/velvet-contour-serum')).status === 404)
  await change(true)
  await eventually(async () => (await get('/products/velvet-contour-serum')).status === 200)
})

test('answers HEAD, conditional and encoded requests for a cached page the same on both paths', async () => {
  const { headers } = await get('/about')
  const etag = headers.etag ?? ''
  const conditions = { 'if-none-match': `"other", ${etag}` }
  expect((await shop.app.request('/about', { headers: conditions })).status).toBe(304)
  expect((await fetch(`http://localhost:${server.port}/about`, { headers: conditions })).status).toBe(304)
  const head = await get('/about', undefined, 'HEAD')
  expect(head).toMatchObject({ status: 200, text: '' })
  expect(Number(head.headers['content-length'])).toBeGreaterThan(1000)
  expect(head.headers.vary).toBe('Accept-Encoding')
  expect((await shop.app.request('/about', { method: 'HEAD' })).headers.get('content-length')).toBe(
    head.headers['content-length'],
  )
})

test('delays refusals and addresses that do not exist during a flood, longer each time', async () => {
  const refusals = { firstMs: 200, maxMs: 1000, forgetMs: 60_000 }
  const perAddress = { count: 1, perMs: 3_600_000 }
  const flooded = await createTestShop(
    database.current,
    { TRUST_PROXY: '1', SECRET_KEY },
    { renderLimits: { ...LIMITS, perAddress, refusals } },
  )
  const { app, answerFirst, clientOf, refusalHeaders } = flooded
  const listening = await listen({
    host: 'localhost',
    port: 0,
    fetch: app.fetch,
    clientOf,
    refusalHeaders,
    answerFirst,
  })
  const ask = async (path: string, from: string, method?: string) => {
    const start = performance.now()
    const { status } = await get(path, from, method, listening)
    return { status, ms: performance.now() - start }
  }
  const askTwice = async (path: string, from: string, method?: string) => {
    const [first, second] = [await ask(path, from, method), await ask(path, from, method)]
    expect([first.ms >= 100, second.ms >= 190], path).toEqual([true, true])
    return [first.status, second.status]
  }
  // Renders the page and compresses it, so that the next one comes from memory.
  await ask('/no/such/page', '10.9.0.1')
  for (let turn = 0; turn < 10; turn += 1) await ask('/functions/v1/find-order', '10.9.0.4', 'POST')
  expect(await askTwice('/functions/v1/find-order', '10.9.0.4', 'POST')).toEqual([429, 429])
  expect((await ask('/admin/sign-in', '10.9.0.5')).status).toBe(200)
  expect(await askTwice('/admin/sign-in', '10.9.0.5')).toEqual([429, 429])
  await ask('/shop-all?search=first', '10.9.0.2')
  expect(await askTwice('/shop-all?search=second', '10.9.0.2')).toEqual([429, 429])
  const searches = await whileCatalogueIsHeld(async () => {
    const crowd = Array.from({ length: 5 }, (_, index) => ask(`/shop-all?search=crowd${index}`, `10.10.0.${index}`))
    await eventually(() => flooded.renderStats().openEnded.queued === 3)
    expect((await ask('/shop-all?search=one-more', '10.10.0.9')).status).toBe(503)
    return crowd
  })
  expect((await Promise.all(searches)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await askTwice('/no/other/page', '10.9.0.3')).toEqual([404, 404])
  expect(await askTwice('/api/products/made-up', '10.9.0.6')).toEqual([404, 404])
  await listening.close(0)
})

test('answers a buyer who has to do a proof of work, or needs a new ticket, at once', async () => {
  const refusals = { firstMs: 3_600_000, maxMs: 3_600_000, forgetMs: 60_000 }
  const { app } = await createTestShop(
    database.current,
    { TRUST_PROXY: '1', SECRET_KEY },
    { renderLimits: { ...LIMITS, refusals } },
  )
  const answer = await app.request('/functions/v1/process-square-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.11.0.1', [TICKET_HEADER]: 'expired' },
    body: JSON.stringify({ ...anOrder(), sourceId: 'cnon:card' }),
  })
  expect(answer.status).toBe(429)
  expect(await answer.json()).toMatchObject({ problem: 'proof' })
})
