import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shopDay } from '#domain/time/display.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { useTestDatabase } from '#test/test-database.ts'

const database = useTestDatabase()
let shop: DeskShop
let cookie: string

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  cookie = await shop.signIn('read-only')
})
afterAll(() => shop.end())

async function page(path: string, parts?: string): Promise<string> {
  return (await shop.request(path, { cookie, ...(parts && { parts }) })).text()
}

test('an open page gets the parts it requests, and nothing else', async () => {
  const whole = await page('/admin')
  for (const id of ['work', 'sales-today', 'analytics', 'main']) expect(whole).toContain(`id="${id}"`)
  const parts = await page('/admin', 'work,sales-today')
  for (const id of ['work', 'sales-today']) expect(parts).toContain(`id="${id}"`)
  for (const id of ['analytics', 'main', 'alert-banner']) expect(parts).not.toContain(`id="${id}"`)
  expect(parts).not.toContain('<html')
  const response = await shop.request('/admin', { cookie, parts: 'work' })
  expect(response.headers.get('x-desk-rendered-at')).toBe(shop.deps.streams.position())
})

test('someone who is not signed in gets no part of a page', async () => {
  const response = await shop.request('/admin', { parts: 'work' })
  expect(response.status).toBe(303)
})

test('shows on every screen how much work is waiting', async () => {
  const counts = async () => (await shop.request('/admin/badges', { cookie })).json()
  const before = (await counts()) as { orders: number; reviews: number; money: number }
  await shop.order()
  await shop.rows(`insert into alerts (kind, subject, detail) values ('disk-full', 'database', 'x')`)
  expect(await counts()).toEqual({ ...before, orders: before.orders + 1, money: before.money + 1 })
  const codes = await page('/admin/codes')
  expect(codes).toMatch(
    new RegExp(`data-badge="orders"><span>${before.orders + 1}</span> <span class="sr-only">to pack`),
  )
})

test('shows how much work is waiting beside a refused form, a long question and an error, too', async () => {
  const staff = await shop.signIn('staff')
  const { id } = await shop.order()
  await shop.rows(
    `insert into alerts (kind, subject, detail) values ('disk-full', 'database', 'x') on conflict do nothing`,
  )
  const now = (await (await shop.request('/admin/badges', { cookie })).json()) as { orders: number }
  const ship = `/admin/orders/${id}/ship`
  for (const [path, form, status] of [
    [ship, { trackingNumber: '9400/1112' }, 422],
    [ship, { question: 'Ship it?', cause: randomBytes(4000).toString('hex') }, 200],
    ['/admin/orders/none/ship', { trackingNumber: '' }, 404],
  ] as const) {
    const response = await shop.request(path, { cookie: staff, form })
    expect(response.status).toBe(status)
    const html = await response.text()
    expect(html).toMatch(new RegExp(`data-badge="orders"><span>${now.orders}</span> <span class="sr-only">to pack`))
    expect(html).toContain('class="alert-banner"')
  }
})

test('the charts show the days in the address, and so does the file', async () => {
  const today = shopDay(new Date())
  expect(await page('/admin?days=7')).toContain('<h2>Last 7 days</h2>')
  const csv = await page(`/admin/sales.csv?from=${today}&to=${today}`)
  const [head, line, ...rest] = csv.trim().split('\r\n')
  expect(head).toMatch(/^"From","To","Sales","Refunds","Sales after refunds","Orders".*"Average rating before"$/)
  expect(line).toMatch(new RegExp(`^"${today}","${today}","\\d+\\.\\d\\d","0\\.00"`))
  expect(rest).toEqual([])
  expect((await page(`/admin/sales.csv?days=7&compare=no`)).trim().split('\r\n')).toHaveLength(8)
})

test('rejects days that cannot be shown, with a message', async () => {
  const refused = await shop.request('/admin?from=2026-03-02&to=2026-03-01', { cookie })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('The first day must be before the last. These are the last 30 days.')
  const file = await shop.request('/admin/sales.csv?from=x&to=y', { cookie })
  expect(file.status).toBe(400)
})
