import { beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof createTestShop>>

beforeAll(async () => {
  shop = await createTestShop(database.current)
})

test.each(['/order', '/order.data', '/order/forged', '/order/forged.data'])(
  '%s is kept by nobody and found by no search engine',
  async (path) => {
    const { pages } = shop.cache.stats()
    const response = await shop.app.request(path, { headers: { 'accept-encoding': 'br' } })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'content-encoding': 'br',
    })
    expect(response.headers.has('etag')).toBe(false)
    expect(shop.cache.stats().pages).toBe(pages)
  },
)

test('a forged order is the 404 page', async () => {
  const response = await shop.app.request('/order/forged')
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('Oops! Page not found')
})

test('no sitemap leads there', async () => {
  expect(await (await shop.app.request('/sitemap.xml')).text()).not.toContain('/order')
})

test('the products on sale are served with the fields of the spec, from memory, and follow the database', async () => {
  const read = async () => (await shop.app.request('/api/products')).json()
  const { products } = (await read()) as { products: Record<string, unknown>[] }
  expect(products).toHaveLength(16)
  expect(products.find(({ id }) => id === 'pure-bloom')).toMatchObject({
    name: 'Pure Bloom',
    price_cents: 3400,
    has_sizes: true,
    size_1oz_price_cents: 2500,
    size_2oz_price_cents: 3400,
    size_4oz_price_cents: null,
    single_size_info: null,
    image_url: expect.stringMatching(/^\/pictures\/pure-bloom-/),
    is_active: true,
  })
  await database.current.withConnection((connection) =>
    connection.rows(`update products set is_active = false where id = 'pure-bloom'`),
  )
  await expect.poll(async () => ((await read()) as { products: unknown[] }).products.length).toBe(15)
})
