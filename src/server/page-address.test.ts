import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAGE_ROUTES } from '#web/page-routes.ts'
import { resolvePageAddress } from './page-address.ts'

function page(url: string) {
  const target = resolvePageAddress(url)
  if (target.kind !== 'page') throw new Error(`${url} is no page`)
  return target
}

test('uses an address as written by our own links as its own key', () => {
  for (const url of [
    '/',
    '/_.data',
    '/about',
    '/products/pure-bloom?size=2oz',
    '/products/pure-bloom.data?size=2oz&_routes=routes%2Fstorefront%2Fproduct',
    '/shop-all?without=nuts&without=olive',
    '/shop-all?search=rose+oil&page=2',
    '/reviews?product=brand&page=3',
    '/order/AbC_-9',
  ]) {
    expect(page(url)).toMatchObject({ key: url, redirectTo: undefined })
  }
})

test('ignores parameters that a page does not read', () => {
  expect(page('/?utm_source=mail&fbclid=1')).toMatchObject({ key: '/', redirectTo: undefined })
  expect(page('/about?size=2oz&page=2&_routes=x')).toMatchObject({ key: '/about', redirectTo: undefined })
})

test.each([
  ['/About', '/about'],
  ['/about/', '/about'],
  ['//about', '/about'],
  ['/%61bout', '/about'],
  ['/about?', undefined],
  ['/about/?utm_source=mail', '/about?utm_source=mail'],
  ['/ORDER/AbC', '/order/AbC'],
  ['/order//AbC/', '/order/AbC'],
  ['/Order/AbC.data', '/order/AbC.data'],
  ['/order/AbC/_.data', '/order/AbC.data'],
  ['/.data', '/_.data'],
  ['/products/Pure-Bloom?size=2oz', '/products/pure-bloom?size=2oz'],
  ['/products/PURE-bloom/?size=9oz&x=1', '/products/pure-bloom?x=1'],
])('redirects %s to %s', (url, to) => {
  expect(page(url).redirectTo).toBe(to)
})

test.each([
  ['/products/pure-bloom?size=9oz', '/products/pure-bloom'],
  ['/products/pure-bloom?size=2oz&size=4oz', '/products/pure-bloom?size=2oz'],
  ['/reviews?page=1', '/reviews'],
  ['/reviews?page=02', '/reviews?page=2'],
  ['/reviews?product=', '/reviews'],
  ['/reviews?page=2&product=pure-bloom', '/reviews?product=pure-bloom&page=2'],
  ['/shop-all?without=olive&without=nuts', '/shop-all?without=nuts&without=olive'],
  ['/shop-all?page=2', '/shop-all'],
  ['/shop-all?sort=name&concern=x&skin=oily&skin=dry', '/shop-all?skin=dry&skin=oily&sort=name'],
  ['/shop-all?page=2&without=nuts&search=rose', '/shop-all?search=rose&without=nuts&page=2'],
  ['/body-hair?rating=5&price=under-30&size=1oz', '/body-hair?price=under-30'],
  ['/shop-all?search=+rose+', '/shop-all?search=rose'],
  ['/about.data?_routes=x', '/about.data'],
  ['/about.data?_routes=root', '/about.data'],
])('renders %s as %s', (url, key) => {
  expect(page(url)).toMatchObject({ key, redirectTo: undefined })
})

test('renders freely combined choices in the lane for searches', () => {
  expect(page('/shop-all?skin=dry').lane).toBe('pages')
  expect(page('/body-hair?without=nuts&without=olive').lane).toBe('pages')
  expect(page('/shop-all?skin=dry&scent=floral').lane).toBe('openEnded')
  expect(page('/body-hair?sort=price').lane).toBe('openEnded')
})

test('serves data for all routes or for the leaf route alone', () => {
  const leaf = '/about.data?_routes=routes%2Fstorefront%2Fabout'
  expect(page(leaf).key).toBe(leaf)
  expect(page(`/about.data?_routes=${'x'.repeat(14_000)}`).key).toBe('/about.data')
  expect(page(`/about.data?_routes=root,routes/storefront/about`).key).toBe('/about.data')
})

test.each([
  ['/about/more', '/404/-'],
  ['/..', '/-'],
  ['/products/../order', '/404/-'],
  ['/%zz', '/-'],
  ['/\\evil.example', '/-'],
  ['/404/-', '/404/-'],
  ['/404/-.data', '/404/-.data'],
  ['/no--slug', '/-'],
  ['/a/b/c', '/404/-'],
  ['/products/a--b', '/products/-'],
  ['/products/%2e%2e', '/products/-'],
  ['/products/a%2fb', '/products/-'],
  ['/product-guide/-', '/product-guide/-'],
  ['/ingredients/a--b', '/ingredients/-'],
  ['/order/a.b', '/order/-'],
  ['/order/_', '/order/-'],
  [`/order/${'a'.repeat(101)}`, '/order/-'],
  [`/${'a'.repeat(5000)}`, '/-'],
])('finds nothing at %s', (url, shown) => {
  expect(resolvePageAddress(url)).toEqual({
    kind: 'missing',
    address: shown,
    isPersonal: url.startsWith('/order/'),
  })
})

test('looks for a collection at every other address, and nothing else if there is none', () => {
  const missing = { kind: 'missing', address: '/-', isPersonal: false }
  expect(page('/nope')).toMatchObject({ key: '/nope', params: { collection: 'nope' }, missing })
  expect(page('/nope.data')).toMatchObject({ params: { collection: 'nope' }, missing: { address: '/-.data' } })
  expect(page('/Body-Hair/')).toMatchObject({ redirectTo: '/body-hair' })
  expect(page('/about').params.collection).toBeUndefined()
})

const segment = fc.oneof(
  fc.constantFrom(
    ...Object.values(PAGE_ROUTES).flatMap(({ path }) => path.split('/')),
    'pure-bloom',
    '_.data',
    '.data',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ maxLength: 12 }).map(encodeURIComponent),
)
const name = fc.constantFrom(
  'size',
  'page',
  'product',
  'without',
  'search',
  'skin',
  'sort',
  '_routes',
  'utm_source',
  'index',
  '',
)
const value = fc.oneof(
  fc.constantFrom('2oz', '1', '2', 'nuts', 'dry', 'price', 'brand', 'root'),
  fc.string({ unit: 'grapheme' }),
)
const address = fc
  .tuple(
    fc.array(segment, { maxLength: 4 }),
    fc.constantFrom('', '/', '.data', '/_.data'),
    fc.array(fc.tuple(name, value), { maxLength: 4 }),
  )
  .map(
    ([segments, end, query]) =>
      `/${segments.join('/')}${end}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`,
  )

test('redirects within this site and in one step, for any input', () => {
  fc.assert(
    fc.property(address, (url) => {
      const target = resolvePageAddress(url)
      if (target.kind === 'missing') return
      const again = page(target.redirectTo ?? url)
      expect(again.redirectTo).toBeUndefined()
      expect(again.key).toBe(target.key)
      if (target.redirectTo === undefined) return
      expect(target.redirectTo).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
      expect(new URL(target.redirectTo, 'https://bloomera.example').origin).toBe('https://bloomera.example')
    }),
    { numRuns: 5000 },
  )
})

test('makes a key that is short and canonical, for any input', () => {
  fc.assert(
    fc.property(address, (url) => {
      const target = resolvePageAddress(url)
      if (target.kind === 'missing') return
      expect(page(target.key)).toMatchObject({ key: target.key, address: target.address, redirectTo: undefined })
      expect(target.key.length).toBeLessThan(2000)
    }),
    { numRuns: 5000 },
  )
})
