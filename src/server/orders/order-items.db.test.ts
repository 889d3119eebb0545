import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { toTaxPeriod } from '#domain/money/tax-period.ts'
import { shopDay } from '#domain/time/display.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { createTaxReportService } from '#server/reports/tax.service.ts'
import { isProvenPurchase } from '#server/reviews/submission.queries.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { eventually } from '#test/eventually.ts'
import { useTestDatabase } from '#test/test-database.ts'
import type { ItemRemoval } from './order-items.service.ts'

const database = useTestDatabase()
const ana: Actor = { operatorId: null, actor: 'ana@bloomera.example' }
let shop: DeskShop

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  await shop.parts.shop.reconciler.start()
})
afterAll(() => shop.end())
beforeEach(() =>
  shop.rows(`insert into stock_levels (product_id, size, on_hand) values ('pure-bloom', '1oz', 100), ('pure-bloom', '2oz', 100)
    on conflict (product_id, size) do update set on_hand = 100`),
)
afterEach(() => shop.rows(`delete from stock_levels where product_id = 'pure-bloom'`))

const orderDesk = () => shop.parts.desk.orderDesk
const orderItems = () => shop.parts.desk.orderItems

type Order = { id: string; number: string }

/** Two small bottles at $25.00 and one large one at $34.00: $84.00, which ships free, and $6.01 tax. */
function order(): Promise<Order> {
  const items = [
    { productId: 'pure-bloom', quantity: 2, size: '1oz' },
    { productId: 'pure-bloom', quantity: 1, size: '2oz' },
  ]
  return shop.order({ items })
}

type Wish = Partial<Omit<ItemRemoval, 'quantities'>> & { quantities: Record<number, number>; amountCents: number }

function remove({ id }: Order, { quantities, ...wish }: Wish) {
  const removed = new Map(Object.entries(quantities).map(([position, count]) => [Number(position), count]))
  const usual = { chargesShipping: false, restocks: true, reason: 'Out of stock', refundedBeforeCents: 0 }
  return orderItems().remove(id, { ...usual, quantities: removed, formKey: randomUUID(), ...wish }, ana)
}

async function settled({ id }: Order): Promise<void> {
  await eventually(async () =>
    ((await orderDesk().find(id))?.refunds ?? []).every(({ state }) => state === 'completed' || state === 'rejected'),
  )
}

async function onHand(): Promise<unknown> {
  const rows = await shop.rows(`select on_hand from stock_levels where product_id = 'pure-bloom' order by size`)
  return rows.map(({ on_hand }) => on_hand)
}

async function viewOf({ id }: Order) {
  const path = (await orderDesk().find(id))?.orderPath ?? ''
  return shop.parts.shop.orders.viewByToken(path.replace('/order/', ''))
}

function mailsOf({ number }: Order, template: string): Promise<Record<string, unknown>[]> {
  return shop.rows(`select payload from outbox where template = $1 and payload->>'orderNumber' = $2`, [
    template,
    number,
  ])
}

async function utah() {
  const period = toTaxPeriod(shopDay(new Date()).slice(0, 7))
  if (!period) throw new Error('no period')
  return createTaxReportService(database.current, () => new Date()).utah(period)
}

test('removes an item: card, tax report, stock, order, buyer and email agree to the cent', async () => {
  const before = await utah()
  const bought = await order()
  expect(await onHand()).toEqual([98, 99])
  expect(await remove(bought, { quantities: { 1: 1 }, amountCents: 2679 })).toEqual({ ok: true })
  await settled(bought)

  expect((await shop.square.ledger()).refundedCents[bought.number]).toBe(2679)
  expect(await onHand()).toEqual([99, 99])
  const detail = await orderDesk().find(bought.id)
  // The order stays as it was bought and keeps its state.
  expect(detail).toMatchObject({
    order: { state: 'paid', subtotalCents: 8400, totalCents: 9001, refundedCents: 2679 },
    restCents: 9001 - 2679,
    lines: [
      { quantity: 2, refunded: 1, removed: 1 },
      { quantity: 1, refunded: 0, removed: 0 },
    ],
  })
  expect(detail?.timeline.map(({ title }) => title)).toContain('Items removed, by ana@bloomera.example')
  const { net } = await utah()
  expect([net.goodsCents - before.net.goodsCents, net.taxCents - before.net.taxCents]).toEqual([5900, 422])

  expect(await viewOf(bought)).toMatchObject({
    refundedCents: 2679,
    addedShippingCents: 0,
    lines: [
      { quantity: 2, removed: 1, refunded: 0 },
      { quantity: 1, removed: 0, refunded: 0 },
    ],
  })
  expect(await mailsOf(bought, 'refunded')).toEqual([])
  expect(await mailsOf(bought, 'items-removed')).toMatchObject([
    {
      payload: {
        refundCents: 2679,
        removed: [{ name: 'Pure Bloom', size: '1oz', quantity: 1 }],
        kept: [
          { name: 'Pure Bloom', size: '1oz', quantity: 1 },
          { name: 'Pure Bloom', size: '2oz', quantity: 1 },
        ],
        addedShippingCents: 0,
      },
    },
  ])
})

test('does not say what still ships if the order was canceled before the refund of an item went through', async () => {
  const bought = await order()
  await shop.square.setFault('500-before', { path: '/v2/refunds', method: 'POST', count: 50 })
  expect(await remove(bought, { quantities: { 1: 1 }, amountCents: 2679 })).toEqual({ ok: true })
  expect(await orderDesk().cancel(bought.id, 'Changed their mind', ana)).toEqual({ ok: true })
  await shop.square.clearFaults()
  await settled(bought)
  expect(await mailsOf(bought, 'items-removed')).toEqual([])
  expect(await mailsOf(bought, 'refunded')).toMatchObject([{ payload: { refundCents: 2679 } }])
})

test('charges shipping that is no longer free, and the records still add up when everything is refunded', async () => {
  const before = await utah()
  const bought = await order()
  // $34.00 and $2.43 tax, less $9.99.
  expect(await remove(bought, { quantities: { 2: 1 }, chargesShipping: true, amountCents: 2643 })).toMatchObject({
    ok: false,
  })
  expect(await remove(bought, { quantities: { 2: 1 }, chargesShipping: true, amountCents: 2644 })).toEqual({ ok: true })
  await settled(bought)
  const { net } = await utah()
  expect(net.deliveryCents - before.net.deliveryCents).toBe(999)
  expect(await viewOf(bought)).toMatchObject({ refundedCents: 2644, addedShippingCents: 999 })
  expect(await mailsOf(bought, 'items-removed')).toMatchObject([{ payload: { addedShippingCents: 999 } }])

  expect(await orderDesk().cancel(bought.id, 'Changed their mind', ana)).toEqual({ ok: true })
  await settled(bought)
  const { capturedCents, refundedCents } = await shop.square.ledger()
  expect(refundedCents[bought.number]).toBe(capturedCents[bought.number])
  expect((await utah()).net).toEqual(before.net)
  expect(await onHand()).toEqual([100, 100])
})

test('removes the same item once, from two windows at the same time', async () => {
  const bought = await order()
  const both = await Promise.all([
    remove(bought, { quantities: { 2: 1 }, amountCents: 3643 }),
    remove(bought, { quantities: { 2: 1 }, amountCents: 3643 }),
  ])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, code: 'refunded_since' })
  await settled(bought)
  expect((await shop.square.ledger()).refundedCents[bought.number]).toBe(3643)
  expect(await onHand()).toEqual([98, 100])
})

test('two windows that remove different items never empty the order', async () => {
  const bought = await order()
  const both = await Promise.all([
    remove(bought, { quantities: { 2: 1 }, amountCents: 3643 }),
    remove(bought, { quantities: { 1: 2 }, amountCents: 5358 }),
  ])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  await settled(bought)
  expect((await orderDesk().find(bought.id))?.order.state).toBe('paid')
})

test('a form sent twice removes once', async () => {
  const bought = await order()
  const form = { quantities: { 1: 1 }, amountCents: 2679, formKey: randomUUID() }
  expect(await remove(bought, form)).toEqual({ ok: true })
  expect(await remove(bought, form)).toEqual({ ok: true, isRepeat: true })
  await settled(bought)
  expect((await shop.square.ledger()).refundedCents[bought.number]).toBe(2679)
  expect(await mailsOf(bought, 'items-removed')).toHaveLength(1)
})

test('refuses to remove everything, to refund another amount, or to change a shipped order', async () => {
  const bought = await order()
  const all = await remove(bought, { quantities: { 1: 2, 2: 1 }, amountCents: 9001 })
  expect(all).toEqual({ ok: false, code: 'too_much' })
  const dearer = await remove(bought, { quantities: { 1: 1 }, amountCents: 2680 })
  expect(dearer).toEqual({ ok: false, code: 'refunded_since' })
  await orderDesk().ship(bought.id, undefined, ana)
  const late = await remove(bought, { quantities: { 1: 1 }, amountCents: 2679 })
  expect(late).toEqual({ ok: false, code: 'wrong_state' })
  expect((await orderDesk().find(bought.id))?.refunds).toEqual([])
  expect(await onHand()).toEqual([98, 99])
})

test('an item ships after all if Square rejects its refund: item, money and stock stay together', async () => {
  const bought = await order()
  const wish = { quantities: { 1: 2 }, amountCents: 5358 }
  expect(await remove(bought, { ...wish, reason: 'emulator:reject' })).toEqual({ ok: true })
  await settled(bought)
  const detail = await orderDesk().find(bought.id)
  expect(detail?.refunds.map(({ state }) => state)).toEqual(['rejected'])
  expect(detail?.lines.map(({ refunded, removed }) => [refunded, removed])).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect(await onHand()).toEqual([98, 99])
  expect((await viewOf(bought))?.lines.map(({ removed }) => removed)).toEqual([0, 0])
  expect(await remove(bought, wish)).toEqual({ ok: true })
})

test('a removed product gets no review link and no badge', async () => {
  const items = [
    { productId: 'pure-bloom', quantity: 1, size: '1oz' },
    { productId: 'forever-skin-serum', quantity: 1, size: '1oz' },
  ]
  const bought = await shop.order({ items })
  const [line] = (await orderDesk().find(bought.id))?.lines ?? []
  const claim = (productId: string) => ({ orderNumber: bought.number, productId, foldedEmail: null })
  const isProven = (productId: string) =>
    database.current.orm.transaction((tx) => isProvenPurchase(tx, claim(productId)))
  expect(line).toMatchObject({ position: 1, productId: 'pure-bloom' })
  expect(await isProven('pure-bloom')).toBe(true)
  expect(await remove(bought, { quantities: { 1: 1 }, amountCents: 2679 })).toEqual({ ok: true })
  await settled(bought)
  expect(await orderDesk().ship(bought.id, undefined, ana)).toEqual({ ok: true })
  expect([await isProven('pure-bloom'), await isProven('forever-skin-serum')]).toEqual([false, true])
  const shipped = await mailsOf(bought, 'shipped')
  expect(shipped).toMatchObject([{ payload: { reviews: [{ name: 'Forever Skin Serum' }] } }])
  expect((await viewOf(bought))?.lines.map(({ reviewPath }) => reviewPath !== null)).toEqual([false, true])
})
