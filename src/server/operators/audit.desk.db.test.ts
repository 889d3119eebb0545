import { afterAll, beforeAll, expect, test } from 'vitest'
import { versionToken } from '#server/platform/audit/editable.ts'
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

test('says in a sentence who did what, and links to its subject by its familiar name', async () => {
  const { id, number } = await shop.order()
  await shop.request(`/admin/orders/${id}/pack`, { cookie: owner, form: {} })
  const { html, text } = await log('action=order.')
  expect(text).toContain(`You marked order ${number} as packed Undo History`)
  expect(html).toContain(`href="/admin/orders/${id}"`)
})

test('shows only what changed, and says what no longer exists', async () => {
  await shop.rows(
    `insert into audit_log (actor, action, subject_kind, subject_id, before, after) values
     ('Ana', 'product.stock', 'product', 'gone-oil', '{"same": 1, "count": 5, "old": "x"}', '{"same": 1, "count": 7, "new": ""}'),
     ('Ana', 'garden.water', 'garden', 'roses', null, null)`,
  )
  const { text } = await log('actor=Ana')
  expect(text).toContain('Ana updated the stock of gone-oil Old: x → removed Count: 5 → 7 New: empty')
  expect(text).not.toContain('same')
  expect(text).toContain('Ana changed roses (garden.water)')
})

test('filters by kind of thing', async () => {
  const { text } = await log('action=product')
  expect(text).toContain('updated the stock')
  expect(text).not.toContain('as packed')
  expect((await log('action=nothing.such')).text).toContain('No matching activity.')
})

test('undoes an order’s step or note while nothing has happened since, and logs it', async () => {
  const { id } = await shop.order()
  const post = (path: string, form = {}) => shop.request(`/admin/${path}`, { cookie: owner, form })
  const entries = async () => shop.rows(`select id, action from audit_log where subject_id = $1 order by id`, [id])
  const entryOf = async (action: string) => (await entries()).findLast((entry) => entry.action === action)?.id
  const stateOf = async () => (await shop.rows('select state, note from orders where id = $1', [id]))[0]
  const undo = async (entry: unknown) => {
    const response = await post(`audit/${String(entry)}/restore`, { back: '/admin/audit' })
    return decodeURIComponent(decodeURIComponent(response.headers.get('set-cookie') ?? ''))
  }
  await post(`orders/${id}/note`, { note: 'Gift', expectedVersion: versionToken(null) })
  await post(`orders/${id}/pack`)
  const [noted, packed] = [await entryOf('order.note'), await entryOf('order.pack')]
  expect(((await log(`subject=${id}`)).html.match(/restore"/g) ?? []).length).toBe(2)
  expect(await undo(packed)).toContain('Undone.')
  expect(await stateOf()).toEqual({ state: 'paid', note: 'Gift' })
  expect((await entries()).at(-1)?.action).toBe('order.unpack')
  // Twice, as from a second window.
  expect(await undo(packed)).toContain('This was changed again since.')
  // What undid it can be undone.
  expect(await undo(await entryOf('order.unpack'))).toContain('Undone.')
  expect((await stateOf())?.state).toBe('packed')

  await post(`orders/${id}/note`, { note: 'Gift for Ana', expectedVersion: versionToken('Gift') })
  expect(await undo(noted)).toContain('This was changed again since.')
  expect(await undo(await entryOf('order.note'))).toContain('Undone.')
  expect((await stateOf())?.note).toBe('Gift')

  // Its customer was emailed that it shipped, so this can no longer be undone here.
  const detail = await shop.parts.desk.orderDesk.find(id)
  const expectedVersion = detail?.versions.tracking ?? ''
  await post(`orders/${id}/ship`, { trackingNumber: '9400111201080805483016', expectedVersion })
  expect((await stateOf())?.state).toBe('shipped')
  expect(await undo(packed)).toContain('This was changed again since.')
  await post(`orders/${id}/deliver`)
  expect(await undo(await entryOf('order.deliver'))).toContain('Undone.')
  expect((await stateOf())?.state).toBe('shipped')
  expect((await log(`subject=${id}&action=order.pack`)).text).not.toContain('Undo')
})

test('undoes only the latest step, even if the order is as an earlier one left it', async () => {
  const { id } = await shop.order()
  const staff = await shop.signIn('staff')
  const post = (path: string, cookie: string, form = {}) => shop.request(`/admin/${path}`, { cookie, form })
  const note = (text: string, before: string | null) =>
    post(`orders/${id}/note`, owner, { note: text, expectedVersion: versionToken(before) })
  await post(`orders/${id}/pack`, owner)
  await post(`orders/${id}/unpack`, owner)
  await post(`orders/${id}/pack`, staff)
  await note('Gift', null)
  await note('Gift for Ana', 'Gift')
  await note('Gift', 'Gift for Ana')
  const entries = await shop.rows('select id, action from audit_log where subject_id = $1 order by id', [id])
  const restorable = [...(await log(`subject=${id}`)).html.matchAll(/audit\/(\d+)\/restore"/g)].map(
    ([, entry]) => entry,
  )
  const latest = ['order.note', 'order.pack'].map((name) => entries.findLast(({ action }) => action === name)?.id)
  expect(restorable).toEqual(latest.map(String))
  for (const first of ['order.pack', 'order.note'].map((name) => entries.find(({ action }) => action === name)?.id)) {
    const response = await post(`audit/${String(first)}/restore`, owner, { back: '/admin/audit' })
    expect(decodeURIComponent(decodeURIComponent(response.headers.get('set-cookie') ?? ''))).toContain(
      'This was changed again since.',
    )
  }
  const [order] = await shop.rows('select state, note from orders where id = $1', [id])
  expect(order).toEqual({ state: 'packed', note: 'Gift' })
})

test('shows the amounts and names in a change as people write them', async () => {
  await shop.rows(
    `insert into audit_log (actor, action, subject_kind, subject_id, before, after) values
     ('Bea', 'order.refund', 'order', 'x', '{"refundedCents": 0}', '{"refundedCents": 2500, "amountCents": 2500}')`,
  )
  expect((await log('actor=Bea')).text).toContain('Refunded: $0.00 → $25.00 Amount: $25.00')
})

test('says sizes and prices in words, with only what changed', async () => {
  await shop.rows(
    `insert into audit_log (actor, action, subject_kind, subject_id, before, after) values
     ('Cleo', 'product.prices', 'product', 'pure-bloom', '{"kind": "sized", "prices": {"1oz": 2500, "2oz": 4000}}',
      '{"kind": "sized", "prices": {"1oz": 2600, "2oz": 4000}}')`,
  )
  const { html, text } = await log('actor=Cleo')
  expect(text).toContain('Cleo changed the prices of Pure Bloom Prices, 1oz: $25.00 → $26.00')
  expect(text).not.toContain('2oz')
  expect(html).not.toContain('{&quot;')
})

test('names who made a change in words', async () => {
  const staff = await shop.signIn('staff')
  const { id, number } = await shop.order()
  await shop.request(`/admin/orders/${id}/pack`, { cookie: staff, form: {} })
  await shop.rows(`update operators set name = 'Sam Ortiz' where role = 'staff'`)
  expect((await log(`subject=${id}`)).text).toContain(`Sam Ortiz marked order ${number} as packed`)
  for (const [actor, words] of [
    ['npm start', 'The shop, when it was started,'],
    ['command line', 'Someone at the server’s command line'],
    ['schedule', 'The shop, on schedule,'],
    ['buyer', 'The customer'],
  ]) {
    await shop.rows(
      `insert into audit_log (actor, action, subject_kind, subject_id) values ($1, 'product.sale-ended', 'product', 'pure-bloom')`,
      [actor],
    )
    expect((await log('action=product.sale-ended')).text).toContain(`${words} ended the sale of Pure Bloom`)
  }
})

test('names which review and which setting, and leads to it', async () => {
  const [review] = await shop.rows(
    `insert into reviews (product_id, rating, title, body, reviewer_name, source, review_date)
     values ('pure-bloom', 4, 'Soft hands', 'B', 'N', 'website_form', '2020-01-01') returning id`,
  )
  const id = String(review?.id)
  await shop.request('/admin/reviews/publish', { cookie: owner, form: { id, list: 'waiting' } })
  const { html, text } = await log('action=review.')
  expect(text).toContain('You published the review “Soft hands” of Pure Bloom')
  const [, href = ''] = /href="(\/admin\/reviews[^"]+)">“Soft hands”/.exec(html) ?? []
  // A list that begins with it, however many are newer.
  const list = await (await shop.request(href.replaceAll('&amp;', '&').split('#')[0] ?? '', { cookie: owner })).text()
  expect(/<article id="([^"]+)"/.exec(list)?.[1]).toBe(`review-${id}`)
  expect(href).toContain(`#review-${id}`)

  await shop.request('/admin/reviews/rating-setting', { cookie: owner, form: { hidesRating: '' } })
  await shop.rows(
    `insert into audit_log (actor, action, subject_kind, subject_id, before, after) values
     ('Ana', 'settings.delivery', 'setting', 'delivery', null, null),
     ('Ana', 'setting.change', 'setting', 'hidesRatingUntilDecided', 'true', 'false')`,
  )
  const settings = await log('action=setting')
  expect(settings.text).toContain('Ana changed the setting “Hide stars until decided” Value: Yes → No')
  expect(settings.text).toContain('Ana changed the delivery estimate Open Delivery estimate')
  expect(settings.html).toContain('href="/admin/settings/delivery"')
})

test('searches for words, not for punctuation', async () => {
  await shop.rows(
    `insert into audit_log (actor, action, subject_kind, subject_id) values ('Ed', 'product.stock', 'product', 'pure-bloom')`,
  )
  expect((await log('words=bloom')).text).toContain('Pure Bloom')
  for (const words of ['...', '’', '-', '!']) {
    const { text } = await log(`words=${encodeURIComponent(words)}`)
    expect(text, words).toContain('No matching activity.')
  }
})

test('asks before restoring a setting by the name that its form has', async () => {
  await shop.rows(
    `insert into audit_log (actor, action, subject_kind, subject_id, before, after) values
     ('Dora', 'tax-rates.change', 'setting', 'tax-rates', '{}', '{}')`,
  )
  const [, question = ''] = /value="(Restore [^"]*)"/.exec((await log('actor=Dora')).html) ?? []
  expect(question).toMatch(/^Restore Tax rates to how it was before this change\?/)
})

test('offers everyone in the log by name, and remembers the choice', async () => {
  const { html } = await log('actor=Bea')
  const [select = ''] = /<select id="actor".*?<\/select>/s.exec(html) ?? []
  expect(select).toContain('<option value="bea" selected="">bea</option>')
  expect(select).toContain('>The shop, on schedule</option>')
  expect(select).toMatch(/<option value="[^"]+">[^<]+ \(you\)<\/option>/)
})

test('gives an owner the filtered log as a file, in the same words', async () => {
  const response = await shop.request('/admin/audit/export.csv?actor=Cleo', { cookie: owner })
  expect(response.headers.get('content-disposition')).toContain('bloomera-activity.csv')
  const [head, line, ...rest] = (await response.text()).trim().split('\r\n')
  expect(head).toBe('"Time","Person","Activity","Changes"')
  expect(line).toMatch(/^"20[^"]+Z","Cleo","changed the prices of Pure Bloom","Prices, 1oz: \$25\.00 → \$26\.00"$/)
  expect(rest).toEqual([])
  expect((await log('actor=Cleo')).html).toContain('href="/admin/audit/export.csv?actor=Cleo"')
})
