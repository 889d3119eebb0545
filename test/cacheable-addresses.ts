import { CONCERNS, SCENTS, SKIN_TYPES } from '#domain/catalogue/facts.ts'
import { INGREDIENT_GROUPS } from '#domain/catalogue/product.ts'
import type { Database } from '#server/platform/db/database.ts'

/** Written by hand, not derived from the code under test: every address the cache may ever hold for this catalog. */
export async function cacheableAddresses(database: Database): Promise<Set<string>> {
  const { products, ingredients, reviewPages } = await readShop(database)
  const pages: [address: string, file: string][] = [
    ['/', 'home'],
    ...PLAIN.map((name): [string, string] => [`/${name}`, name]),
    ...QUESTIONS.map((query): [string, string] => [withQuery('/skin-finder', query), 'skin-finder']),
    ...filtered('/shop-all').map((address): [string, string] => [address, 'shop-all']),
    ...COLLECTIONS.flatMap((slug) => filtered(`/${slug}`).map((address): [string, string] => [address, 'collection'])),
    ...products.flatMap(({ id, sizes }): [string, string][] => [
      [`/product-guide/${id}`, 'product-guide-detail'],
      [`/products/${id}`, 'product'],
      ...sizes.map((size): [string, string] => [`/products/${id}?size=${size}`, 'product']),
    ]),
    ...ingredients.map((slug): [string, string] => [`/ingredients/${slug}`, 'ingredient']),
    ...reviewPages.map(({ product, page }): [string, string] => [
      withQuery('/reviews', [...(product ? [`product=${product}`] : []), ...(page > 1 ? [`page=${page}`] : [])]),
      'reviews',
    ]),
    ['/reviews?product=-', 'reviews'],
  ]
  return new Set([
    ...pages.flatMap(([address, file]) => [
      address,
      dataOf(address, ''),
      dataOf(address, `_routes=routes%2Fstorefront%2F${file}`),
    ]),
    ...['/404/-', '/-', '/products/-', '/product-guide/-', '/ingredients/-', '/order/-'].flatMap((address) => [
      `404 ${address}`,
      `404 ${address}.data`,
    ]),
    ...DOCUMENTS,
    '/api/products',
    ...products.map(({ id }) => `/api/products/${id}`),
    ...reviewPages.map(({ product, page }) => `/api/reviews?product=${product}&page=${page}`),
    ...products.flatMap(({ id }) => FIRST_SLICES.map((query) => `/api/products/${id}/reviews?${query}`)),
  ])
}

const COLLECTIONS = ['facial-serums', 'focus-care', 'body-hair']

/** The skin finder's first three questions; the fourth and the routine have more addresses than a cache should hold. */
const WANTS = ['dry', 'dull', 'lines', 'blemishes', 'all'].map((want) => `want=${want}`)
const FEELS = ['tight', 'comfortable', 'shiny', 'irritated', 'unsure'].map((skin) => `skin=${skin}`)
const QUESTIONS = [[], ...WANTS.flatMap((want) => [[want], ...FEELS.map((skin) => [want, skin])])]

/** Only without oils: any set of up to four can be compared, and none of those is cached. */
const PLAIN = [
  'compare',
  'routine-guide',
  'product-guide',
  'ingredients',
  'about',
  'contact',
  'faq',
  'accessibility',
  'our-reviews',
  'privacy-policy',
  'terms-of-service',
  'shipping-returns',
]

const DOCUMENTS = [
  '/sitemap.xml',
  '/robots.txt',
  '/feeds/google-merchant.xml',
  '/llms.txt',
  '/.well-known/gpc.json',
  '/api/openapi.json',
]

const FIRST_SLICES = ['newest', 'highest', 'lowest'].flatMap((sort) =>
  [2, 4].flatMap((limit) =>
    ['', '&rating=1', '&rating=2', '&rating=3', '&rating=4', '&rating=5'].map(
      (rating) => `sort=${sort}&limit=${limit}${rating}`,
    ),
  ),
)

/** Any combination of exclusions, or one other choice. */
function filtered(path: string): string[] {
  const single = [
    ...Object.keys(SKIN_TYPES).map((type) => `skin=${type}`),
    ...Object.keys(CONCERNS).map((concern) => `concern=${concern}`),
    ...Object.keys(SCENTS).map((scent) => `scent=${scent}`),
    ...['under-30', '30-50', 'over-50'].map((band) => `price=${band}`),
    'rating=4',
  ]
  const leftOut = subsets(Object.keys(INGREDIENT_GROUPS)).map((groups) => groups.map((group) => `without=${group}`))
  return [...single.map((choice) => [choice]), ...leftOut].map((choices) => withQuery(path, choices))
}

function withQuery(path: string, parameters: readonly string[]): string {
  return parameters.length > 0 ? `${path}?${parameters.join('&')}` : path
}

function dataOf(address: string, routes: string): string {
  const [path = '', query = ''] = address.split('?')
  return withQuery(path === '/' ? '/_.data' : `${path}.data`, [query, routes].filter(Boolean))
}

/** In the order of the list. */
function subsets(list: readonly string[]): string[][] {
  const [first, ...rest] = list
  return first === undefined ? [[]] : subsets(rest).flatMap((some) => [some, [first, ...some]])
}

async function readShop(database: Database) {
  const rows = (statement: string) => database.withConnection((connection) => connection.rows(statement))
  const products = (
    await rows(`select id, has_sizes,
      size_1oz_price_cents is not null as "1oz", size_2oz_price_cents is not null as "2oz",
      size_4oz_price_cents is not null as "4oz" from products where is_active`)
  ).map((row) => ({
    id: String(row.id),
    sizes: row.has_sizes ? ['1oz', '2oz', '4oz'].filter((size) => row[size]) : [],
  }))
  const published = (await rows(`select product_id from reviews where is_published`)).map((row) => row.product_id)
  const counts: [string, number][] = [
    ['', published.length],
    ['brand', published.filter((id) => id === null).length],
    ...products.map(({ id }): [string, number] => [id, published.filter((other) => other === id).length]),
  ]
  const reviewPages = counts.flatMap(([product, count]) =>
    Array.from({ length: Math.max(1, Math.ceil(count / 12)) }, (_, index) => ({ product, page: index + 1 })),
  )
  const ingredients = (await rows(`select slug from ingredients`)).map((row) => String(row.slug))
  return { products, ingredients, reviewPages }
}
