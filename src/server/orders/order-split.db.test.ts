import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { eventually } from '#test/eventually.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { recordProgress } from './orders.service.ts'

const database = useTestDatabase()
const ana: Actor = { operatorId: null, actor: 'ana@bloomera.example' }
const USPS = { carrier: 'USPS', trackingNumber: '9400111201080805483016' }
const UPS = { carrier: 'UPS', trackingNumber: '1Z5R89390357567127' }
let shop: DeskShop
let owner: string

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  await shop.parts.shop.reconciler.start()
  owner = await shop.signIn('owner')
})
afterAll(() => shop.end())
beforeEach(() =>
  shop.rows(`insert into stock_levels (product_id, size, on_hand) values ('pure-bloom', '1oz', 10), ('pure-bloom', '2oz', 10)
    on conflict (product_id, size) do update set on_hand = 10`),
)

const desk = () => shop.parts.desk.orderDesk

/** One small and two large bottles. */
function ordered(): Promise<{ id: string; number: string }> {
  const items = [
    { productId: 'pure-bloom', size: '1oz', quantity: 1 },
    { productId: 'pure-bloom', size: '2oz', quantity: 2 },
  ]
  return shop.order({ items })
}

function split(id: string, quantities: Record<number, number>, packagesBefore = 0, tracking = USPS) {
  const wanted = new Map(Object.entries(quantities).map(([position, count]) => [Number(position), count]))
  return desk().split(id, { quantities: wanted, tracking, packagesBefore }, ana)
}

async function detailOf(id: string) {
  const detail = await desk().find(id)
  if (!detail) throw new Error('no such order')
  return detail
}

async function stateOf(id: string) {
  const { order, counts, shipments } = await detailOf(id)
  const open = [1, 2].map((position) => counts.open.get(position) ?? 0)
  return [order.state, open.join(' '), shipments.length]
}

async function undo(id: string, change: { isAnnounced?: boolean; emailsCustomer?: boolean } = {}) {
  const shippedAt = (await detailOf(id)).shipment.leftAt?.toISOString() ?? ''
  return desk().unship(id, { shippedAt, isAnnounced: false, emailsCustomer: false, ...change }, ana)
}

async function viewOf(id: string) {
  const token = (await detailOf(id)).orderPath.split('/').at(-1) ?? ''
  return shop.parts.shop.orders.viewByToken(token)
}

async function shippedMails(number: string) {
  return shop.rows(
    `select state, payload from outbox where template = 'shipped' and payload->>'orderNumber' = $1 order by created_at`,
    [number],
  )
}

async function onHand(): Promise<unknown[]> {
  const rows = await shop.rows(`select on_hand from stock_levels where product_id = 'pure-bloom' order by size`)
  return rows.map(({ on_hand: count }) => count)
}

async function page(path: string, form?: Record<string, string>): Promise<{ status: number; html: string }> {
  const response = await shop.request(path, form ? { cookie: owner, form } : { cookie: owner })
  if (response.status !== 303) return { status: response.status, html: await response.text() }
  const cookie = `${owner}; ${response.headers.getSetCookie()[0]?.split(';')[0]}`
  return { status: 303, html: await (await shop.request(response.headers.get('location') ?? '', { cookie })).text() }
}

/** Refunds what the form says, and returns the amount that it showed. */
async function refundItems(id: string, fields: Record<string, string>): Promise<string> {
  const path = `/admin/orders/${id}/refund-items`
  const form = { formKey: randomUUID(), reason: 'Out of stock', ...fields }
  const amount = /name="amount" value="(\d+)"/.exec((await page(path, form)).html)?.[1] ?? ''
  await page(path, { ...form, amount })
  return amount
}

test('ships part of it now and the rest later, and says which package has what', async () => {
  const { id, number } = await ordered()
  expect(await split(id, { 2: 1 })).toEqual({ ok: true })
  expect(await stateOf(id)).toEqual(['partly_shipped', '1 1', 1])
  const part = await viewOf(id)
  expect(part).toMatchObject({ status: 'partly-shipped', canCancel: false, tracking: null })
  expect(part?.packages).toMatchObject([
    { carrier: 'USPS', number: USPS.trackingNumber, items: ['1 × Pure Bloom, 2oz'] },
  ])
  expect(part?.follows).toEqual(['1 × Pure Bloom, 1oz', '1 × Pure Bloom, 2oz'])
  expect((await page(`/admin/orders/${id}/packing-slip`)).html.match(/slip-count/g)).toHaveLength(2)

  expect(await desk().ship(id, UPS, ana)).toEqual({ ok: true })
  expect(await stateOf(id)).toEqual(['shipped', '0 0', 2])
  const whole = await viewOf(id)
  expect(whole?.packages.map(({ items }) => items.length)).toEqual([1, 2])
  expect([whole?.status, whole?.follows]).toEqual(['shipped', []])
  expect(whole?.timeline.map(({ label }) => label)).toEqual(['Placed', 'Paid', 'Packed', 'Part shipped', 'Shipped'])
  const [first, second] = await shippedMails(number)
  expect(first?.payload).toMatchObject({ ...USPS, items: ['1 × Pure Bloom, 2oz'], follows: part?.follows })
  expect(second?.payload).toMatchObject({ ...UPS, items: part?.follows, follows: [] })
  const [shipment] = (await detailOf(id)).shipments
  const slip = (await page(`/admin/orders/${id}/packing-slip?package=${shipment?.id}`)).html
  expect(slip.match(/slip-count/g)).toHaveLength(1)
  for (const { trackingNumber } of [USPS, UPS]) {
    const { orders } = await shop.parts.desk.orderList.search(trackingNumber, undefined)
    expect(orders.filter((found) => found.id === id)).toHaveLength(1)
  }
  expect(await desk().deliver(id, ana)).toEqual({ ok: true })
})

test('ships an order in one package as before', async () => {
  const { id, number } = await ordered()
  await desk().ship(id, USPS, ana)
  expect(await stateOf(id)).toEqual(['shipped', '0 0', 1])
  expect(await viewOf(id)).toMatchObject({ packages: [], tracking: { carrier: 'USPS' } })
  const [mail] = await shippedMails(number)
  expect(mail?.payload).not.toHaveProperty('items')
  expect((await page(`/admin/orders/${id}`)).html).not.toContain('Packages</h2>')
})

test('is late while the rest is, can be delayed, and cannot be canceled', async () => {
  const { id } = await ordered()
  await split(id, { 1: 1 })
  await shop.rows(`update orders set created_at = now() - interval '40 days' where id = $1`, [id])
  const list = (await page('/admin/orders?list=partly-shipped')).html
  expect(list).toContain(id)
  expect(list).toContain('badge-late')
  expect(await desk().cancel(id, 'No', ana)).toEqual({ ok: false, code: 'wrong_state' })
  const delay = { shipBy: null, reason: 'Corks', formKey: randomUUID() }
  expect(await desk().sendDelayNotice(id, delay, ana)).toEqual({ ok: true })
  const [mail] = await shop.rows(
    `select payload from outbox where template = 'delayed' order by created_at desc limit 1`,
  )
  expect(mail?.payload).toMatchObject({ isRest: true })
})

test('lets one of two windows ship a part, and ships no bottle twice', async () => {
  const { id } = await ordered()
  const both = await Promise.all([split(id, { 2: 1 }), split(id, { 2: 1 })])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await stateOf(id)).toEqual(['partly_shipped', '1 1', 1])
  expect(await split(id, { 2: 2 }, 1)).toEqual({ ok: false, code: 'not_a_part' })
  // The other part and the rest at once: in either order each bottle leaves once.
  await Promise.all([desk().ship(id, UPS, ana), split(id, { 1: 1 }, 1)])
  expect((await stateOf(id)).slice(0, 2)).toEqual(['shipped', '0 0'])
  const bottles = (await detailOf(id)).shipments.flatMap(({ lines }) => lines.map(({ quantity }) => quantity))
  expect(bottles.reduce((sum, quantity) => sum + quantity)).toBe(3)
})

test('undoes only the latest package, with its email', async () => {
  const { id, number } = await ordered()
  await split(id, { 1: 1 })
  await split(id, { 2: 1 }, 1, UPS)
  await desk().ship(id, undefined, ana)
  expect(await stateOf(id)).toEqual(['shipped', '0 0', 3])
  expect(await undo(id)).toEqual({ ok: true })
  expect(await stateOf(id)).toEqual(['partly_shipped', '0 1', 2])
  expect(await undo(id)).toEqual({ ok: true })
  expect(await stateOf(id)).toEqual(['partly_shipped', '0 2', 1])
  expect((await shippedMails(number)).map(({ state }) => state)).toEqual(['waiting', 'cancelled', 'cancelled'])
  await shop.rows(`update shipments set shipped_at = shipped_at - interval '61 minutes' where order_id = $1`, [id])
  expect(await undo(id)).toEqual({ ok: false, code: 'too_late' })
  await shop.rows(`update shipments set shipped_at = shipped_at + interval '61 minutes' where order_id = $1`, [id])
  expect(await undo(id)).toEqual({ ok: true })
  expect(await stateOf(id)).toEqual(['packed', '1 2', 0])
})

test('counts as shipped once the rest is refunded and back in stock', async () => {
  const { id } = await ordered()
  expect(await onHand()).toEqual([9, 8])
  await split(id, { 2: 1 })
  const { html } = await page(`/admin/orders/${id}/refund-items?rest=yes`)
  expect(html.match(/<option value="1" selected="">/g)).toHaveLength(2)
  const amount = await refundItems(id, { restocks: 'yes', 'quantity-1': '1', 'quantity-2': '1' })
  // Nothing of it ships anymore, whether the refund is on its way or made.
  expect(await desk().ship(id, UPS, ana)).toMatchObject({ ok: false })
  await eventually(async () => (await detailOf(id)).order.state === 'shipped')
  expect(await stateOf(id)).toEqual(['shipped', '0 0', 1])
  expect(await onHand()).toEqual([10, 9])
  expect((await detailOf(id)).order.refundedCents).toBe(Number(amount))
})

test('counts as delivered once the rest is refunded, if what shipped had arrived before', async () => {
  const { id } = await ordered()
  await split(id, { 2: 1 })
  const arrivedAt = new Date()
  await database.current.orm.transaction((tx) =>
    recordProgress(
      tx,
      { orderId: id, trackingNumber: USPS.trackingNumber },
      { progress: 'delivered', at: arrivedAt, note: null },
    ),
  )
  expect((await detailOf(id)).order.state).toBe('partly_shipped')
  await refundItems(id, { 'quantity-1': '1', 'quantity-2': '1' })
  await eventually(async () => (await detailOf(id)).order.state === 'delivered')
  const { order, timeline } = await detailOf(id)
  // It counts as shipped with the refund, and nothing arrives before it has shipped.
  expect(order.deliveredAt).toEqual(order.shippedAt)
  expect(order.shippedAt?.getTime()).toBeGreaterThanOrEqual(arrivedAt.getTime())
  expect(timeline.map(({ title }) => title)).toContain('Delivered, by the carrier')
})

test('waits for all refunds of the rest, because a pending one may be rejected', async () => {
  const { id } = await ordered()
  await split(id, { 2: 1 })
  const [slow] = await shop.rows(
    `insert into refunds (id, attempt_id, amount_cents, reason, state, parked_at, lease_until)
     select gen_random_uuid(), id, 100, 'Slow', 'unknown', now(), 'infinity' from payment_attempts where order_id = $1
     returning id`,
    [id],
  )
  await shop.rows('insert into refund_lines (refund_id, position, quantity) values ($1, 2, 1)', [slow?.id])
  await refundItems(id, { 'quantity-1': '1' })
  await eventually(async () => (await detailOf(id)).refunds.some(({ state }) => state === 'completed'))
  expect(await stateOf(id)).toEqual(['partly_shipped', '0 0', 1])
  expect(await desk().ship(id, UPS, ana)).toEqual({ ok: false, code: 'nothing_open' })
})

test('a refund restocks only what has not shipped, and a return accepts only what has', async () => {
  const { id } = await ordered()
  await split(id, { 2: 1 })
  const items = { quantities: new Map([[2, 2]]), withShipping: false }
  const refund = { amountCents: 1, items, reason: 'x', restocks: true, formKey: randomUUID() }
  expect(await desk().refund(id, refund, ana)).toEqual({ ok: false, code: 'restocks_shipped' })
  const { returns } = shop.parts.desk
  const back = (quantity: number) =>
    returns.record(
      id,
      {
        lines: [{ position: 2, quantity, condition: 'sealed' }],
        reason: 'wrong-item',
        words: null,
        isReceived: true,
        emailsInstructions: false,
        formKey: randomUUID(),
      },
      ana,
    )
  expect(await back(2)).toEqual({ ok: false, code: 'too_many' })
  expect(await back(1)).toMatchObject({ ok: true, restocked: 1 })
  expect(await stateOf(id)).toEqual(['partly_shipped', '1 1', 1])
})

test.each<[string, Record<string, string>, string]>([
  ['nothing', { 'quantity-1': '0' }, 'Choose at least one item.'],
  ['all of it', { 'quantity-1': '1', 'quantity-2': '2' }, 'That’s everything.'],
  ['too many', { 'quantity-2': '3' }, 'There aren’t that many left to ship.'],
  ['no number', { 'quantity-2': 'two' }, 'There aren’t that many left to ship.'],
  ['a wrong tracking number', { 'quantity-1': '1', trackingNumber: '12/34' }, 'Use 8 to 40 letters and digits.'],
])('shows the form again for %s, and ships nothing', async (_, change, problem) => {
  const { id } = await ordered()
  const { status, html } = await page(`/admin/orders/${id}/split`, { packagesBefore: '0', ...change })
  expect([status, html.includes(problem)]).toEqual([422, true])
  expect(await stateOf(id)).toEqual(['paid', '1 2', 0])
})
