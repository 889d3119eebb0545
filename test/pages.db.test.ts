import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { EVERYTHING } from '#server/platform/pages/page-cache.ts'
import { eventually } from './eventually.ts'
import { PRODUCTION_ENVIRONMENT, randomLooking } from './production-environment.ts'
import { useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof createTestShop>>

beforeAll(async () => {
  shop = await createTestShop(database.current)
})

function sql(statement: string): Promise<unknown> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

async function page(path: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await shop.app.request(path, { headers })
  return response.text()
}

/** Notifications of an earlier test may still be in flight. */
async function untilCached(path: string): Promise<void> {
  await eventually(async () => {
    const { hits } = shop.cache.stats()
    await page(path)
    await new Promise((resolve) => setTimeout(resolve, 200))
    await page(path)
    return shop.cache.stats().hits >= hits + 2
  })
}

test('the home page shows the four featured products, with the badges they have earned', async () => {
  const html = await page('/')
  expect(html).toContain('Free Shipping on Orders Over $75')
  for (const text of ['Forever Skin Serum', 'Pure Bloom', 'Bloomera Hair + Skin Restore', 'Floral Wood Body Oil'])
    expect(html).toContain(text)
  for (const badge of ['Staff Pick', 'Low Stock', 'Customer Favorite']) expect(html).toContain(badge)
  // Nothing was sold yet.
  expect(html).not.toContain('Best Seller')
})

test('hides only the testimonials while reviews cannot be read', async () => {
  await sql('alter table reviews rename to reviews_elsewhere')
  shop.cache.invalidate([EVERYTHING])
  const response = await shop.app.request('/')
  const html = await response.text()
  await sql('alter table reviews_elsewhere rename to reviews')
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect(html).toContain('Forever Skin Serum')
  expect(html).not.toContain('Kind words</h2>')
  expect(await page('/')).toContain('Kind words</h2>')
})

test('shows name, sizes and prices on a product page', async () => {
  const html = await page('/products/bloomera-hair-skin-restore')
  expect(html).toContain('Bloomera Hair + Skin Restore')
  for (const price of ['$22.00', '$38.00', '$70.00']) expect(html).toContain(price)
})

test('answers an unknown product with a real 404 and the fixed texts', async () => {
  const response = await shop.app.request('/products/unknown')
  expect(response.status).toBe(404)
  const html = await response.text()
  expect(html).toContain('Product Not Found')
  expect(html).toContain('The product you&#x27;re looking for doesn&#x27;t exist')
})

test('does not find an inactive product', async () => {
  await sql(`update products set is_active = false where id = 'velvet-contour-serum'`)
  shop.services.productMemory.invalidate()
  expect((await shop.app.request('/products/velvet-contour-serum')).status).toBe(404)
  await sql(`update products set is_active = true where id = 'velvet-contour-serum'`)
})

test('answers an unknown path with a real 404', async () => {
  const response = await shop.app.request('/no/such/page')
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('Oops! Page not found')
})

test('serves a page from memory, compressed, and with 304 if unchanged', async () => {
  await untilCached('/')
  const { hits } = shop.cache.stats()
  const response = await shop.app.request('/', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(shop.cache.stats().hits).toBe(hits + 1)
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toContain('Pure Bloom')
  const again = await shop.app.request('/', { headers: { 'if-none-match': response.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
})

test('renders its home page at startup, so that the first visitor gets it from the cache', async () => {
  shop.cache.invalidate([EVERYTHING])
  await shop.renderHome()
  const { hits } = shop.cache.stats()
  await page('/')
  expect(shop.cache.stats().hits).toBe(hits + 1)
})

test('ignores tracking parameters in cache keys', async () => {
  await untilCached('/')
  const { pages } = shop.cache.stats()
  await page('/?utm_source=mail')
  await page('/?fbclid=1')
  expect(shop.cache.stats().pages).toBe(pages)
})

test('shows a price changed by plain SQL on the next request, in every process', async () => {
  const other = await createTestShop(await database.openAnother())
  await Promise.all([page('/products/pure-bloom'), other.app.request('/products/pure-bloom')])
  await sql(`update products set size_1oz_price_cents = 2700 where id = 'pure-bloom'`)
  await eventually(async () => (await page('/products/pure-bloom')).includes('$27.00'))
  await eventually(async () => (await (await other.app.request('/products/pure-bloom')).text()).includes('$27.00'))
  await sql(`update products set size_1oz_price_cents = 2500 where id = 'pure-bloom'`)
  if (other.database !== database.current) await other.close()
})

test('drops no cached page when a testimonial is marked as shown', async () => {
  await untilCached('/')
  const { misses } = shop.cache.stats()
  await sql(`update reviews set last_shown_at = now()`)
  await new Promise((resolve) => setTimeout(resolve, 100))
  await page('/')
  expect(shop.cache.stats().misses).toBe(misses)
})

test('drops the cached pages of a product when its review is published', async () => {
  await untilCached('/')
  const { misses } = shop.cache.stats()
  await sql(
    `insert into reviews (product_id, rating, title, body, reviewer_name, source, is_published) values ('pure-bloom', 5, 'Good', 'Text', 'Dana Whitfield', 'website_form', true)`,
  )
  await eventually(async () => {
    await page('/')
    return shop.cache.stats().misses > misses
  })
})

test('finds nothing for path traversal', async () => {
  for (const path of [
    '/assets/../../package.json',
    '/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%5c..%5cpackage.json',
  ]) {
    const response = await shop.app.request(path)
    expect(response.status, path).toBe(404)
    expect(await response.text()).not.toContain('"private"')
  }
})

test('answers HEAD like GET, without a body', async () => {
  const response = await shop.app.request('/', { method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(1000)
  expect(await response.text()).toBe('')
})

test('allows no other method on pages', async () => {
  const response = await shop.app.request('/', { method: 'POST' })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, HEAD')
})

test('refuses a write from another site', async () => {
  const report = { method: 'POST', body: '[]', headers: { 'content-type': 'application/reports+json' } }
  expect((await shop.app.request('/csp-report', report)).status).toBe(204)
  const foreign: [string, string][] = [
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-site'],
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
  ]
  for (const [name, value] of foreign) {
    const response = await shop.app.request('/csp-report', { ...report, headers: { ...report.headers, [name]: value } })
    expect(response.status, `${name}: ${value}`).toBe(403)
  }
  const own = await shop.app.request('/csp-report', {
    ...report,
    headers: { ...report.headers, 'sec-fetch-site': 'same-origin' },
  })
  expect(own.status).toBe(204)
})

test('lists the hashes of its own inline scripts on every page, and strips their nonce', async () => {
  for (const path of ['/', '/products/pure-bloom', '/privacy-policy', '/no-such-page', '/order']) {
    const response = await shop.app.request(path)
    const html = await response.text()
    expect(html, path).not.toContain('nonce')
    const scripts = [...html.matchAll(/<script(?<attributes>[^>]*)>(?<code>.*?)<\/script>/gs)]
      .map(({ groups }) => groups ?? {})
      .filter(({ attributes = '' }) => !attributes.includes('src=') && !attributes.includes('ld+json'))
    const expected = scripts.map(({ code = '' }) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    expect(expected.length, path).toBeGreaterThan(2)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy.match(/'sha256-[^']+'/g)?.toSorted(), path).toEqual([...new Set(expected)].toSorted())
  }
})

test('serves only the shop itself in production', async () => {
  const production = await createTestShop(database.current, PRODUCTION_ENVIRONMENT)
  expect((await production.app.request('/', { headers: { host: 'bloomera.example' } })).status).toBe(200)
  expect((await production.app.request('/', { headers: { host: 'evil.example' } })).status).toBe(421)
  expect((await production.app.request('/healthz', { headers: { host: '10.0.0.1' } })).status).toBe(200)
})

test('requires the token for metrics in production, even locally', async () => {
  const headers = { host: 'bloomera.example' }
  const closed = await createTestShop(database.current, PRODUCTION_ENVIRONMENT)
  expect((await closed.app.request('/metrics', { headers }, fromLoopback)).status).toBe(403)
  const token = randomLooking('metrics')
  const open = await createTestShop(database.current, { ...PRODUCTION_ENVIRONMENT, METRICS_TOKEN: token })
  expect((await open.app.request('/metrics', { headers }, fromLoopback)).status).toBe(403)
  const response = await open.app.request('/metrics', { headers: { ...headers, authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
})

test('alerts the owner once about a proxy that is not configured', async () => {
  const alerts = () =>
    database.current.withConnection((connection) =>
      connection.rows("select subject from alerts where kind = 'untrusted-proxy'"),
    )
  const through = { headers: { host: 'bloomera.example', 'x-forwarded-for': '203.0.113.9' } }
  const trusting = await createTestShop(database.current, { ...PRODUCTION_ENVIRONMENT, TRUST_PROXY: '1' })
  await trusting.app.request('/robots.txt', through, fromLoopback)
  const production = await createTestShop(database.current, PRODUCTION_ENVIRONMENT)
  // Not addressed to the shop: a health check, or a scanner.
  await production.app.request('/robots.txt', { headers: { ...through.headers, host: '10.0.0.1' } }, fromLoopback)
  expect(await alerts()).toEqual([])
  for (let count = 0; count < 3; count += 1) await production.app.request('/robots.txt', through, fromLoopback)
  await eventually(async () => (await alerts()).length > 0)
  expect(await alerts()).toEqual([{ subject: 'TRUST_PROXY' }])
})

const fromLoopback = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }

test('requires the token for metrics', async () => {
  const guarded = await createTestShop(database.current, { METRICS_TOKEN: 'a-long-enough-token' })
  expect((await guarded.app.request('/metrics')).status).toBe(403)
  const response = await guarded.app.request('/metrics', { headers: { authorization: 'Bearer a-long-enough-token' } })
  const text = await response.text()
  expect(text).toContain('shop_page_cache{what="pages"}')
  expect(text).toContain('shop_queue_oldest_due_seconds{queue="webhook_events"} 0')
})
