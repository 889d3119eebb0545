import { beforeAll, expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof createTestShop>>

beforeAll(async () => {
  shop = await createTestShop(database.current)
})

async function page(path: string): Promise<string> {
  return (await shop.app.request(path)).text()
}

/** Sets a stock count and waits until the pages that show it are re-rendered. */
async function count(productId: string, size: string, onHand: number): Promise<void> {
  await page('/api/products')
  const { misses } = shop.cache.stats()
  await database.current.withConnection((connection) =>
    connection.rows(
      `insert into stock_levels (product_id, size, on_hand) values ($1, $2, $3)
       on conflict (product_id, size) do update set on_hand = $3`,
      [productId, size, onHand],
    ),
  )
  await eventually(async () => {
    await page('/api/products')
    return shop.cache.stats().misses > misses
  })
}

function quote(productId: string, size: string | null, quantity: number) {
  return shop.app.request('/functions/v1/quote-order', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ items: [{ productId, size, quantity }], email: null, state: null, discountCode: null }),
  })
}

test('marks sold-out items wherever they could be bought, for shoppers and crawlers', async () => {
  await count('vanilla-sun-body-oil', 'single', 0)
  const product = await page('/products/vanilla-sun-body-oil')
  expect(product).toMatch(/<button[^>]*disabled[^>]*>Sold Out<\/button>/)
  expect(product).toContain('https://schema.org/OutOfStock')
  expect(await page('/body-hair')).toMatch(/Sold Out<span class="sr-only">: (<!-- -->)?Vanilla Sun Body Oil/)
  expect(await page('/feeds/google-merchant.xml')).toMatch(
    /<g:id>vanilla-sun-body-oil<\/g:id>.*?<g:availability>out_of_stock</,
  )
  await count('vanilla-sun-body-oil', 'single', 3)
  expect(await page('/products/vanilla-sun-body-oil')).not.toContain('Sold Out')
})

test('preselects a size that is in stock', async () => {
  await count('pure-bloom', '1oz', 0)
  const product = await page('/products/pure-bloom')
  expect(product).toContain('Sold out for now')
  expect(product).toMatch(/<input[^>]*checked=""[^>]*value="2oz"|<input[^>]*value="2oz"[^>]*checked=""/)
  expect(product).toContain('>Add to Cart</button>')
  expect(await page('/products/pure-bloom?size=1oz')).toContain('>Sold Out</button>')
  await count('pure-bloom', '1oz', 5)
})

test('reports insufficient stock before asking for a card', async () => {
  await count('first-light-serum', '1oz', 2)
  expect((await quote('first-light-serum', '1oz', 2)).status).toBe(200)
  const three = await quote('first-light-serum', '1oz', 3)
  expect(three.status).toBe(409)
  expect(await three.json()).toMatchObject({ error: 'Only 2 bottles of First Light Serum, 1oz, are left.' })
  await count('first-light-serum', '1oz', 0)
  expect(await (await quote('first-light-serum', '1oz', 1)).json()).toMatchObject({
    error: 'First Light Serum, 1oz, is sold out.',
    problem: 'gone',
  })
})
