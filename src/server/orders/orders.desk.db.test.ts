import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shopDay } from '#domain/time/display.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { useTestDatabase } from '#test/test-database.ts'

const database = useTestDatabase()
let shop: DeskShop
let owner: string

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  owner = await shop.signIn('owner')
})
afterAll(() => shop.end())

const ORDER = {
  'item-0': 'pure-bloom|1oz',
  'quantity-0': '2',
  firstName: 'Kim',
  lastName: 'Lee',
  email: 'kim@example.com',
  address: '7 Center Street',
  city: 'Ogden',
  state: 'UT',
  zip: '84401',
  paidOutside: 'cash',
  note: 'By phone',
}

async function countOrders(): Promise<unknown> {
  return (await shop.rows('select count(*)::int as n from orders'))[0]?.n
}

function refundsOf(orderId: string): Promise<unknown[]> {
  return shop.rows(
    'select r.amount_cents from refunds r join payment_attempts a on a.id = r.attempt_id where a.order_id = $1',
    [orderId],
  )
}

/** The flash message after submitting a form. */
async function flashAfter(path: string, form: Record<string, string>): Promise<string> {
  const response = await shop.request(path, { cookie: owner, form })
  expect(response.status).toBe(303)
  const [flash = ''] = response.headers.getSetCookie().map((cookie) => /^desk-flash=([^;]*)/.exec(cookie)?.[1] ?? '')
  const page = await shop.request(response.headers.get('location') ?? '', { cookie: `${owner}; desk-flash=${flash}` })
  return /class="flash [^"]*" role="\w+"><p>([^<]*)/.exec(await page.text())?.[1] ?? ''
}

/** A form of the order's page as a window shows it: what to send besides what is typed. */
async function openForm(id: string, action: string): Promise<Record<string, string>> {
  const html = await (await shop.request(`/admin/orders/${id}`, { cookie: owner })).text()
  const [form = ''] = new RegExp(`<form [^>]*action="[^"]*/${action}".*?</form>`, 's').exec(html) ?? []
  const hidden = [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)]
  return Object.fromEntries(
    hidden.flatMap(([, name = '', value = '']) => (name.startsWith('question') ? [] : [[name, value]])),
  )
}

/** The expanded part of the page. */
async function openSheet(response: Response): Promise<string> {
  return /<details open="">.*?<\/details>/s.exec(await response.text())?.[0] ?? ''
}

test.each([
  ['a ZIP code of another state', { zip: '80202' }, 'This ZIP code is not in Utah.'],
  ['no item', { 'item-0': '' }, 'Choose at least one item'],
  ['a number that is none', { 'quantity-0': '0' }, 'Choose at least one item'],
  ['a product that is not sold', { 'item-0': 'no-such-oil|' }, 'is no longer available. No order was created.'],
  ['no reason', { note: ' ' }, 'Give a reason of 500'],
  ['another way to pay', { paidOutside: 'card' }, 'Choose how it’s paid.'],
  [
    'a field wrong in two ways',
    { firstName: `Kim www.example.com ${'m'.repeat(300)}` },
    'First name is too long: 100 characters at most',
  ],
  ['an address that is none', { email: 'not an address' }, 'Please enter a valid email address.'],
])('refuses an order without a card with %s, and says why', async (_name, change, message) => {
  const before = await countOrders()
  const form = { ...ORDER, ...change, formKey: randomUUID() }
  const response = await shop.request('/admin/orders/new', { cookie: owner, form })
  expect(response.status).toBe(422)
  expect(await response.text()).toContain(message)
  expect(await countOrders()).toBe(before)
})

test('charges shop prices for an order without a card, whatever price is sent', async () => {
  const form = { ...ORDER, formKey: randomUUID(), priceCents: '1', 'price-0': '1', totalCents: '1' }
  const response = await shop.request('/admin/orders/new', { cookie: owner, form })
  expect(response.status).toBe(303)
  const orderId = response.headers.get('location')?.split('/').at(-1)
  const [order] = await shop.rows('select subtotal_cents, total_cents from orders where id = $1', [orderId])
  expect(order).toEqual({ subtotal_cents: 50_00, total_cents: 63_57 })
})

test('reports all errors of an order without a card at once', async () => {
  const form = { ...ORDER, zip: '80202', 'quantity-0': '0', note: '', paidOutside: '', formKey: randomUUID() }
  const html = await (await shop.request('/admin/orders/new', { cookie: owner, form })).text()
  for (const message of [
    'This ZIP code is not in Utah.',
    'Choose at least one item, and quantities from 1 to 99.',
    'Give a reason of 500 characters or fewer.',
    'Choose how it’s paid.',
  ])
    expect(html).toContain(message)
})

test('keeps the note if a form omits it or sends one that is too long', async () => {
  const { id } = await shop.order()
  const path = `/admin/orders/${id}/note`
  expect(await flashAfter(path, { ...(await openForm(id, 'note')), note: ' Ring\r\ntwice ' })).toBe('Note saved.')
  const refused = async (form: Record<string, string>) => {
    const response = await shop.request(path, { cookie: owner, form: { ...(await openForm(id, 'note')), ...form } })
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(html).toContain('Use 1,000 characters or fewer.')
    return html
  }
  await refused({})
  const long = 'x'.repeat(1001)
  expect(await refused({ note: long })).toContain(long)
  expect(await shop.rows('select note from orders where id = $1', [id])).toEqual([{ note: 'Ring\ntwice' }])
})

test('refuses an invalid amount with a message and refunds nothing', async () => {
  const { id, number } = await shop.order()
  const refund = async (amount: string, reason = 'x') => {
    const form = { amount, reason, formKey: randomUUID() }
    const response = await shop.request(`/admin/orders/${id}/refund`, { cookie: owner, form })
    expect(response.status, amount).toBe(422)
    return response.text()
  }
  for (const amount of ['12.345', '-1', '0', '', '1e2', '10,50', 'abc', '9'.repeat(12)])
    expect(await refund(amount), amount).toContain('Nothing was refunded. Check the fields')
  expect(await refund('63.58')).toContain('more than can still be refunded')
  expect(await refund('1', ' ')).toContain('Give a reason')
  expect(await shop.rows('select 1 from refunds')).toEqual([])
  expect((await shop.square.ledger()).refundedCents[number]).toBe(0)
})

test('asks for confirmation of a refund and sends it once confirmed', async () => {
  const { id } = await shop.order()
  const path = `/admin/orders/${id}/refund`
  const screen = await (await shop.request(`/admin/orders/${id}`, { cookie: owner })).text()
  const question = /name="question" value="(Refund \{amount\}[^"]*)"/.exec(screen)?.[1] ?? ''
  const form = { amount: '5', reason: 'Leaked & late', refundedBefore: '0', formKey: randomUUID() }
  const response = await shop.request(path, { cookie: owner, form: { ...form, question } })
  const address = response.headers.get('location') ?? ''
  const [kept = ''] = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const html = await (await shop.request(address, { cookie: `${owner}; ${kept}` })).text()
  expect(html).toContain('Refund $5.00 to the card? This can’t be undone.')
  expect(html).toContain('name="reason" value="Leaked &amp; late"')
  expect(html).not.toContain('name="question"')
  // Asked once: afterward the address leads back.
  const after = await shop.request('/admin/question?back=%2Fadmin%2Forders', { cookie: owner })
  expect(after.headers.get('location')).toBe('/admin/orders')
  expect(await refundsOf(id)).toEqual([])
  expect(await flashAfter(path, form)).toBe('Refunding $5.00 to the card.')
  expect(await refundsOf(id)).toEqual([{ amount_cents: 500 }])
})

test('offers to put the items back in stock until the order has shipped', async () => {
  const order = await shop.order()
  const tick = async () => {
    const html = await (await shop.request(`/admin/orders/${order.id}`, { cookie: owner })).text()
    return /<input type="checkbox" id="restocks"[^>]*>/.exec(html)?.[0].includes('checked')
  }
  expect(await tick()).toBe(true)
  await shop.parts.desk.orderDesk.ship(order.id, undefined, { operatorId: null, actor: 'ana' })
  expect(await tick()).toBeUndefined()
  // A window from before it shipped: its items go back in stock with their return.
  const form = { formKey: randomUUID(), amount: '63.57', reason: 'Came back', restocks: 'yes' }
  expect(await flashAfter(`/admin/orders/${order.id}/refund`, form)).toContain('go back in stock when you receive')
  expect(await refundsOf(order.id)).toEqual([])
})

test('does not send the same refund from a second window, and says so', async () => {
  const { id } = await shop.order()
  const path = `/admin/orders/${id}/refund`
  const form = () => ({ amount: '5', reason: 'Leaked', refundedBefore: '0', formKey: randomUUID() })
  expect((await shop.request(path, { cookie: owner, form: form() })).status).toBe(303)
  const response = await shop.request(path, { cookie: owner, form: form() })
  expect(response.status).toBe(422)
  const html = await response.text()
  expect(html).toContain('another refund was made since you opened this page')
  expect(html).toContain('name="refundedBefore" value="500"')
})

test('redisplays a refused refund expanded and as typed, with a key good for one refund', async () => {
  const { id } = await shop.order()
  const path = `/admin/orders/${id}/refund`
  const form = { amount: '10,50', reason: 'One bottle leaked', formKey: randomUUID() }
  const sheet = await openSheet(await shop.request(path, { cookie: owner, form }))
  expect(sheet).toMatch(/<input [^>]*id="amount" autofocus=""[^>]* value="10,50"/)
  expect(sheet).toContain('value="One bottle leaked"')
  expect(sheet).toContain(`name="formKey" value="${form.formKey}"`)
  expect((await shop.request(path, { cookie: owner })).headers.get('location')).toBe(`/admin/orders/${id}`)

  const corrected = { ...form, amount: '10.50' }
  expect(await flashAfter(path, corrected)).toBe('Refunding $10.50 to the card.')
  expect(await flashAfter(path, corrected)).toBe('This was already done.')
  expect(await refundsOf(id)).toEqual([{ amount_cents: 10_50 }])
})

test('does not redisplay the refund form if nothing is left to refund', async () => {
  const { id } = await shop.order()
  const path = `/admin/orders/${id}/refund`
  const refund = (amount: string) => flashAfter(path, { amount, reason: 'x', formKey: randomUUID() })
  expect(await refund('63.57')).toBe('Refunding $63.57 to the card.')
  expect(await refund('63.57')).toContain('more than can still be refunded')
})

test('redisplays an invalid tracking number or carrier as typed, and ships nothing', async () => {
  const { id } = await shop.order()
  const path = `/admin/orders/${id}/ship`
  const ship = async (carrier: string, trackingNumber: string) => {
    const response = await shop.request(path, { cookie: owner, form: { carrier, trackingNumber } })
    expect(response.status).toBe(422)
    return openSheet(response)
  }
  const NUMBER = 'Use 8 to 40 letters and digits.'
  const CARRIER = 'Use 40 characters or fewer.'
  const wrongNumber = await ship('USPS', '9400/1112')
  expect(wrongNumber).toContain(NUMBER)
  expect(wrongNumber).toMatch(/<input [^>]*id="trackingNumber" autofocus=""[^>]* value="9400\/1112"/)
  expect(wrongNumber).toContain('value="USPS"')
  expect(await ship('x'.repeat(41), '9400 1112')).toContain(CARRIER)
  // A number that was saved in the meantime is still found out once the input is right.
  const seen = await shop.request(path, { cookie: owner, form: { trackingNumber: '9400/1', expectedVersion: 'seen' } })
  expect(await openSheet(seen)).toContain('name="expectedVersion" value="seen"')
  const both = await ship('x'.repeat(41), '<b>1</b>')
  expect([CARRIER, NUMBER].filter((text) => !both.includes(text))).toEqual([])
  expect((await shop.request(path, { cookie: owner })).headers.get('location')).toBe(`/admin/orders/${id}`)
  expect(await shop.rows('select state from orders where id = $1', [id])).toEqual([{ state: 'paid' }])
  // Shipped by another operator in the meantime: the form is gone, so the error is a message.
  await shop.rows(`update orders set state = 'shipped', shipped_at = now() where id = $1`, [id])
  const slip = { carrier: 'USPS', trackingNumber: '9400/1112' }
  expect(await flashAfter(path, slip)).toContain('has changed since you opened it')
  // Now there is another form for it.
  const correction = await shop.request(`/admin/orders/${id}/tracking`, { cookie: owner, form: slip })
  expect(await openSheet(correction)).toContain('value="9400/1112"')
})

const OURS = '9400111201080805483016'
const THEIRS = '1Z5R89390357567127'

async function trackingOf(id: string): Promise<unknown> {
  const [row] = await shop.rows('select state, tracking_number as number from orders where id = $1', [id])
  return row
}

async function shippedMailsOf(number: string): Promise<unknown[]> {
  const mails = await shop.rows(
    `select payload->>'trackingNumber' as number from outbox
     where template = 'shipped' and payload->>'orderNumber' = $1 order by created_at`,
    [number],
  )
  return mails.map((mail) => mail.number)
}

test('asks before shipping with another tracking number than a second window saved', async () => {
  const { id, number } = await shop.order()
  const path = `/admin/orders/${id}/ship`
  const stale = { ...(await openForm(id, 'ship')), carrier: '', trackingNumber: OURS }
  const { orderDesk } = shop.parts.desk
  await orderDesk.saveTracking(id, { carrier: 'UPS', trackingNumber: THEIRS }, { operatorId: null, actor: 'ana' })
  const response = await shop.request(path, { cookie: owner, form: stale })
  expect(response.status).toBe(422)
  const sheet = await openSheet(response)
  expect(sheet).toContain('Someone else changed this while you were editing.')
  expect(sheet).toContain(`value="${OURS}"`)
  expect(sheet).toContain(`<span class="hint">Saved value:</span> ${THEIRS}`)
  expect(await trackingOf(id)).toEqual({ state: 'paid', number: THEIRS })
  expect(await shippedMailsOf(number)).toEqual([])
  // Once decided, it replaces theirs; so does a form that was opened after they saved.
  const [, expectedVersion = ''] = /name="expectedVersion" value="([^"]*)"/.exec(sheet) ?? []
  expect(await openForm(id, 'ship')).toEqual({ expectedVersion })
  expect(await flashAfter(path, { ...stale, expectedVersion })).toContain('Marked as shipped.')
  expect(await trackingOf(id)).toEqual({ state: 'shipped', number: OURS })
  expect(await shippedMailsOf(number)).toEqual([OURS])
})

test('fills in the number that a second window saved if this one had none, so that sending it again keeps it', async () => {
  const { id, number } = await shop.order()
  const path = `/admin/orders/${id}/ship`
  const stale = { ...(await openForm(id, 'ship')), carrier: '', trackingNumber: '' }
  const { orderDesk } = shop.parts.desk
  await orderDesk.saveTracking(id, { carrier: 'UPS', trackingNumber: THEIRS }, { operatorId: null, actor: 'ana' })
  const response = await shop.request(path, { cookie: owner, form: stale })
  expect(response.status).toBe(422)
  const sheet = await openSheet(response)
  expect(sheet).toContain('Someone else changed the tracking number while you were editing.')
  expect(sheet).not.toContain('Saved value:')
  const sent = ['expectedVersion', 'carrier', 'trackingNumber'].map((name) => {
    const [field = ''] = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(sheet) ?? []
    return [name, /value="([^"]*)"/.exec(field)?.[1] ?? ''] as const
  })
  expect(await flashAfter(path, Object.fromEntries(sent))).toContain('Marked as shipped.')
  expect(await shippedMailsOf(number)).toEqual([THEIRS])
})

test('ships with the number that both windows have, without asking', async () => {
  const { id, number } = await shop.order()
  const stale = { ...(await openForm(id, 'ship')), carrier: 'UPS', trackingNumber: THEIRS }
  const { orderDesk } = shop.parts.desk
  await orderDesk.saveTracking(id, { carrier: 'UPS', trackingNumber: THEIRS }, { operatorId: null, actor: 'ana' })
  expect(await flashAfter(`/admin/orders/${id}/ship`, stale)).toContain('Marked as shipped.')
  expect(await shippedMailsOf(number)).toEqual([THEIRS])
})

test('never emails an old tracking number as a correction from a window that was opened before', async () => {
  const { id, number } = await shop.order()
  const path = `/admin/orders/${id}/tracking`
  const { orderDesk } = shop.parts.desk
  await orderDesk.ship(id, { carrier: 'USPS', trackingNumber: OURS }, { operatorId: null, actor: 'ana' })
  const stale = { ...(await openForm(id, 'tracking')), carrier: 'USPS', trackingNumber: OURS }
  const first = { ...stale, carrier: 'UPS', trackingNumber: THEIRS }
  expect(await flashAfter(path, first)).toContain('Tracking updated.')
  const response = await shop.request(path, { cookie: owner, form: stale })
  expect(response.status).toBe(422)
  const sheet = await openSheet(response)
  expect(sheet).toContain(`value="${OURS}"`)
  expect(sheet).toContain(`<span class="hint">Saved value:</span> ${THEIRS}`)
  expect(await trackingOf(id)).toEqual({ state: 'shipped', number: THEIRS })
  expect(await shippedMailsOf(number)).toEqual([OURS, THEIRS])
  // At the same time, one of them wins.
  const fresh = await openForm(id, 'tracking')
  const both = await Promise.all(
    ['ABCD12345678', 'EFGH12345678'].map((trackingNumber) =>
      shop.request(path, { cookie: owner, form: { ...fresh, carrier: 'DHL', trackingNumber } }),
    ),
  )
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([303, 422]))
  expect(await shippedMailsOf(number)).toHaveLength(3)
})

test('shows both notes if a second window has saved one', async () => {
  const { id } = await shop.order()
  const path = `/admin/orders/${id}/note`
  const stale = await openForm(id, 'note')
  expect(await flashAfter(path, { ...stale, note: 'Gift wrap' })).toBe('Note saved.')
  const response = await shop.request(path, { cookie: owner, form: { ...stale, note: 'Ring twice' } })
  expect(response.status).toBe(422)
  const html = await response.text()
  expect(html).toContain('>Ring twice</textarea>')
  expect(html).toContain('<span class="hint">Saved value:</span> Gift wrap')
  const noteOf = () => shop.rows('select note from orders where id = $1', [id])
  expect(await noteOf()).toEqual([{ note: 'Gift wrap' }])
  expect(await flashAfter(path, { ...(await openForm(id, 'note')), note: 'Both' })).toBe('Note saved.')
  expect(await noteOf()).toEqual([{ note: 'Both' }])
})

test('cancels only with the refund that it showed', async () => {
  const { id } = await shop.order()
  const path = `/admin/orders/${id}/cancel`
  const stale = await openForm(id, 'cancel')
  const refund = { amount: '5', reason: 'Leaked', refundedBefore: '0', formKey: randomUUID() }
  expect(await flashAfter(`/admin/orders/${id}/refund`, refund)).toContain('Refunding $5.00')
  for (const form of [stale, {}]) {
    const response = await shop.request(path, { cookie: owner, form: { ...form, reason: 'Sold out' } })
    expect(response.status).toBe(422)
    const sheet = await openSheet(response)
    expect(sheet).toContain('the amount to refund has changed since you opened this page')
    expect(sheet).toContain('$58.57 is refunded to the card.')
    expect(sheet).toContain('value="Sold out"')
  }
  expect(await trackingOf(id)).toMatchObject({ state: 'paid' })
  const fresh = await openForm(id, 'cancel')
  const silent = await shop.request(path, { cookie: owner, form: { ...fresh, reason: ' ' } })
  expect(await openSheet(silent)).toContain('Give a reason')
  expect(await flashAfter(path, { ...fresh, reason: 'Sold out' })).toBe('Order canceled.')
  expect(await refundsOf(id)).toEqual([{ amount_cents: 500 }, { amount_cents: 5857 }])
  // The form is gone with the order.
  expect(await flashAfter(path, { ...stale, reason: 'Twice' })).toBe('This was already done.')
})

test('requires a future day or a reason for a delay', async () => {
  const { id } = await shop.order()
  const path = `/admin/orders/${id}/delay`
  const tell = async (shipBy: string, cause = '') => {
    const response = await shop.request(path, { cookie: owner, form: { shipBy, cause, formKey: randomUUID() } })
    expect(response.status).toBe(422)
    return openSheet(response)
  }
  expect(await tell('2026-02-30')).toContain('That isn’t a date.')
  expect(await tell('2020-01-01', 'The corks')).toMatch(
    /value="The corks".*That date has passed|That date has passed.*value="The corks"/s,
  )
  expect(await tell('9999-01-01')).toContain('more than a year away')
  expect(await tell('', ' ')).toContain('Give a date or a reason.')
  const done = 'Delay notice sent.'
  expect(await flashAfter(path, { shipBy: '', cause: 'No corks', formKey: randomUUID() })).toBe(done)
  const tomorrow = shopDay(new Date(Date.now() + 24 * 60 * 60 * 1000))
  expect(await flashAfter(path, { shipBy: tomorrow, formKey: randomUUID() })).toBe(done)
})

test('serves lists, searches, and pages whatever the query string says', async () => {
  for (const query of [
    '?list=x',
    '?q=%25',
    '?q=a%00b',
    `?after=${'x'.repeat(2000)}`,
    '?after=e30',
    '?q=prado&after=W10',
  ])
    expect((await shop.request(`/admin/orders${query}`, { cookie: owner })).status, query).toBe(200)
  const backwards = await shop.request('/admin/orders/export.csv?from=2026-02-01&to=2026-01-01', { cookie: owner })
  expect([backwards.status, backwards.headers.get('location')]).toEqual([303, '/admin/orders'])
  expect((await shop.request(`/admin/orders/${randomUUID()}`, { cookie: owner })).status).toBe(404)
  expect((await shop.request('/admin/taxes?period=2026-Q9', { cookie: owner })).status).toBe(400)
})

test('names every file after the shop and its content, and sends it in full', async () => {
  await shop.order()
  const file = async (path: string) => {
    const response = await shop.request(path, { cookie: owner })
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    return { name: response.headers.get('content-disposition'), text: await response.text() }
  }
  const orders = await file('/admin/orders/export.csv?from=2026-01-01&to=2099-01-31')
  expect(orders.name).toBe('attachment; filename="bloomera-orders-2026-01-01-2099-01-31.csv"')
  expect(orders.text).toMatch(/^"Order","State".*\r\n"BLM-/)
  const utah = await file('/admin/taxes/utah.csv?period=2026-Q1')
  expect(utah.name).toBe('attachment; filename="bloomera-utah-2026-Q1.csv"')
  expect(utah.text.split('\r\n')).toHaveLength(8)
  expect((await file('/admin/taxes/states.csv')).name).toMatch(/="bloomera-sales-by-state-\d{4}\.csv"$/)
})

test('formats percentages as in the shop, without a space', async () => {
  const { id } = await shop.order()
  const pages = [`/admin/orders/${id}`, '/admin', '/admin/taxes', '/admin/codes']
  const texts = await Promise.all(pages.map(async (path) => (await shop.request(path, { cookie: owner })).text()))
  expect(texts[0]).toContain('Sales tax 7.15%')
  for (const text of texts) expect(text).not.toMatch(/\d %/)
})

test('updates each live part of the order beside the list, alone as well', async () => {
  const { id } = await shop.order()
  const path = `/admin/orders?open=${id}`
  const html = await (await shop.request(path, { cookie: owner })).text()
  const panel = html.slice(html.indexOf('id="order-panel"'))
  const parts = [...panel.matchAll(/id="([\w-]+)" data-live="orders/g)].map(([, part = '']) => part)
  expect(parts).toEqual(expect.arrayContaining(['order-state', 'order-ship-to', 'order-work', 'order-foot']))
  for (const part of parts) {
    const update = await (await shop.request(path, { cookie: owner, parts: part })).text()
    expect(update, part).toContain(`id="${part}"`)
    expect(update, part).not.toContain('<table')
  }
})

test('an order opened from a filtered list leads back to it, and to the next one of it', async () => {
  await shop.rows(`update orders set state = 'delivered'`)
  const [first, second, fresh] = [await shop.order(), await shop.order(), await shop.order()]
  await shop.rows(`update orders set created_at = now() - interval '30 days' where id = $1`, [first.id])
  await shop.rows(`update orders set created_at = now() - interval '20 days' where id = $1`, [second.id])
  const html = async (path: string) =>
    (await (await shop.request(path, { cookie: owner })).text()).replaceAll('&amp;', '&')
  const list = '/admin/orders?list=to-pack&placed=late'
  const opened = (id: string) => `/admin/orders/${id}?list=to-pack&placed=late`
  expect(await html(list)).toContain(`href="${opened(first.id)}"`)
  const page = await html(opened(second.id))
  expect(page).toContain(`href="${list}">Back to the list`)
  expect(page).toContain(`href="${opened(first.id)}">Next order`)
  expect(page).not.toContain(fresh.id)
  const [form = ''] = /<form [^>]*action="[^"]*\/pack".*?<\/form>/s.exec(page) ?? []
  const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])
  const pack = async (id: string) =>
    (await shop.request(`/admin/orders/${id}/pack`, { cookie: owner, form: Object.fromEntries(fields) })).headers.get(
      'location',
    )
  expect(await pack(second.id)).toBe(opened(first.id))
  expect(await pack(first.id)).toBe(list)
  const bulk = await shop.request('/admin/orders/bulk/pack', {
    cookie: owner,
    form: { id: fresh.id, list: 'to-pack', placed: 'late' },
  })
  expect(bulk.headers.get('location')).toBe(list)
})

test('shows an order to a read-only operator without any actions', async () => {
  const { id, number } = await shop.order()
  const page = await (await shop.request(`/admin/orders/${id}`, { cookie: await shop.signIn('read-only') })).text()
  expect(page).toContain(number)
  expect(page).not.toContain('<form')
})

test('shows the banner on every page until the alert is seen', async () => {
  await shop.rows(`insert into alerts (kind, subject, detail) values ('money-check', '2026-03-04', '1 difference')`)
  const text = async () => (await shop.request('/admin/audit', { cookie: owner })).text()
  expect(await text()).toContain('<strong>1 alert</strong>')
  const [alert] = await shop.rows('select id from alerts')
  expect(await flashAfter(`/admin/alerts/${String(alert?.id)}/seen`, {})).toBe('Marked as seen.')
  expect(await text()).not.toContain('1 alert')
})
