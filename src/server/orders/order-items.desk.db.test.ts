import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { drain, queueNamed } from '#test/drain-queue.ts'
import { useTestDatabase } from '#test/test-database.ts'

const database = useTestDatabase()
let shop: DeskShop
let owner: string

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  owner = await shop.signIn('owner')
})
afterAll(() => shop.end())

const pathOf = (id: string) => `/admin/orders/${id}/items`

/** As from a page that was just opened, unless the form has another version. */
async function send(id: string, form: Record<string, string>) {
  const seen = { expectedVersion: await versionOf(id), ...form }
  const response = await shop.request(pathOf(id), { cookie: owner, form: seen })
  return { status: response.status, html: await response.text(), to: response.headers.get('location') }
}

async function versionOf(id: string): Promise<string> {
  return /name="expectedVersion" value="([^"]*)"/.exec(await screen(pathOf(id)))?.[1] ?? ''
}

async function screen(path: string): Promise<string> {
  return (await shop.request(path, { cookie: owner })).text()
}

/** One of the two bottles is left. */
function fresh(form: Record<string, string> = {}): Record<string, string> {
  return { 'quantity-1': '1', restocks: 'yes', reason: '', refundedBefore: '0', formKey: randomUUID(), ...form }
}

async function refundsOf(id: string): Promise<unknown[]> {
  return shop.rows(
    `select r.amount_cents as cents, r.restocks, r.removes, r.reason, f.position, f.quantity from refunds r
     join payment_attempts a on a.id = r.attempt_id left join refund_lines f on f.refund_id = r.id
     where a.order_id = $1`,
    [id],
  )
}

test('offers other quantities, sizes and products, and puts removed items back in stock unless told otherwise', async () => {
  const { id } = await shop.order()
  expect(await screen(`/admin/orders/${id}`)).toContain('Edit items')
  const html = await screen(pathOf(id))
  expect(html).toContain('aria-label="Quantity of Pure Bloom 1oz"')
  const quantities = /<select id="quantity-1".*?<\/select>/s.exec(html)?.[0] ?? ''
  expect([...quantities.matchAll(/<option value="(\d+)"/g)].map(([, count]) => Number(count))).toEqual(
    Array.from({ length: 13 }, (_, index) => 12 - index),
  )
  expect(html).toContain('Change to 2oz, $34.00')
  expect(html).toContain('<option value="tender-bloom-intimate-oil|">')
  expect(/<input type="checkbox" id="restocks"[^>]*>/.exec(html)?.[0]).toContain('checked')
  // Its shipping was paid, so none can be lost.
  expect(html).not.toContain('chargesShipping')
})

test('shows the total first, and makes the change when confirmed, once per form', async () => {
  const { id } = await shop.order()
  const form = fresh()
  const review = await send(id, form)
  expect(review.status).toBe(200)
  const totals = [...review.html.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(([, label, value]) => [
    label,
    value,
  ])
  expect(totals).toEqual([
    ['Subtotal', '$25.00'],
    ['Shipping', '$9.99'],
    ['Sales tax', '$1.79'],
    ['New total', '$36.78'],
    ['Paid', '$63.57'],
    ['Refund', '$26.79'],
  ])
  expect(review.html).toContain('1 × Pure Bloom, 1oz')
  expect(await refundsOf(id)).toEqual([])
  const confirmed = { ...form, amount: '2679' }
  expect(await send(id, confirmed)).toMatchObject({ status: 303, to: `/admin/orders/${id}` })
  expect(await send(id, confirmed)).toMatchObject({ status: 303, to: `/admin/orders/${id}` })
  expect(await refundsOf(id)).toEqual([
    { cents: 2679, restocks: true, removes: true, reason: 'Items removed', position: 1, quantity: 1 },
  ])
  const logged = await shop.rows(`select action, after from audit_log where subject_id = $1`, [id])
  expect(logged).toMatchObject([
    { action: 'order.remove-items', after: { amountCents: 2679, removed: '1 × Pure Bloom, 1oz' } },
  ])
  const order = await screen(`/admin/orders/${id}`)
  expect(order).toContain('1 removed')
  expect(order).not.toContain('1 refunded')
  const slip = await screen(`/admin/orders/${id}/packing-slip`)
  expect([...slip.matchAll(/class="slip-count">(\d+)</g)].map(([, count]) => count)).toEqual(['1'])
  expect(await screen('/admin/orders?list=all')).toContain('1 × Pure Bloom 1oz')
  const day = new Date().toISOString().slice(0, 10)
  const csv = await screen(`/admin/orders/export.csv?from=2020-01-01&to=${day}`)
  expect(csv).toContain('2 × Pure Bloom 1oz (1 removed)')
})

test('offers to charge shipping if the order may no longer ship free', async () => {
  const { id } = await shop.order({ items: [{ productId: 'pure-bloom', quantity: 3, size: '1oz' }] })
  expect(await screen(pathOf(id))).toContain('Charge $9.99 shipping if less than $75.00 is left')
  const free = await send(id, fresh({ 'quantity-1': '2' }))
  expect(free.html).toContain('The order still ships free.')
  expect(free.html).toContain('name="amount" value="2679"')
  const charged = await send(id, fresh({ 'quantity-1': '2', chargesShipping: 'yes' }))
  expect(charged.html).toContain('$9.99 is taken off the refund.')
  expect(charged.html).toContain('name="amount" value="1680"')
})

test('shows old and new totals before it requests payment, once per form', async () => {
  const { id } = await shop.order()
  const form = fresh({ 'quantity-1': '2', 'size-1': '1oz', 'product-0': 'pure-bloom|2oz', 'count-0': '1' })
  const review = await send(id, form)
  expect(review.status).toBe(200)
  const rows = [...review.html.matchAll(/<th scope="row">(.*?)<\/th><td[^>]*>(.*?)<\/td>(?:<td>(.*?)<\/td>)?/g)]
  expect(rows.map(([, label, now, changed]) => [label, now, changed])).toEqual([
    ['Subtotal', '$50.00', '$84.00'],
    ['Shipping', '$9.99', '$0.00'],
    ['Sales tax', '$3.58', '$6.01'],
    ['Total', '$63.57', '$90.01'],
    ['To pay', '$26.44', undefined],
  ])
  expect(review.html).toContain('With these items the order ships free')
  const requests = () => shop.rows('select amount_cents, state from balance_requests where order_id = $1', [id])
  expect(await requests()).toEqual([])
  // What was seen is no longer right: it is shown again.
  const outdated = await send(id, { ...form, difference: '2645' })
  expect(outdated.status).toBe(422)
  expect(outdated.html).toContain('the order or a price has changed')
  expect(outdated.html).toContain('name="difference" value="2644"')
  for (const _ of [1, 2]) expect((await send(id, { ...form, difference: '2644' })).status).toBe(303)
  expect(await requests()).toEqual([{ amount_cents: 2644, state: 'open' }])
  const page = await screen(`/admin/orders/${id}`)
  expect(page).toContain('Waiting for $26.44')
  expect(page).toContain('1 × Pure Bloom, 2oz')
  expect(await screen(pathOf(id))).toContain('The customer was asked for $26.44.')
  // A window from before that is not sent over it, whether it was reviewed or not.
  const { html } = await send(id, { ...fresh(), 'quantity-1': '2', expectedVersion: '' })
  expect(html).toContain('what the customer was asked for, have changed since you opened this page')
  const outdatedWindow = { ...form, formKey: randomUUID(), expectedVersion: 'before', difference: '2644' }
  const refused = await send(id, outdatedWindow)
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('what the customer was asked for, have changed since you opened this page')
  expect(refused.html).toContain('Review changes')
  expect(await requests()).toEqual([{ amount_cents: 2644, state: 'open' }])
  expect(await refundsOf(id)).toEqual([])
})

test('refunds what an exchange costs less, after showing it', async () => {
  const { id } = await shop.order({ items: [{ productId: 'pure-bloom', quantity: 2, size: '2oz' }] })
  const form = fresh({ 'quantity-1': '2', 'size-1': '1oz' })
  const review = await send(id, form)
  expect(review.html).toContain('Change and refund $19.28')
  expect((await send(id, { ...form, difference: '-1928' })).status).toBe(303)
  expect(await refundsOf(id)).toMatchObject([{ cents: 1928, removes: false, position: null }])
})

test('adds nothing to an order that is packed', async () => {
  const { id } = await shop.order()
  await shop.parts.desk.orderDesk.pack(id, { operatorId: null, actor: 'ana' })
  const html = await screen(pathOf(id))
  expect(html).not.toContain('Add products')
  const raised = await send(id, fresh({ 'quantity-1': '3', difference: '1679' }))
  expect(raised.status).toBe(422)
  expect(raised.html).toContain('To add items, unpack the order first.')
  const added = await send(
    id,
    fresh({ 'quantity-1': '2', 'product-0': 'pure-bloom|2oz', 'count-0': '1', difference: '2644' }),
  )
  expect(added.status).toBe(422)
  expect(await shop.rows('select from balance_requests where order_id = $1', [id])).toEqual([])
})

test('goes back to the choices, as chosen', async () => {
  const { id } = await shop.order()
  const { status, html } = await send(id, fresh({ amount: '2679', change: 'yes', reason: 'One leaked' }))
  expect(status).toBe(200)
  expect(html).toContain('<option value="1" selected="">')
  expect(html).toContain('value="One leaked"')
  expect(await refundsOf(id)).toEqual([])
})

test.each([
  ['nothing', { 'quantity-1': '2' }, 'Change at least one item.'],
  ['everything', { 'quantity-1': '0' }, 'Cancel the order instead.'],
  ['less than none', { 'quantity-1': '-1' }, 'Nothing was changed.'],
  ['half a bottle', { 'quantity-1': '1.5' }, 'Use a whole number.'],
  ['another line', { 'quantity-1': '2', 'quantity-7': '1' }, 'Change at least one item.'],
  ['100 bottles', { 'quantity-1': '100' }, 'at most 99 bottles of one kind'],
  ['half a product', { 'product-0': 'pure-bloom|2oz', 'count-0': '0.5' }, 'Use whole numbers.'],
  ['a product that is gone', { 'product-0': 'nothing|', 'count-0': '1' }, 'no longer available'],
  ['more than an order may come to', { 'product-0': 'forever-skin-serum|2oz', 'count-0': '99' }, '$5,000.00 at most'],
  ['a long reason', { reason: 'x'.repeat(151) }, 'Use 150 characters or fewer.'],
])('refuses %s with a message, even if it was confirmed, and changes nothing', async (_, wrong, message) => {
  const { id } = await shop.order()
  const first: Record<string, string> = fresh(wrong)
  for (const form of [first, { ...first, amount: '2679', difference: '2679' }]) {
    const { status, html } = await send(id, form)
    expect(status).toBe(422)
    expect(html).toContain(message)
  }
  expect(await refundsOf(id)).toEqual([])
})

test('shows the order again if another window has refunded since', async () => {
  const { id } = await shop.order({ items: [{ productId: 'pure-bloom', quantity: 3, size: '1oz' }] })
  expect((await send(id, fresh({ 'quantity-1': '2', amount: '2679' }))).status).toBe(303)
  const late = await send(id, fresh({ 'quantity-1': '2', amount: '2679' }))
  expect(late.status).toBe(422)
  expect(late.html).toContain('another refund was made since you opened this page')
  expect(late.html).toContain('name="refundedBefore" value="2679"')
  expect(late.html).toContain('<option value="2" selected="">')
  expect(await refundsOf(id)).toHaveLength(1)
})

test('says so if one item is left, or no card was charged', async () => {
  const single = await shop.order({ items: [{ productId: 'pure-bloom', quantity: 1, size: '1oz' }] })
  await shop.parts.desk.orderDesk.pack(single.id, { operatorId: null, actor: 'ana' })
  expect(await screen(`/admin/orders/${single.id}`)).not.toContain('Edit items')
  const outside = await shop.order()
  await shop.rows(`update orders set paid_outside = 'cash' where id = $1`, [outside.id])
  for (const { id } of [single, outside])
    expect((await shop.request(pathOf(id), { cookie: owner })).headers.get('location')).toBe(`/admin/orders/${id}`)
  expect((await send(outside.id, fresh({ amount: '2679' }))).status).toBe(303)
  expect(await refundsOf(outside.id)).toEqual([])
})

test('says so if the order has shipped', async () => {
  const shipped = await shop.order()
  await shop.parts.desk.orderDesk.ship(shipped.id, undefined, { operatorId: null, actor: 'ana' })
  expect((await shop.request(pathOf(shipped.id), { cookie: owner })).headers.get('location')).toBe(
    `/admin/orders/${shipped.id}`,
  )
  expect(await send(shipped.id, fresh({ amount: '2679' }))).toMatchObject({ status: 303 })
  expect(await refundsOf(shipped.id)).toEqual([])
  expect(await screen(`/admin/orders/${shipped.id}`)).not.toContain('Edit items')
})

/** Sends what waits to be refunded, as the worker does; Square takes a moment longer. */
const sendRefunds = () => drain(queueNamed(shop.parts.shop.reconciler, 'refunds'))

async function mailsOf(number: string): Promise<{ id: string; template: string }[]> {
  const rows = await shop.rows(
    `select id, template from outbox where payload->>'orderNumber' = $1 order by created_at, template`,
    [number],
  )
  return rows.map(({ id, template }) => ({ id: String(id), template: String(template) }))
}

test('does not say that anything will ship if the order was canceled before Square had the refund', async () => {
  const { id, number } = await shop.order()
  await send(id, fresh({ amount: '2679' }))
  await shop.parts.desk.orderDesk.cancel(id, 'Changed their mind', { operatorId: null, actor: 'ana' })
  await sendRefunds()
  const templates = (await mailsOf(number)).map(({ template }) => template)
  expect(templates.toSorted()).toEqual(['cancelled', 'order-confirmation', 'refunded'])
})

test('resends neither the confirmation, which lists removed items, nor an outdated email', async () => {
  const { id, number } = await shop.order()
  await send(id, fresh({ amount: '2679' }))
  await sendRefunds()
  const mails = await mailsOf(number)
  expect(mails.map(({ template }) => template)).toEqual(['order-confirmation', 'items-removed'])
  const form = { mailId: mails[0]?.id ?? '', formKey: randomUUID() }
  await shop.request(`/admin/orders/${id}/mail`, { cookie: owner, form })
  expect(await mailsOf(number)).toHaveLength(2)
})
