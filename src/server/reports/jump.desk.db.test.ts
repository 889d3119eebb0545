import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#domain/operators/roles.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { useTestDatabase } from '#test/test-database.ts'

const database = useTestDatabase()
let shop: DeskShop
let order: { id: string; number: string }

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  order = await shop.order()
})
afterAll(() => shop.end())

async function find(typed: string, role: Role): Promise<string[]> {
  const response = await shop.request(`/admin/jump/targets?q=${encodeURIComponent(typed)}`, {
    cookie: await shop.signIn(role),
  })
  const { targets } = (await response.json()) as { targets: { kind: string; href: string }[] }
  return targets.map(({ kind, href }) => `${kind} ${href}`)
}

test('finds screens, orders, products and customers', async () => {
  expect(await find('tax', 'owner')).toEqual(['Screen /admin/taxes', 'Screen /admin/settings/taxes'])
  expect(await find(order.number, 'owner')).toEqual([`Order /admin/orders/${order.id}`])
  expect(await find('pure bl', 'owner')).toContain('Product /admin/catalogue/products/pure-bloom')
  const [row] = await shop.rows('select last_name, email from orders where id = $1', [order.id])
  const found = await find(String(row?.last_name), 'owner')
  expect(found).toContain(`Order /admin/orders/${order.id}`)
  expect(found).toContain(`Customer /admin/customers?${new URLSearchParams({ email: String(row?.email) })}`)
})

test('shows no one what their role may not open', async () => {
  expect(await find('', 'owner')).toContain('Screen /admin/team')
  expect(await find('', 'read-only')).not.toContain('Screen /admin/team')
  const [row] = await shop.rows('select last_name from orders where id = $1', [order.id])
  const found = await find(String(row?.last_name), 'staff')
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter((target) => target.startsWith('Customer'))).toEqual([])
})

test('also works as a page, and says so if there are no results', async () => {
  const cookie = await shop.signIn('read-only')
  const page = await (await shop.request('/admin/jump?q=taxes', { cookie })).text()
  expect(page).toContain('href="/admin/taxes"')
  expect(await (await shop.request('/admin/jump?q=zebra', { cookie })).text()).toContain('Nothing found for “zebra”.')
})
