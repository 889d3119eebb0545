import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { visibleText } from '#test/form-values.ts'
import { useTestDatabase } from '#test/test-database.ts'

const database = useTestDatabase()
let shop: DeskShop
let owner: string

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  owner = await shop.signIn('owner')
})
afterAll(() => shop.end())

async function log(query: string): Promise<{ html: string; text: string }> {
  const html = await (await shop.request(`/admin/audit?${query}`, { cookie: owner })).text()
  return { html, text: visibleText(html).replaceAll(/\s+/g, ' ') }
}

test('says in a sentence who did what, with a link to the thing under the name that people know', async () => {
  const { id, number } = await shop.order()
  await shop.request(`/admin/orders/${id}/pack`, { cookie: owner, form: {} })
  const { html, text } = await log('action=order.')
  expect(text).toContain(`You marked order ${number} as packed History`)
  expect(html).toContain(`href="/admin/orders/${id}"`)
})

test('shows only what changed, and says what is no longer there', async () => {
  await shop.rows(
    `insert into audit_log (actor, action, subject_kind, subject_id, before, after) values
     ('Ana', 'product.stock', 'product', 'gone-oil', '{"same": 1, "count": 5, "old": "x"}', '{"same": 1, "count": 7, "new": ""}'),
     ('Ana', 'garden.water', 'garden', 'roses', null, null)`,
  )
  const { text } = await log('actor=Ana')
  expect(text).toContain('Ana updated the stock of gone-oil old: x → removed count: 5 → 7 new: empty')
  expect(text).not.toContain('same')
  expect(text).toContain('Ana changed roses (garden.water)')
})

test('filters by kind of thing', async () => {
  const { text } = await log('action=product')
  expect(text).toContain('updated the stock')
  expect(text).not.toContain('as packed')
  expect((await log('action=nothing.such')).text).toContain('No matching activity.')
})
