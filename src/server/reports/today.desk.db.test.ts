import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shopDay } from '#domain/time/display.ts'
import { addDays } from '#domain/time/periods.ts'
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

test('late orders have a row of their own, which leads to just those', async () => {
  await shop.rows(`update orders set state = 'delivered'`)
  const late = await shop.order()
  const fresh = await shop.order()
  expect(await page('/admin', 'work')).not.toContain('late')
  await shop.rows(`update orders set created_at = now() - interval '15 days' where id = $1`, [late.id])
  const work = await page('/admin', 'work')
  expect(work).toMatch(/Order is late<\/span><span[^>]*>It should have shipped by \w+ \d+\./)
  const [href = ''] = /\/admin\/orders\?list=to-pack&amp;placed=late/.exec(work) ?? []
  const list = await page(href.replaceAll('&amp;', '&'))
  expect(list).toContain(late.number)
  expect(list).not.toContain(fresh.number)
})

test('late orders that are packed or partly shipped have rows of their own, which lead to just those', async () => {
  await shop.rows(`update orders set state = 'delivered'`)
  const lateIn = async (state: string, count: number) => {
    const numbers = []
    for (let turn = 0; turn < count; turn += 1) {
      const { id, number } = await shop.order()
      await shop.rows(
        `update orders set state = $2, packed_at = now(), created_at = now() - interval '15 days' where id = $1`,
        [id, state],
      )
      numbers.push(number)
    }
    return numbers
  }
  const packed = await lateIn('packed', 2)
  const begun = await lateIn('partly_shipped', 1)
  const work = await page('/admin', 'work')
  expect(work).toMatch(/need-count">2<.{0,60}Packed orders are late<.{0,60}The oldest should have shipped by/)
  expect(work).toMatch(/need-count">1<.{0,60}Partly shipped order is late</)
  expect(work).not.toContain('>Orders are late<')
  for (const [list, numbers, others] of [
    ['packed', packed, begun],
    ['partly-shipped', begun, packed],
  ] as const) {
    expect(work).toContain(`"/admin/orders?list=${list}&amp;placed=late"`)
    const orders = await page(`/admin/orders?list=${list}&placed=late`)
    for (const number of numbers) expect(orders).toContain(number)
    for (const number of others) expect(orders).not.toContain(number)
  }
})

test('payments of orders and of pay links that are pending are counted apart, and lead to what they count', async () => {
  await shop.rows(`update orders set state = 'delivered'`)
  const { id, number } = await shop.order()
  await shop.rows(
    `with asked as (
       insert into balance_requests (order_id, amount_cents, expires_at, goods_cents, discount_cents, shipping_cents,
         tax_cents, state_code, tax_basis_points, items_goods_cents, items_discount_cents, items_tax_cents)
       values ($1, 100, now() + interval '1 day', 100, 0, 0, 0, 'UT', 0, 5100, 0, 358) returning id, order_id)
     insert into payment_attempts (id, order_id, attempt_no, request_id, state, source_hash, amount_cents, lease_until)
     select gen_random_uuid(), order_id, 2, id, 'unknown', gen_random_uuid(), 100, now() + interval '1 hour' from asked`,
    [id],
  )
  const work = await page('/admin', 'work')
  expect(work).not.toContain('Payment pending')
  expect(work).toMatch(new RegExp(`need-count">1<.{0,60}Balance payment pending<.{0,60}${number}: Square hasn’t`))
  expect(work).toContain(`href="/admin/orders/${id}"`)
  await shop.rows(`update payment_attempts set state = 'abandoned' where order_id = $1 and request_id is not null`, [
    id,
  ])
  await shop.rows(`update orders set state = 'pending_payment' where id = $1`, [id])
  const pending = await page('/admin', 'work')
  expect(pending).toMatch(/need-count">1<.{0,60}>Payment pending</)
  expect(pending).not.toContain('Balance payment')
  expect(await page('/admin/orders?list=confirming')).toContain(number)
  await shop.rows(`update orders set state = 'delivered' where id = $1`, [id])
})

test('several low products and several delivery problems lead to lists of just those, in the same number', async () => {
  const [one, other, fine] = [await shop.order(), await shop.order(), await shop.order()]
  await shop.rows(`delete from stock_levels`)
  await shop.rows(
    `insert into stock_levels values ('pure-bloom', '1oz', 0), ('pure-bloom', '2oz', 1), ('meadow-calm-oil', '2oz', 1)`,
  )
  await shop.rows(`update orders set state = 'shipped'`)
  for (const { id, number } of [one, other, fine])
    await shop.rows(
      `insert into shipments (order_id, tracking_number, shipped_at, progress, progress_at)
       select $1, $2 || part, now(), case when $3 then 'problem' else 'in_transit' end, now() from generate_series(1, 2) part`,
      [id, number, id !== fine.id],
    )
  const work = await page('/admin', 'work')
  expect(work).toMatch(/need-count">2<.{0,60}Delivery problems</)
  for (const { number } of [one, other]) expect(work.split(`${number}:`)).toHaveLength(2)
  expect(work).toMatch(/need-count">2<.{0,60}Products low in stock</)
  expect(work).toContain('Pure Bloom 2oz: 1 left')
  for (const href of ['/admin/catalogue?stock=low', '/admin/orders?list=problem']) expect(work).toContain(`"${href}"`)
  const products = await page('/admin/catalogue?stock=low')
  const listed = [...products.matchAll(/<h2[^>]*><a href="\/admin\/catalogue\/products\/([^"]+)"/g)]
  expect(new Set(listed.map(([, id]) => id))).toEqual(new Set(['meadow-calm-oil', 'pure-bloom']))
  expect(products).toMatch(/Low in stock \((?:<!-- -->)?2(?:<!-- -->)?\)/)
  const orders = await page('/admin/orders?list=problem')
  for (const { number } of [one, other]) expect(orders).toContain(number)
  expect(orders).not.toContain(fine.number)
})

test('tiles and best sellers lead to what they count', async () => {
  const html = await page('/admin?days=7', 'analytics')
  const tiles = [...html.matchAll(/<h3><a href="([^"]+)">([^<]+)/g)].map(([, href, title]) => `${title} ${href}`)
  const today = shopDay(new Date())
  const orders = `/admin/orders?list=all&amp;from=${addDays(today, -6)}&amp;to=${today}`
  expect(tiles).toEqual([
    `Orders ${orders}`,
    `Average order ${orders}`,
    'Discounts used /admin/codes',
    'Ratings /admin/reviews?list=published',
  ])
  const [, sellers = ''] = /<ol class="best-sellers">(.*?)<\/ol>/s.exec(html) ?? []
  expect(sellers).toMatch(
    /^<li class="thumb-links"><a class="underlined" href="\/admin\/catalogue\/products\/[a-z-]+">/,
  )
})

test('the orders that a tile leads to are the ones it counts, for any days', async () => {
  await shop.rows(`delete from stock_levels`)
  const [early, late, unpaid] = [await shop.order(), await shop.order(), await shop.order()]
  await shop.rows(`update orders set created_at = '2026-02-02T20:00Z', paid_at = '2026-02-03T20:00Z' where id = $1`, [
    early.id,
  ])
  // Placed within the days, and paid after them.
  await shop.rows(`update orders set created_at = '2026-02-09T20:00Z', paid_at = '2026-02-10T20:00Z' where id = $1`, [
    late.id,
  ])
  await shop.rows(
    `update orders set created_at = '2026-02-04T20:00Z', paid_at = null, state = 'payment_failed' where id = $1`,
    [unpaid.id],
  )
  const html = await page('/admin?from=2026-02-03&to=2026-02-09', 'analytics')
  const [, href = '', headline] =
    /<h3><a href="([^"]+)">Orders<\/a><\/h3><p class="chart-headline">(\d+)</.exec(html) ?? []
  expect(headline).toBe('1')
  const list = await page(href.replaceAll('&amp;', '&'))
  const listed = [early, late, unpaid].map(({ number }) => list.includes(`aria-label="${number}"`))
  expect(listed).toEqual([true, false, false])
  expect(list).toContain('Filter: Paid Feb 3 – Feb 9')
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
