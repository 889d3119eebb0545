import { beforeAll, expect, test } from 'vitest'
import { visibleText } from './form-values.ts'
import { useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof createTestShop>>

beforeAll(async () => {
  shop = await createTestShop(database.current)
})

async function read(path: string): Promise<string> {
  return visibleText(await (await shop.app.request(path)).text()).replaceAll(/\s+/g, ' ')
}

function sql(statement: string): Promise<unknown> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

const BARRIER = '/products/barrier-rescue-oil'

test('an unpublished review disappears from the quotes and topics at once', async () => {
  const quote = 'Takes a minute to sink in, but my winter patches are gone from view. ”'
  expect(await read(BARRIER)).toContain(quote)
  expect(await read(BARRIER)).toContain('Scent 3 of 8 reviews')
  await sql(`update reviews set is_published = false where title in ('Winter patches', 'Gentle, slightly grassy')`)
  await expect.poll(() => read(BARRIER)).not.toContain(quote)
  expect(await read(BARRIER)).toContain('Scent 2 of 6 reviews')
  expect(await read(BARRIER)).toContain('“ I got enthusiastic with an exfoliant')
})

test('pairs with an oil that can be bought, and offers the most similar ones where there is no pair', async () => {
  expect(await read(BARRIER)).toContain('Morning First Light Serum')
  await sql(`insert into stock_levels (product_id, size, on_hand) values ('first-light-serum', '1oz', 0), ('first-light-serum', '2oz', 0)
    on conflict (product_id, size) do update set on_hand = 0`)
  await expect.poll(() => read(BARRIER)).not.toContain('First Light Serum')
  expect(await read(BARRIER)).toContain('A quiet routine of two')
  const hair = await read('/products/silk-root-hair-oil')
  expect(hair).not.toContain('A quiet routine of two')
  expect(hair).toContain('Pairs well with')
})

test('says nothing about returns until the owner has confirmed the terms', async () => {
  expect(await read(BARRIER)).toContain('Return unopened bottles within 30 days')
  await sql(`update settings set value = value || '{"isStated":false}' where key = 'returns'`)
  await expect.poll(() => read(BARRIER)).not.toContain('Return unopened')
  expect(await read('/shipping-returns')).toContain('Our return policy will be posted here.')
})

test('every ingredient has a page, which follows the glossary and the catalog', async () => {
  const slugs = (await database.current.withConnection((connection) =>
    connection.rows('select slug from ingredients'),
  )) as { slug: string }[]
  for (const { slug } of slugs) expect((await shop.app.request(`/ingredients/${slug}`)).status, slug).toBe(200)
  expect(await read('/ingredients/tamanu-oil')).toContain('In 2 of our oils')
  await sql(`update products set is_active = false where id = 'sos-serum-blemish-blend'`)
  await expect.poll(() => read('/ingredients/tamanu-oil')).toContain('In 1 of our oils')
  expect((await shop.app.request('/ingredients/moonshine')).status).toBe(404)
  await sql(`insert into ingredients (slug, name, inci, summary, rich_in, benefits, properties)
    values ('moonshine', 'Moonshine', 'Luna', 'Of the night.', 'Light', 'Glow', 'Pale')`)
  await expect.poll(async () => (await shop.app.request('/ingredients/moonshine')).status).toBe(200)
})
