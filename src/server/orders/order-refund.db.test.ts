import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { toTaxPeriod } from '#domain/money/tax-period.ts'
import { shopDay } from '#domain/time/display.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { createTaxReportService } from '#server/reports/tax.service.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { eventually } from '#test/eventually.ts'
import { useTestDatabase } from '#test/test-database.ts'
import type { OrderResult } from './order-desk.service.ts'

const database = useTestDatabase()
const ana: Actor = { operatorId: null, actor: 'ana@bloomera.example' }
let shop: DeskShop
let owner: string

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  await shop.parts.shop.reconciler.start()
  owner = await shop.signIn('owner')
})
afterAll(() => shop.end())
beforeEach(() =>
  shop.rows(`insert into stock_levels (product_id, size, on_hand) values ('pure-bloom', '1oz', 100), ('pure-bloom', '2oz', 100)
    on conflict (product_id, size) do update set on_hand = 100`),
)
afterEach(() => shop.rows(`delete from stock_levels where product_id = 'pure-bloom'`))

const orderDesk = () => shop.parts.desk.orderDesk

/** Three small and one large bottle, 10% off. */
async function order(): Promise<{ id: string; number: string; total: number }> {
  const code = `LINES-${randomUUID().slice(0, 8)}`
  await shop.rows(`insert into discount_codes (code, kind, percent, total_limit) values ($1, 'percent', 10, 1)`, [code])
  const items = [
    { productId: 'pure-bloom', quantity: 3, size: '1oz' },
    { productId: 'pure-bloom', quantity: 1, size: '2oz' },
  ]
  const made = await shop.order({ items, discountCode: code })
  return { ...made, total: (await orderDesk().find(made.id))?.order.totalCents ?? 0 }
}

type Wish = { quantities?: Record<number, number>; withShipping?: boolean; restocks?: boolean; amountCents: number }

function refund(id: string, { quantities = {}, withShipping = false, restocks = true, amountCents }: Wish) {
  const items = {
    quantities: new Map(Object.entries(quantities).map(([position, count]) => [Number(position), count])),
    withShipping,
  }
  return orderDesk().refund(id, { amountCents, items, reason: 'Came back', restocks, formKey: randomUUID() }, ana)
}

function free(id: string, amountCents: number): Promise<OrderResult> {
  return orderDesk().refund(id, { amountCents, reason: 'Goodwill', formKey: randomUUID() }, ana)
}

async function settled(id: string): Promise<void> {
  await eventually(async () =>
    ((await orderDesk().find(id))?.refunds ?? []).every(({ state }) => state === 'completed' || state === 'rejected'),
  )
}

async function onHand(): Promise<unknown> {
  const rows = await shop.rows(`select on_hand from stock_levels where product_id = 'pure-bloom' order by size`)
  return rows.map(({ on_hand }) => on_hand)
}

async function splitsOf(id: string): Promise<Record<string, unknown>[]> {
  return shop.rows(
    `select r.amount_cents, r.goods_cents, r.discount_cents, r.shipping_cents, r.tax_cents
     from refunds r join payment_attempts a on a.id = r.attempt_id
     where a.order_id = $1 and r.state <> 'rejected' order by r.created_at, r.id`,
    [id],
  )
}

function sum(rows: Record<string, unknown>[], column: string): number {
  return rows.reduce((total, row) => total + Number(row[column]), 0)
}

/** The amount that the screen shows for these items. */
async function review(
  id: string,
  form: Record<string, string>,
): Promise<{ status: number; html: string; cents: number }> {
  const [detail] = await shop.rows('select refunded_cents from orders where id = $1', [id])
  const sent = { reason: 'Came back', formKey: randomUUID(), refundedBefore: String(detail?.refunded_cents), ...form }
  const response = await shop.request(`/admin/orders/${id}/refund-items`, { cookie: owner, form: sent })
  const html = await response.text()
  expect(response.status, html.slice(html.indexOf('<main'))).toBe(200)
  return { status: response.status, html, cents: Number(/name="amount" value="(\d+)"/.exec(html)?.[1]) }
}

test('refunds bottle by bottle: ledger, tax report, stock and order agree to the cent', async () => {
  const taxes = createTaxReportService(database.current, () => new Date())
  const period = toTaxPeriod(shopDay(new Date()).slice(0, 7))
  if (!period) throw new Error('no period')
  const before = await taxes.utah(period)
  const { id, number, total } = await order()
  expect(await onHand()).toEqual([97, 99])
  const wishes: Record<string, string>[] = [
    { 'quantity-1': '1' },
    { 'quantity-1': '2', 'quantity-2': '0' },
    { 'quantity-2': '1' },
  ]
  for (const wish of wishes) {
    const { cents } = await review(id, wish)
    const quantities = { 1: Number(wish['quantity-1'] ?? 0), 2: Number(wish['quantity-2'] ?? 0) }
    expect(await refund(id, { quantities, amountCents: cents })).toEqual({ ok: true })
    await settled(id)
  }
  expect(await onHand()).toEqual([100, 100])
  // Each email lists its own bottles.
  expect(
    await shop.rows(
      `select payload -> 'items' as items from outbox where template = 'refunded' and payload ->> 'orderNumber' = $1
       order by created_at, id limit 2`,
      [number],
    ),
  ).toEqual([
    { items: [{ name: 'Pure Bloom', size: '1oz', quantity: 1 }] },
    { items: [{ name: 'Pure Bloom', size: '1oz', quantity: 2 }] },
  ])
  const detail = await orderDesk().find(id)
  expect(detail?.lines.map(({ refunded }) => refunded)).toEqual([3, 1])
  expect(detail).toMatchObject({ restCents: 0, order: { shippingCents: 0 } })
  await eventually(async () => (await orderDesk().find(id))?.order.state === 'refunded')

  const splits = await splitsOf(id)
  expect(sum(splits, 'amount_cents')).toBe(total)
  expect(sum(splits, 'goods_cents')).toBe(detail?.order.subtotalCents)
  expect(sum(splits, 'discount_cents')).toBe(detail?.order.discountCents)
  expect(sum(splits, 'shipping_cents')).toBe(detail?.order.shippingCents)
  expect(sum(splits, 'tax_cents')).toBe(detail?.order.taxCents)
  const { capturedCents, refundedCents } = await shop.square.ledger()
  expect(refundedCents[number]).toBe(capturedCents[number])
  expect((await taxes.utah(period)).net).toEqual(before.net)
  expect(await onHand()).toEqual([100, 100])
})

test('mixes amounts and items, and never refunds more than is left', async () => {
  const { id, total, number } = await order()
  expect(await free(id, 1234)).toEqual({ ok: true })
  const first = await review(id, { 'quantity-1': '2' })
  expect(await refund(id, { quantities: { 1: 2 }, amountCents: first.cents })).toEqual({ ok: true })
  expect(await free(id, 777)).toEqual({ ok: true })
  const last = await review(id, { 'quantity-1': '1', 'quantity-2': '1', withShipping: 'yes' })
  expect(last.html).toContain('This is the rest of the payment')
  expect(last.cents).toBe(total - 1234 - 777 - first.cents)
  expect(await refund(id, { quantities: { 1: 1, 2: 1 }, withShipping: true, amountCents: last.cents })).toEqual({
    ok: true,
  })
  await eventually(async () => (await orderDesk().find(id))?.order.state === 'refunded')
  const detail = await orderDesk().find(id)
  const splits = await splitsOf(id)
  expect(sum(splits, 'tax_cents')).toBe(detail?.order.taxCents)
  expect(sum(splits, 'goods_cents')).toBe(detail?.order.subtotalCents)
  expect(sum(splits, 'discount_cents')).toBe(detail?.order.discountCents)
  expect((await shop.square.ledger()).refundedCents[number]).toBe(total)
})

test('refunds the same bottle once, from two windows at the same time', async () => {
  const { id, number } = await order()
  const { cents } = await review(id, { 'quantity-2': '1' })
  const both = await Promise.all([
    refund(id, { quantities: { 2: 1 }, amountCents: cents }),
    refund(id, { quantities: { 2: 1 }, amountCents: cents }),
  ])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, code: 'too_much' })
  await settled(id)
  expect((await shop.square.ledger()).refundedCents[number]).toBe(cents)
  expect(await onHand()).toEqual([97, 100])
  expect(await refund(id, { quantities: { 2: 1 }, amountCents: cents })).toEqual({ ok: false, code: 'too_much' })
})

test('refuses an amount other than the one the operator has seen', async () => {
  const { id } = await order()
  const { cents } = await review(id, { 'quantity-2': '1' })
  expect(await refund(id, { quantities: { 2: 1 }, amountCents: cents - 1 })).toEqual({
    ok: false,
    code: 'refunded_since',
  })
  expect(await splitsOf(id)).toEqual([])
})

test('puts nothing back if the provider refuses, and lets the items be refunded again', async () => {
  const { id, number, total } = await order()
  const { payments } = await shop.square.ledger()
  const payment = payments.find(({ reference_id }) => reference_id === number)
  await shop.parts.shop.payments.gateway.refund({
    idempotencyKey: randomUUID(),
    paymentId: payment?.id ?? '',
    amountCents: total,
    reason: 'At the provider',
  })
  const { cents } = await review(id, { 'quantity-1': '3' })
  expect(await refund(id, { quantities: { 1: 3 }, amountCents: cents })).toEqual({ ok: true })
  await eventually(async () => (await orderDesk().find(id))?.refunds[0]?.state === 'rejected')
  expect(await onHand()).toEqual([97, 99])
  expect((await orderDesk().find(id))?.lines.map(({ refunded }) => refunded)).toEqual([0, 0])
  expect((await review(id, { 'quantity-1': '3' })).cents).toBe(cents)
})

test('leaves items out of stock if the owner says so, even if the order is canceled later', async () => {
  const { id } = await order()
  const { cents } = await review(id, { 'quantity-1': '1' })
  expect(await refund(id, { quantities: { 1: 1 }, amountCents: cents, restocks: false })).toEqual({ ok: true })
  await settled(id)
  expect(await onHand()).toEqual([97, 99])
  expect(await orderDesk().cancel(id, 'Out of stock', ana)).toEqual({ ok: true })
  expect(await onHand()).toEqual([99, 100])
  await settled(id)
  expect(await onHand()).toEqual([99, 100])
})

test('puts items back once if the order is canceled while their refund is pending', async () => {
  const { id } = await order()
  const { cents } = await review(id, { 'quantity-1': '2' })
  expect(await refund(id, { quantities: { 1: 2 }, amountCents: cents })).toEqual({ ok: true })
  expect(await orderDesk().cancel(id, 'Out of stock', ana)).toEqual({ ok: true })
  await settled(id)
  expect(await onHand()).toEqual([100, 100])
})

const CANCELERS = {
  'the owner': ({ id }: { id: string }) => orderDesk().cancel(id, 'Out of stock', ana),
  'the buyer': async ({ id }: { id: string }) => {
    const path = (await orderDesk().find(id))?.orderPath ?? ''
    return { ok: await shop.parts.shop.orders.cancel(path.replace('/order/', '')) }
  },
}

test.each(Object.entries(CANCELERS))(
  'does not restock lost items if %s cancels before their refund is made',
  async (_, cancel) => {
    const { id } = await order()
    const { cents } = await review(id, { 'quantity-1': '2' })
    expect(await refund(id, { quantities: { 1: 2 }, amountCents: cents, restocks: false })).toEqual({ ok: true })
    expect((await orderDesk().find(id))?.refunds[0]?.state).not.toBe('completed')
    expect(await cancel({ id })).toEqual({ ok: true })
    expect(await onHand()).toEqual([98, 100])
    await settled(id)
    expect(await onHand()).toEqual([98, 100])
  },
)

test('names the items in the email, the timeline and on the order', async () => {
  const { id, number } = await order()
  const { cents } = await review(id, { 'quantity-1': '2', withShipping: '' })
  await refund(id, { quantities: { 1: 2 }, amountCents: cents })
  await settled(id)
  const [mail] = await shop.rows(
    `select payload from outbox where template = 'refunded' and payload->>'orderNumber' = $1`,
    [number],
  )
  expect(mail?.payload).toMatchObject({
    refundCents: cents,
    items: [{ name: 'Pure Bloom', size: '1oz', quantity: 2 }],
    withShipping: false,
  })
  const detail = await orderDesk().find(id)
  expect(detail?.timeline.find(({ kind }) => kind === 'refund')?.detail).toBe(
    '2 × Pure Bloom, 1oz · back in stock · Came back',
  )
  const html = await (await shop.request(`/admin/orders/${id}`, { cookie: owner })).text()
  expect(html).toContain('2 refunded')
  const slip = await (await shop.request(`/admin/orders/${id}/packing-slip`, { cookie: owner })).text()
  expect([...slip.matchAll(/class="slip-count">(\d+)</g)].map(([, count]) => count)).toEqual(['1', '1'])
  const view = await shop.parts.shop.orders.viewByToken(detail?.orderPath.replace('/order/', '') ?? '')
  expect(view?.lines.map(({ refunded }) => refunded)).toEqual([2, 0])
})
