import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { resolvePageAddress } from '#server/page-address.ts'
import { cacheableAddresses } from './cacheable-addresses.ts'
import { useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof createTestShop>>
let addresses: Set<string>

beforeAll(async () => {
  shop = await createTestShop(database.current)
  addresses = await cacheableAddresses(database.current)
})

function unexpectedKeys(): string[] {
  return shop.cache.keys().filter((key) => !addresses.has(key))
}

test('keeps the set of all cacheable addresses small enough for the cache', async () => {
  expect(addresses.size).toBeLessThan(2000)
  const isSmall = (address: string) => address.startsWith('/api/products/') || address.includes('.data')
  const pages = [...addresses].filter((address) => address.startsWith('/') && !isSmall(address))
  const some = [...addresses].filter(isSmall).filter((_, index) => index % 20 === 0)
  const load = async (list: readonly string[]) => {
    const before = shop.cache.stats().bytes
    for (const address of list) {
      const response = await shop.app.request(address, { headers: { 'accept-encoding': 'br' } })
      expect(response.status, address).toBe(200)
      expect(response.headers.get('cache-control'), address).toBe('no-cache')
      await response.arrayBuffer()
    }
    return shop.cache.stats().bytes - before
  }
  const [ofPages, ofSome] = [await load(pages), await load(some)]
  expect(new Set(shop.cache.keys())).toEqual(new Set([...pages, ...some]))
  // Only one in twenty of the small pages was loaded.
  expect(ofPages + 20 * ofSome).toBeLessThan(160 * 1024 * 1024)
})

const ANY = fc.string({ unit: 'grapheme', maxLength: 20 })
const LONG = fc.integer({ min: 1, max: 14_000 }).map((length) => 'x'.repeat(length))
const NUMBER = fc.oneof(fc.integer({ min: -2, max: 60 }), fc.nat(2_000_000)).map(String)
const PRODUCT = fc.constantFrom('', 'brand', 'BRAND', 'pure-bloom', 'PURE-BLOOM', 'no-such-oil', 'a--b')
const ROUTES = fc.constantFrom(
  'root',
  'routes/storefront/about',
  'root,routes/storefront/home',
  'routes/storefront/reviews',
)

/** Realistic values of each parameter, and some invalid ones. */
const MEANT: Record<string, fc.Arbitrary<string>> = {
  size: fc.constantFrom('1oz', '2oz', '4oz', '2OZ', '9oz'),
  page: NUMBER,
  product: PRODUCT,
  without: fc.constantFrom('nuts', 'coconut', 'olive', 'stone-fruit', 'essential-oils', 'NUTS'),
  skin: fc.constantFrom('dry', 'sensitive', 'DRY', 'tight', 'irritated', 'unsure'),
  want: fc.constantFrom('dry', 'all', 'lines', 'DRY', 'none'),
  at: fc.constantFrom('0', '1', '3', '4', 'routine'),
  scent: fc.constantFrom('unscented', 'any', 'floral'),
  oil: fc.constantFrom('pure-bloom', 'barrier-rescue-oil', 'no-such-oil', 'PURE-BLOOM'),
  concern: fc.constantFrom('dryness', 'toString'),
  price: fc.constantFrom('under-30', 'over-50', '30'),
  _routes: ROUTES,
  utm_source: ANY,
  index: ANY,
  sort: fc.constantFrom('price', 'rating', 'newest', 'highest', 'lowest', 'NEWEST'),
  limit: NUMBER,
  rating: NUMBER,
  after: fc.uuid(),
  q: ANY,
}
const parameter = fc
  .constantFrom(...Object.entries(MEANT))
  .chain(([name, meant]) => fc.tuple(fc.constant(name), fc.oneof({ weight: 3, arbitrary: meant }, ANY, LONG)))

/** Pages and the parameters they read, so that most requests are meaningful. */
const READS: [place: string, ...names: string[]][] = [
  ['', '_routes'],
  ['about', '_routes'],
  ['shop-all', 'without', 'without', 'page'],
  ['shop-all', 'skin', 'concern', 'sort'],
  ['body-hair', 'skin', 'price', 'without'],
  ['skin-finder', 'want', 'skin'],
  ['skin-finder', 'want', 'skin', 'without', 'scent'],
  ['skin-finder', 'want', 'skin', 'at'],
  ['compare', 'oil', 'oil'],
  ['reviews', 'product', 'page'],
  ['reviews', 'page'],
  ['ingredients'],
  ['order'],
  ['order/forged'],
  ['privacy-policy'],
  ['nope'],
  ['products/pure-bloom', 'size'],
  ['products/forever-skin-serum', 'size', '_routes'],
  ['products/unknown', 'size'],
  ['product-guide/pure-bloom'],
  ['ingredients/jojoba-oil'],
  ['ingredients/unknown'],
  ['api/reviews', 'product', 'page'],
  ['api/products'],
  ['api/products/pure-bloom'],
  ['api/products/x'],
  ['api/openapi.json'],
  ['api/suggestions', 'q'],
  ['api/products/pure-bloom/reviews', 'sort', 'limit', 'rating', 'after'],
  ['api/products/pure-bloom/reviews', 'sort', 'limit'],
  ['api/products/x/reviews', 'limit'],
  ['sitemap.xml'],
  ['.well-known/gpc.json'],
]
const place = fc
  .constantFrom(...READS)
  .chain(([path, ...names]) =>
    fc.tuple(fc.constant(path), fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), MEANT[name] ?? ANY)))),
  )

const SPELLINGS: ((path: string) => string)[] = [
  (path) => path,
  (path) => path,
  (path) => path.toUpperCase(),
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.replace(/[aeo]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `${path}%2f`,
  (path) => `x/../${path}`,
]
const ENDS = fc.constantFrom('', '', '.data', '.data', '/_.data', '%2edata', '.DATA')

const hostileAddress = fc
  .tuple(
    fc.oneof({ weight: 9, arbitrary: place }, fc.tuple(ANY.map(encodeURIComponent), fc.constant([]))),
    fc.constantFrom(...SPELLINGS),
    ENDS,
    fc.array(parameter, { maxLength: 2 }),
  )
  .map(([[path, meant], spell, end, more]) => {
    const query = new URLSearchParams([...meant, ...more] as [string, string][])
    return `/${spell(path)}${end}?${query}`.slice(0, 15_000)
  })

test('writes every link on our own pages canonically, so that none redirects', async () => {
  const links = new Set<string>()
  for (const address of [...addresses].filter((key) => /^\/(?!api)[^.]*$/.test(key))) {
    const html = await (await shop.app.request(address)).text()
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="(\/[^"#]*)/g)) links.add(href.replaceAll('&amp;', '&'))
  }
  expect(links.size).toBeGreaterThan(40)
  for (const link of [...links].filter((href) => !href.includes('.')))
    expect(resolvePageAddress(link), link).toMatchObject({ key: link, redirectTo: undefined })
})

test('adds no key outside that set for thousands of hostile addresses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostileAddress, { minLength: 50, maxLength: 50 }), async (urls) => {
      await Promise.all(
        urls.map(async (url) => {
          const response = await shop.app.request(url)
          expect(response.status, url).toBeLessThan(500)
          await response.arrayBuffer()
          const location = response.headers.get('location')
          if (location !== null) await (await shop.app.request(location)).arrayBuffer()
        }),
      )
      expect(unexpectedKeys()).toEqual([])
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 40) },
  )
})

test('never uses free text, answers to the skin finder or a comparison as a key', async () => {
  for (const url of [
    '/shop-all?search=rose',
    '/shop-all.data?search=rose&_routes=routes%2Fstorefront%2Fshop-all',
    '/shop-all?search=rose&page=1',
    '/api/suggestions?q=rose',
    '/skin-finder?want=dry&skin=tight&without=none',
    '/skin-finder?want=dry&skin=tight&without=none&scent=any',
    '/skin-finder?want=dry&skin=tight&at=1',
    '/compare?oil=pure-bloom',
    '/compare.data?oil=pure-bloom&oil=barrier-rescue-oil',
  ]) {
    const response = await shop.app.request(url)
    expect(response.status, url).toBe(200)
    expect(response.headers.get('cache-control'), url).toBe('private, no-store')
    expect(response.headers.has('etag'), url).toBe(false)
  }
  const isFree = (key: string) => /rose|without=none|at=|oil=/.test(key) && !key.startsWith('/ingredients/')
  expect(shop.cache.keys().filter(isFree)).toEqual([])
})

test('adds nothing to the cache for a list of routes of maximum length', async () => {
  await (await shop.app.request('/about.data')).arrayBuffer()
  const { bytes, pages } = shop.cache.stats()
  for (let index = 0; index < 500; index += 1) {
    const response = await shop.app.request(`/about.data?_routes=${'x'.repeat(13_900)}${index}`)
    expect(response.status).toBe(200)
    await response.arrayBuffer()
  }
  expect(shop.cache.stats()).toMatchObject({ bytes, pages })
})

test('falls back if a page number is too high or a size is not sold', async () => {
  const to = async (url: string) => {
    const { status, headers } = await shop.app.request(url)
    return [status, headers.get('location')]
  }
  expect(await to('/products/pure-bloom?size=4oz')).toEqual([302, '/products/pure-bloom'])
  expect((await to('/reviews?page=999'))[1]).toMatch(/^\/reviews\?page=\d{1,2}$/)
  expect(await to('/shop-all?search=rose&page=999')).toEqual([302, '/shop-all?search=rose'])
  expect(await to('/shop-all?search=rose&sort=name&page=2')).toEqual([302, '/shop-all?search=rose&sort=name'])
  expect(await to('/shop-all?search=zzzzzzzz&page=999')).toEqual([302, '/shop-all?search=zzzzzzzz'])
  expect(unexpectedKeys()).toEqual([])
})

test('reviews of a missing product are one page, whatever the product is called', async () => {
  const read = async (url: string) => {
    const response = await shop.app.request(url)
    return [response.status, await response.text()] as const
  }
  const nothing = await read('/reviews?product=-')
  expect(nothing).toEqual([200, expect.stringContaining('No reviews found matching your filter')])
  expect(nothing[1]).toContain('<meta name="robots" content="noindex"')
  for (const product of ['no-such-oil', 'Pure-Bloom', '%20', '%27--', 'x'.repeat(3000), 'unknown&page=3'])
    expect(await read(`/reviews?product=${product}`), product.slice(0, 20)).toEqual(nothing)
  const data = await read('/reviews.data?product=-')
  expect(await read('/reviews.data?product=no-such-oil')).toEqual(data)
  expect(unexpectedKeys()).toEqual([])
})

test('every unknown address of a route gets the same page, which does not mention the address', async () => {
  const bodies = new Map<string, Set<string>>()
  const { started } = shop.renderStats().pages
  for (const [kind, url] of [
    ['page', '/no/such/secret-page'],
    ['page', '/another/secret'],
    ['data', '/no/such/secret-page.data'],
    ['data', '/another/secret.data?_routes=routes/storefront/not-found'],
    ['collection', '/secret-shelf'],
    ['collection', '/Secret--shelf'],
    ['collection data', '/secret-shelf.data'],
    ['product', '/products/secret-oil'],
    ['product', '/products/secret-oil?size=2oz'],
    ['product data', '/products/secret-oil.data'],
    ['guide', '/product-guide/secret-oil'],
    ['ingredient', '/ingredients/secret-oil'],
    ['order', '/order/secret-token'],
    ['order', '/order/secret.token'],
  ] as const) {
    const response = await shop.app.request(url)
    expect(response.status, url).toBe(404)
    const text = await response.text()
    expect(text, url).not.toContain('secret')
    bodies.set(kind, (bodies.get(kind) ?? new Set()).add(text))
  }
  for (const [kind, texts] of bodies) expect(texts.size, kind).toBe(1)
  expect(shop.renderStats().pages.started - started).toBeLessThanOrEqual(bodies.size)
})
