import { beforeAll, expect, test } from 'vitest'
import { suggestionsSchema } from '#contract/suggestions.ts'
import { useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof createTestShop>>

beforeAll(async () => {
  shop = await createTestShop(database.current, { PUBLIC_URL: 'https://bloomera.localhost' })
})

async function get(path: string): Promise<{ status: number; type: string | null; text: string }> {
  const response = await shop.app.request(path)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

function sql(statement: string): Promise<unknown> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

function structuredData(html: string): Record<string, unknown>[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '{}']) =>
    JSON.parse(json),
  )
}

test('lists every page in the sitemap by its public address, and each exists', async () => {
  const { type, text } = await get('/sitemap.xml')
  expect(type).toBe('application/xml; charset=utf-8')
  const addresses = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address))
  expect(addresses).toHaveLength(19 + 26 + 2 * 16)
  for (const { origin, pathname } of addresses) {
    expect(origin).toBe('https://bloomera.localhost')
    expect((await shop.app.request(pathname)).status, pathname).toBe(200)
  }
})

test('the sitemap says when a page was changed, if that is known', async () => {
  await sql(`update products set updated_at = '2026-10-02T03:04:05Z' where id = 'pure-bloom'`)
  await sql(
    `insert into policies (slug, body_markdown, published_at) values ('shipping-returns', 'x', '2026-10-07T08:09:10Z')`,
  )
  const changed = async (path: string) => {
    const { text } = await get('/sitemap.xml')
    const entry = text.split('\n').find((line) => line.includes(`<loc>https://bloomera.localhost${path}</loc>`))
    return /<lastmod>(.*)<\/lastmod>/.exec(entry ?? '')?.[1]
  }
  await expect.poll(() => changed('/products/pure-bloom')).toBe('2026-10-02T03:04:05.000Z')
  expect(await changed('/product-guide/pure-bloom')).toBe('2026-10-02T03:04:05.000Z')
  await expect.poll(() => changed('/shipping-returns')).toBe('2026-10-07T08:09:10.000Z')
  expect(Date.parse((await changed('/reviews')) ?? '')).toBeGreaterThan(Date.parse('2026-09-01'))
  expect(await changed('/about')).toBeUndefined()
  await sql(`delete from policies where body_markdown = 'x'`)
})

test('the web manifest names icons that exist', async () => {
  expect((await get('/')).text).toContain('<link rel="manifest" href="/manifest.webmanifest"')
  const { type, text } = await get('/manifest.webmanifest')
  expect(type).toBe('application/manifest+json')
  const {
    name,
    start_url: start,
    icons,
  } = JSON.parse(text) as { name: string; start_url: string; icons: { src: string }[] }
  expect([name, start]).toEqual(['Bloomera', '/'])
  for (const { src } of icons) expect((await get(src)).status, src).toBe(200)
})

test('robots.txt says where the sitemap is and what not to crawl', async () => {
  const { text } = await get('/robots.txt')
  expect(text).toContain('Sitemap: https://bloomera.localhost/sitemap.xml')
  expect(text).toContain('Disallow: /admin')
})

test('the merchant feed has one entry per size that can be bought', async () => {
  const { text } = await get('/feeds/google-merchant.xml')
  expect(text.match(/<item>/g)).toHaveLength(6 * 2 + 3 + 2 + 8)
  expect(text).toContain('<g:id>bloomera-hair-skin-restore-4oz</g:id>')
  expect(text).toContain('<g:price>70.00 USD</g:price>')
  expect(text).toContain('Orchard Hand &amp; Cuticle Oil')
})

test('the merchant feed has the picture of each size and the other pictures of its product', async () => {
  const item = async (size: string) => {
    const { text } = await get('/feeds/google-merchant.xml')
    const [found = ''] = new RegExp(`<item><g:id>pure-bloom-${size}</g:id>.*?</item>`, 's').exec(text) ?? []
    return [
      ...found.matchAll(/<g:(image_link|additional_image_link)>https:\/\/bloomera\.localhost\/pictures\/([a-z-]+)-/g),
    ].map(([, name, picture]) => `${name} ${picture}`)
  }
  const before = await item('1oz')
  await sql(`insert into product_pictures (product_id, position, picture, alt, sizes) values
    ('pure-bloom', 1, 'pure-bloom', '', '{}'), ('pure-bloom', 2, 'forever-skin-serum', '', '{2oz}')`)
  await expect.poll(() => item('1oz')).toEqual(['image_link pure-bloom', 'additional_image_link forever-skin-serum'])
  expect(await item('2oz')).toEqual(['image_link forever-skin-serum', 'additional_image_link pure-bloom'])
  await sql(`delete from product_pictures where product_id = 'pure-bloom'`)
  await expect.poll(() => item('1oz')).toEqual(before)
})

test('serves the shop as a single text for language models', async () => {
  const { type, text } = await get('/llms.txt')
  expect(type).toBe('text/plain; charset=utf-8')
  expect(text).toContain('[Pure Bloom](https://bloomera.localhost/products/pure-bloom): Radiance, from $25.00.')
})

test('declares support for Global Privacy Control', async () => {
  const { text } = await get('/.well-known/gpc.json')
  expect(JSON.parse(text)).toMatchObject({ gpc: true })
})

test('finds suggestions under any spelling, caches none, and returns none for nonsense', async () => {
  const { products, total } = suggestionsSchema.parse(JSON.parse((await get('/api/suggestions?q=PUR')).text))
  expect(products[0]).toMatchObject({ slug: 'pure-bloom', name: 'Pure Bloom', priceCents: 2500, hasMorePrices: true })
  expect(products[0]?.image).toMatch(/^\/pictures\/pure-bloom-/)
  expect(total).toBe(products.length)
  expect((await get('/api/suggestions?q=%20pur%20')).text).toContain('pure-bloom')
  expect(shop.cache.keys().filter((key) => key.includes('suggestions'))).toEqual([])
  expect(JSON.parse((await get('/api/suggestions')).text)).toEqual({
    products: [],
    ingredients: [],
    guides: [],
    notes: [],
    total: 0,
  })
  expect((await get(`/api/suggestions?q=${encodeURIComponent(`'";--%_😀`)}`)).status).toBe(200)
})

test("shows the page's offers and ratings in structured data", async () => {
  const group = structuredData((await get('/products/pure-bloom')).text).find(
    (data) => data['@type'] === 'ProductGroup',
  )
  expect(group).toMatchObject({
    name: 'Pure Bloom',
    productGroupID: 'pure-bloom',
    aggregateRating: { '@type': 'AggregateRating', bestRating: 5, worstRating: 1 },
    hasVariant: [
      {
        sku: 'pure-bloom-1oz',
        offers: { price: '25.00', priceCurrency: 'USD', shippingDetails: { shippingRate: { value: '9.99' } } },
      },
      { sku: 'pure-bloom-2oz', offers: { price: '34.00' } },
    ],
  })
  const single = structuredData((await get('/products/orchard-hand-cuticle-oil')).text).find(
    (data) => data['@type'] === 'Product',
  )
  expect(single).toMatchObject({ sku: 'orchard-hand-cuticle-oil', offers: { price: '26.00' } })
  expect(single).not.toHaveProperty('aggregateRating')
  expect(single).not.toHaveProperty('review')
})

test('structured data states the return terms once the owner has confirmed them, or links to them', async () => {
  const offers = async () => JSON.stringify(structuredData((await get('/products/floral-wood-body-oil')).text))
  await sql(`update settings set value = value || '{"isStated":false}' where key = 'returns'`)
  await expect.poll(offers).not.toContain('MerchantReturnPolicy')
  await sql(
    `insert into policies (slug, body_markdown, published_at) values ('shipping-returns', 'Within 30 days.', now())`,
  )
  await expect.poll(offers).toContain('"merchantReturnLink":"https://bloomera.localhost/shipping-returns"')
  expect(await offers()).toContain('MerchantReturnUnspecified')
  await sql(`update settings set value = value || '{"days":45,"shopPays":true,"isStated":true}' where key = 'returns'`)
  await expect.poll(offers).toContain('"merchantReturnDays":45')
  expect(await offers()).toContain('https://schema.org/FreeReturn')
})

test('structured data dates a review by the day at the shop', async () => {
  await sql(`insert into reviews (product_id, rating, title, body, reviewer_name, source, is_published, review_date)
    values ('floral-wood-body-oil', 5, 'Late in the evening', 'x', 'Ana', 'website_form', true, '2027-01-02T05:30:00Z')`)
  await expect
    .poll(async () => JSON.stringify(structuredData((await get('/products/floral-wood-body-oil')).text)))
    .toContain('"name":"Late in the evening","reviewBody":"x","datePublished":"2027-01-01"')
})

test('a review cannot end the data block it is in', async () => {
  await database.current.withConnection((connection) =>
    connection.rows(`insert into reviews (product_id, rating, title, body, reviewer_name, source, is_published, review_date)
      values ('tender-bloom-intimate-oil', 4, '</script><script>alert(1)</script>', '<img src=x onerror=alert(1)>', 'Eve Hacker', 'website_form', true, now() + interval '1 day')`),
  )
  const title = '</script><script>alert(1)</script>'
  await expect
    .poll(async () => JSON.stringify(structuredData((await get('/products/tender-bloom-intimate-oil')).text)))
    .toContain(title)
  const { text } = await get('/products/tender-bloom-intimate-oil')
  expect(text).not.toContain('<script>alert(1)')
  expect(text).not.toContain('<img src=x')
})

test('gives every page a title, a description and one canonical address', async () => {
  for (const path of [
    '/',
    '/shop-all',
    '/facial-serums',
    '/ingredients',
    '/products/pure-bloom',
    '/product-guide/pure-bloom',
    '/ingredients/jojoba-oil',
    '/about',
  ]) {
    const { text } = await get(path)
    expect(text, path).toMatch(/<title>[^<]{5,}<\/title>/)
    expect(text, path).toMatch(/<meta name="description" content="[^"]{20,}"/)
    expect(text, path).toContain(`<link rel="canonical" href="https://bloomera.localhost${path}"`)
    expect(text, path).toContain('property="og:title"')
  }
  expect((await get('/shop-all?search=rose')).text).toContain('<meta name="robots" content="noindex"')
})

test('each page of reviews is its own canonical page', async () => {
  const canonical = async (path: string) => /<link rel="canonical" href="([^"]*)"/.exec((await get(path)).text)?.[1]
  for (const path of ['/reviews', '/reviews?page=2', '/reviews?product=pure-bloom', '/reviews?product=brand'])
    expect(await canonical(path)).toBe(`https://bloomera.localhost${path}`)
  expect((await get('/reviews?page=2')).text).toContain('<title>Reviews (page 2) | Bloomera</title>')
  expect((await get('/reviews?product=pure-bloom')).text).toContain('<title>Reviews of Pure Bloom | Bloomera</title>')
})

test('security.txt says where to report a vulnerability, and is valid for months', async () => {
  const { text } = await get('/.well-known/security.txt')
  expect(text).toMatch(/^Contact: mailto:hello@bloomera\.example\nExpires: \S+\nPreferred-Languages: en\n/)
  expect(text).toContain('Canonical: https://bloomera.localhost/.well-known/security.txt\n')
  const daysLeft = (Date.parse(/Expires: (\S+)/.exec(text)?.[1] ?? '') - Date.now()) / (24 * 60 * 60 * 1000)
  expect(daysLeft).toBeGreaterThan(178)
  // RFC 9116 recommends less than a year.
  expect(daysLeft).toBeLessThan(365)
  const elsewhere = await createTestShop(database.current, { SECURITY_CONTACT: 'https://bloomera.example/security' })
  const response = await elsewhere.app.request('/.well-known/security.txt')
  expect(await response.text()).toContain('Contact: https://bloomera.example/security\n')
})

test('answers hostile searches safely', async () => {
  const hostile = [
    `'; drop table products; --`,
    '%',
    '_%\\',
    '<script>alert(1)</script>',
    '😀'.repeat(3000),
    'a'.repeat(10_000),
    '\u202Egnihton',
    '()',
    '&|!:*',
  ]
  for (const text of hostile) {
    const { status, text: html } = await get(`/shop-all?search=${encodeURIComponent(text)}`)
    expect(status, text.slice(0, 30)).toBe(200)
    expect(html).not.toContain('<script>alert(1)')
  }
  for (const query of [
    'search[]=x',
    'search=a&search=b',
    'page=-1&search=oil',
    'page=1e9&search=oil',
    'page=abc&search=oil',
    'without=toString',
    'without=nuts&without=%01',
  ]) {
    expect((await get(`/shop-all?${query}`)).status, query).toBe(200)
  }
})

test('shows a policy as coming soon until the owner publishes one, then with its date', async () => {
  expect((await get('/privacy-policy')).text).toContain('Coming Soon')
  await database.current.withConnection((connection) =>
    connection.rows(`insert into policies (slug, body_markdown, published_at) values
      ('privacy-policy', '## What we keep\n\n<script>alert(1)</script>', '2026-10-05T18:00:00Z'), ('terms-of-service', 'A draft', null)`),
  )
  await expect.poll(async () => (await get('/privacy-policy')).text).toContain('<h2>What we keep</h2>')
  const { text } = await get('/privacy-policy')
  expect(text).toContain('Last updated October 5, 2026')
  expect(text).not.toContain('Coming Soon')
  expect(text).not.toContain('<script>alert(1)')
  expect((await get('/terms-of-service')).text).toContain('Coming Soon')
})

test('shows no full name on any public page', async () => {
  for (const path of [
    '/',
    '/reviews',
    '/products/pure-bloom',
    '/reviews.data',
    '/_root.data',
    '/products/pure-bloom.data',
  ]) {
    expect((await get(path)).text, path).not.toContain('Whitfield')
  }
})
