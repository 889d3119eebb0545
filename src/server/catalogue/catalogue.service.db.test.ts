import { beforeAll, expect, test } from 'vitest'
import { FEW_BOTTLES } from '#domain/catalogue/featured.ts'
import { FAQ_TEXTS } from '#domain/texts/faq-texts.ts'
import { listBestSellerIds } from '#server/orders/best-seller.queries.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { type CatalogService, createCatalogService } from './catalogue.service.ts'

const database = useTestDatabase()
let catalog: CatalogService

const COMMON = FAQ_TEXTS.sections.questions.slots.questions.initial.map(({ question }) => question)
let questions = COMMON

beforeAll(() => {
  catalog = createCatalogService(
    database.current,
    listBestSellerIds,
    () => FEW_BOTTLES,
    undefined,
    () => questions,
  )
})

function sql(statement: string): Promise<unknown> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

function names(products: readonly { name: string }[]): string[] {
  return products.map(({ name }) => name)
}

test('sorts names as people do, ignoring case and accents', async () => {
  const all = names(await catalog.listAll())
  expect(all.slice(-6)).toEqual([
    'Silk Root Hair Oil',
    'SOS Serum Blemish Blend',
    'Sunday Ritual Oil',
    'Tender Bloom Intimate Oil',
    'Vanilla Sun Body Oil',
    'Velvet Contour Serum',
  ])
  expect(names(await catalog.listRows())).toEqual(all)
  await sql(`update products set name = 'Élan Oil' where id = 'sunday-ritual-oil'`)
  await sql(`update products set name = 'eva oil' where id = 'meadow-calm-oil'`)
  expect(names(await catalog.listAll()).slice(2, 6)).toEqual([
    'Élan Oil',
    'eva oil',
    'First Light Serum',
    'Floral Wood Body Oil',
  ])
  await sql(`update products set name = 'Sunday Ritual Oil' where id = 'sunday-ritual-oil'`)
  await sql(`update products set name = 'Meadow Calm Oil' where id = 'meadow-calm-oil'`)
})

test('indexes the glossary in both directions', async () => {
  const glossary = await catalog.listIngredients()
  expect(glossary).toHaveLength(26)
  const rose = glossary.find(({ slug }) => slug === 'rose')
  for (const { id } of rose?.products ?? []) {
    expect((await catalog.findBySlug(id))?.ingredients.map(({ slug }) => slug)).toContain('rose')
  }
  expect(glossary.every(({ products }) => products.length > 0)).toBe(true)
})

test('searches names, ingredients, benefits and categories', async () => {
  expect(names((await catalog.search('pure bloom', 1)).products)[0]).toBe('Pure Bloom')
  expect(names((await catalog.search('tamanu', 1)).products)).toContain('SOS Serum Blemish Blend')
  expect(names((await catalog.search('Brightening', 1)).products)).toContain('First Light Serum')
  expect((await catalog.search('oils', 1)).total).toBeGreaterThan(5)
})

test('ranks a product whose name matches before one that mentions the word', async () => {
  expect(names((await catalog.search('vanilla', 1)).products)[0]).toBe('Vanilla Sun Body Oil')
})

test('finds a product by a prefix or a typo', async () => {
  expect((await catalog.search('roseh', 1)).total).toBeGreaterThan(0)
  const slip = await catalog.search('rosehp', 1)
  expect(slip.correctedTo).toBe('rosehip')
  expect(slip.total).toBe((await catalog.search('rosehip', 1)).total)
  expect((await catalog.search('lavendar', 1)).correctedTo).toBe('lavender')
})

test('corrects swapped and missing letters in several words at once', async () => {
  expect((await catalog.search('seurm', 1)).correctedTo).toBe('serum')
  const slip = await catalog.search('forevr skn serm', 1)
  expect(slip.correctedTo).toBe('forever skin serum')
  expect(names(slip.products)).toContain('Forever Skin Serum')
})

test('finds nothing for unknown words, and does not break on any input', async () => {
  const hostile = [
    `'; drop table products; --`,
    '%',
    '_',
    '\\',
    ':*',
    '!&|()',
    '😀',
    '%00',
    `"`,
    '<script>',
    'the',
    'ﷺ'.repeat(50),
    'zzzzzzzzz',
  ]
  for (const text of hostile) expect((await catalog.search(text, 1)).total, text).toBe(0)
  expect(await catalog.search('a'.repeat(10_000), 1)).toMatchObject({ total: 0 })
  expect((await catalog.listAll()).length).toBe(16)
})

test('starts the second page where the first ends', async () => {
  expect((await catalog.search('oil', 2)).products).toEqual([])
  expect((await catalog.search('oil', 1)).products.length).toBe((await catalog.search('oil', 1)).total)
})

test('suggests products and ingredients', async () => {
  const { products, ingredients, total } = await catalog.suggest('ro')
  expect(ingredients.map(({ slug }) => slug)).toEqual(['rose', 'rosehip-seed-oil', 'rosemary'])
  expect(products).toHaveLength(4)
  expect(total).toBe((await catalog.search('ro', 1)).total)
  expect(names((await catalog.suggest('sensitive')).products)[0]).toBe('Barrier Rescue Oil')
  expect(await catalog.suggest('   ')).toEqual({ products: [], ingredients: [], guides: [], notes: [], total: 0 })
})

test.each([
  ['returns', ['Shipping and returns', 'Can I return a bottle?']],
  ['return policy', ['Shipping and returns']],
  ['where is my order', ['Track an order', 'Where is my order?']],
  ['track order', ['Track an order']],
  ['which is right', ['Skin finder: four questions']],
  ['for men', ['Skin finder: four questions']],
  ['patch test', ['Should I do a patch test?']],
  ['pregnant', ['Can I use your oils while pregnant or nursing?']],
  ['pregnancy', ['Can I use your oils while pregnant or nursing?']],
  ['shelf life', ['Do your oils expire?']],
  ['expire', ['Do your oils expire?']],
  ['ship to canada', ['Do you ship outside the United States?']],
  ['international', ['Shipping and returns', 'Do you ship outside the United States?']],
  ['gift card', ['Do you have gift cards?']],
  ['coupon', ['Where do I enter a discount code?']],
  ['promo code', ['Where do I enter a discount code?']],
  ['best seller', ['All oils, highest rated first']],
  ['faq', ['Questions and answers']],
  ['rosehip', []],
  ['face oil', []],
])('finds the pages and questions that answer %s, next to oils', async (text, expected) => {
  const { guides } = await catalog.search(text, 1)
  expect(names(guides)).toEqual(expected)
  expect((await catalog.suggest(text)).guides).toEqual(guides)
})

test('leads to no answer that the FAQ doesn’t have', async () => {
  questions = ['Do your oils expire?', 'Anything else?']
  expect((await catalog.search('shelf life', 1)).guides).toEqual([
    { name: 'Do your oils expire?', path: '/faq#question-1' },
  ])
  expect((await catalog.search('pregnant', 1)).guides).toEqual([])
  questions = []
  expect((await catalog.search('faq', 1)).guides).toEqual([])
  expect((await catalog.search('shelf life', 1)).guides).toEqual([])
  questions = COMMON
})

test('gives badges based on figures where there are any', async () => {
  const featured = await catalog.listFeatured()
  expect(featured.map(({ badge }) => badge)).toEqual([null, 'Staff Pick', 'Low Stock', 'Customer Favorite'])
  expect(featured[0]).toMatchObject({ reason: 'Chosen by our team', product: { id: 'forever-skin-serum' } })
  expect(featured[2]).toMatchObject({
    reason: 'The fewest bottles left on our shelf',
    product: { id: 'bloomera-hair-skin-restore' },
  })
  expect(featured[3]?.reason).toBe('The best average of all oils with five or more reviews')

  await sql(`with sold as (insert into orders (number, checkout_key, request_hash, state, email, folded_email, first_name, last_name, line1, city, state_code, zip,
      subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents)
    values ('BLM-23456789-ABCD', 'checkout-1', 'hash', 'paid', 'a@b.example', 'a@b.example', 'Dana', 'Whitfield', '1 Main St', 'Provo', 'UT', '84601', 5600, 0, 999, 0, 0, 6599) returning id)
    insert into order_lines (order_id, position, product_id, name, price_cents, quantity) select id, 1, 'silk-root-hair-oil', 'Silk Root Hair Oil', 5600, 1 from sold`)
  expect((await catalog.listFeatured())[0]).toMatchObject({
    reason: 'Most bottles sold in the last 90 days',
    product: { id: 'silk-root-hair-oil' },
  })
})

test('relates oils by category or ingredients, never an oil to itself', async () => {
  const product = await catalog.findBySlug('floral-wood-body-oil')
  const related = product ? await catalog.listRelated(product) : []
  expect(related).toHaveLength(4)
  expect(names(related)).not.toContain('Floral Wood Body Oil')
  expect(related[0]?.category).toBe('Body Care')
})
