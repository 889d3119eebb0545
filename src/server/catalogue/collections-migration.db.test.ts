import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { MIGRATIONS } from '#test/database-template.ts'
import { useTestDatabase } from '#test/test-database.ts'

const database = useTestDatabase()

function rows(statement: string) {
  return database.current.withConnection((connection) => connection.rows(statement))
}

async function run(...statements: string[]): Promise<void> {
  await database.current.withConnection(async (connection) => {
    for (const statement of statements) await connection.exec(statement)
  })
}

function migration(name: string): Promise<string> {
  return readFile(path.join(MIGRATIONS, name), 'utf8')
}

/** Updates the seed's texts, whatever its number. */
async function newerWords(): Promise<string> {
  const name = (await readdir(MIGRATIONS)).find((file) => file.endsWith('-words-of-the-seed.sql'))
  return migration(name ?? 'missing')
}

/** The schema before collections were data. */
async function goBack(): Promise<void> {
  await run(
    `drop table needs, former_collection_slugs, collection_products, collections cascade`,
    `drop function menu_changed, collection_words_changed, learn_collection_words, write_collection_words cascade`,
    `alter table products drop column search, drop column collection_words`,
    `drop function product_search`,
    `alter table products add column search tsvector`,
    await migration('069-search-collections.sql'),
  )
}

const TEXTS = `select slug, name, title, eyebrow, lead, shelf_text, card_label, seo_title, seo_description, search_words, noun,
  failure_text, picture, is_visible, is_in_menu, position from collections order by position`
const MEMBERS = `select c.slug, array_agg(m.product_id order by m.position) as products
  from collections c join collection_products m on m.collection_id = c.id group by c.slug order by c.slug`
const NEEDS = `select n.position, n.name, n.picture, c.slug, n.product_id from needs n
  left join collections c on c.id = n.collection_id order by n.position`
const WORDS = `select id, collection_words from products order by id`

test('migrates an existing shop to exactly what a new one is seeded with, even if its products were renamed', async () => {
  const [texts, members, needs, words] = [await rows(TEXTS), await rows(MEMBERS), await rows(NEEDS), await rows(WORDS)]
  expect([texts.length, needs.length, words.length]).toEqual([3, 4, 16])
  await goBack()
  // Renamed by the owner, so until now it was missing from the focus page and the first place.
  await run(
    `update products set name = 'Calm Serum' where id = 'sos-serum-blemish-blend'`,
    `update products set name = 'Wood & Flowers' where id = 'floral-wood-body-oil'`,
    `insert into products (id, name, category, short_description, description, price_cents, has_sizes)
      values ('elbow-oil', 'Elbow Oil', 'Focus Care', 'x', 'x', 1000, false), ('candle', 'Candle', 'Candles', 'x', 'x', 1000, false)`,
    await migration('082-collections.sql'),
    await migration('083-search-by-collection.sql'),
    await newerWords(),
  )
  expect(await rows(TEXTS)).toEqual(texts)
  expect(await rows(NEEDS)).toEqual(needs)
  const carried = await rows(MEMBERS)
  const productsOf = (found: typeof members, slug: string) =>
    found.find((row) => row.slug === slug)?.products as string[]
  expect(productsOf(carried, 'body-hair')).toEqual(productsOf(members, 'body-hair'))
  expect(productsOf(carried, 'focus-care')).toEqual([
    'barrier-rescue-oil',
    'bloomera-hair-skin-restore',
    'sos-serum-blemish-blend',
    'elbow-oil',
  ])
  expect(productsOf(carried, 'facial-serums').toSorted()).toEqual(productsOf(members, 'facial-serums').toSorted())
  const found = await rows(`select id from products where search @@ to_tsquery('english', 'focus & care') order by id`)
  expect(found.map(({ id }) => id)).toEqual(productsOf(carried, 'focus-care').toSorted())
})

test('leaves an empty database to the seed', async () => {
  await goBack()
  await run(
    `truncate products cascade`,
    await migration('082-collections.sql'),
    await migration('083-search-by-collection.sql'),
  )
  expect(String((await rows(`select count(*) as n from collections`))[0]?.n)).toBe('0')
})
