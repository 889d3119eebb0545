import { beforeAll, expect, test } from 'vitest'
import { FEW_BOTTLES } from '#domain/catalogue/featured.ts'
import { listBestSellerIds } from '#server/orders/best-seller.queries.ts'
import { eventually } from '#test/eventually.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestShop } from '#test/test-shop.ts'
import { createCatalogService } from './catalogue.service.ts'
import { createCollectionService } from './collections.service.ts'
import { createProductMemory } from './product-memory.ts'

const RENAME_FIRST_INGREDIENT = `update ingredients set name = 'Rarest Oil'
  where slug = (select ingredient_slug from product_ingredients where product_id = 'pure-bloom' and position = 1)`

const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof createTestShop>>

const sql = (statement: string) => database.current.withConnection((connection) => connection.rows(statement))

/** All that the shop reads of its products, with a memory and without. */
function readers(most?: number) {
  const memory = createProductMemory({ orm: database.current.orm }, most)
  const openWith = (one?: typeof memory) => ({
    catalog: createCatalogService(database.current, listBestSellerIds, () => FEW_BOTTLES, one),
    collections: createCollectionService(database.current, one),
  })
  return { remembering: openWith(memory), reading: openWith() }
}

async function readAll({ catalog, collections }: ReturnType<typeof readers>['reading']) {
  const ids = await catalog.listIds()
  const products = await Promise.all(
    ids.toSorted().map(async (id) => {
      const product = await catalog.findBySlug(id)
      return { product, routine: product && (await catalog.findRoutine(product)), home: await collections.findFor(id) }
    }),
  )
  const [linked, slugs] = [await collections.listLinked(), await catalog.listIngredientSlugs()]
  return {
    products,
    missing: await catalog.findBySlug('no-such-oil'),
    all: await catalog.listAll(),
    featured: await catalog.listFeatured(),
    shelves: await collections.listShelves(),
    filtered: await collections.listShelves({ without: ['nuts'] }),
    members: await Promise.all(linked.map((collection) => collections.listProducts(collection))),
    needs: await collections.listNeeds(),
    ingredients: await Promise.all(slugs.map((slug) => catalog.findIngredient(slug))),
  }
}

async function page(path: string): Promise<string> {
  return (await shop.app.request(path)).text()
}

/** Changes something by SQL, while the shop remembers the previous state. */
async function expectToShow(text: string, path: string, change: string): Promise<void> {
  await page('/products/sunday-ritual-oil')
  expect(await page(path)).not.toContain(text)
  await sql(change)
  await eventually(async () => (await page(path)).includes(text))
}

beforeAll(async () => {
  shop = await createTestShop(database.current)
})

test('remembers exactly what the database would return', async () => {
  await sql(`insert into stock_levels (product_id, size, on_hand) values ('pure-bloom', '1oz', 0)`)
  const { remembering, reading } = readers()
  const read = await readAll(reading)
  expect(await readAll(remembering)).toEqual(read)
  expect(await readAll(remembering)).toEqual(read)
  expect(read.products.filter(({ routine, home }) => routine && home).length).toBeGreaterThan(5)
  await sql(`delete from stock_levels`)
})

test('a shop with too many products to remember reads the database', async () => {
  const { remembering, reading } = readers(15)
  const read = await readAll(reading)
  expect(read.all).toHaveLength(16)
  expect(await readAll(remembering)).toEqual(read)
  await sql(`update products set name = 'Renamed' where id = 'pure-bloom'`)
  expect((await remembering.catalog.findBySlug('pure-bloom'))?.name).toBe('Renamed')
  await sql(`update products set name = 'Pure Bloom' where id = 'pure-bloom'`)
})

test('a page shows every change to remembered products', async () => {
  const path = '/products/pure-bloom'
  await expectToShow('Purer Bloom', path, `update products set name = 'Purer Bloom' where id = 'pure-bloom'`)
  await expectToShow('$31.37', path, `update products set size_1oz_price_cents = 3137 where id = 'pure-bloom'`)
  await expectToShow(
    'Sold Out',
    '/shop-all',
    `insert into stock_levels (product_id, size, on_hand) values ('vanilla-sun-body-oil', 'single', 0)`,
  )
  await expectToShow('Rarest Oil', path, RENAME_FIRST_INGREDIENT)
  await expectToShow(
    '2031-02-03',
    '/sitemap.xml',
    `insert into policies (slug, body_markdown, published_at) values ('shipping-returns', 'New.', '2031-02-03')`,
  )
  await expectToShow('Our Faces', path, `update collections set name = 'Our Faces' where slug = 'facial-serums'`)
  expect(await page(path)).toContain('Rarest Oil')
})

test('prices an order from the database, whatever is remembered', async () => {
  const path = '/products/meadow-calm-oil'
  const before = await page(path)
  // No process is notified.
  await database.current.withConnection((connection) =>
    connection.exec(`begin; set local session_replication_role = replica;
      update products set price_cents = 7777 where id = 'meadow-calm-oil'; commit`),
  )
  expect(await page(path)).toBe(before)
  expect(await page('/product-guide/meadow-calm-oil')).not.toContain('77.77')
  const quoted = await shop.app.request('/functions/v1/quote-order', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ items: [{ productId: 'meadow-calm-oil', quantity: 1, size: null }], state: 'UT' }),
  })
  expect(await quoted.json()).toMatchObject({ subtotalCents: 7777 })
})
