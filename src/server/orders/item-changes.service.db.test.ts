import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { toTaxPeriod } from '#domain/money/tax-period.ts'
import { shopDay } from '#domain/time/display.ts'
import { addDays } from '#domain/time/periods.ts'
import { createLapsedRequests } from '#server/payments/lapsed-requests.worker.ts'
import { createMoneyCheckService } from '#server/payments/money-check.service.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { listBestSellers, listSalesDays } from '#server/reports/sales.queries.ts'
import { createTaxReportService } from '#server/reports/tax.service.ts'
import { anOrder } from '#test/an-order.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { drain } from '#test/drain-queue.ts'
import { eventually } from '#test/eventually.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { type ItemChangeRequest, itemsVersion } from './item-changes.service.ts'

const database = useTestDatabase()
const ana: Actor = { operatorId: null, actor: 'ana@bloomera.example' }
let shop: DeskShop

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  await shop.parts.shop.reconciler.start()
})
beforeEach(async () => {
  await shop.rows(
    `insert into stock_levels (product_id, size, on_hand) values ('pure-bloom', '1oz', 100), ('pure-bloom', '2oz', 20)
     on conflict (product_id, size) do update set on_hand = excluded.on_hand`,
  )
})
afterEach(() => shop.square.clearFaults())
afterAll(() => shop.end())

type Order = { id: string; number: string }
type Wanted = {
  quantities?: Record<number, number>
  sizes?: Record<number, '1oz' | '2oz'>
  products?: ItemChangeRequest['products']
  chargesShipping?: boolean
}

const changes = () => shop.parts.desk.itemChanges

function wish({ quantities = {}, sizes = {}, products = [], chargesShipping = false }: Wanted) {
  return {
    quantities: new Map(Object.entries(quantities).map(([position, count]) => [Number(position), count])),
    sizes: new Map(Object.entries(sizes).map(([position, size]) => [Number(position), size])),
    products,
    chargesShipping,
  }
}

async function detailOf({ id }: Order) {
  const detail = await shop.parts.desk.orderDesk.find(id)
  if (!detail) throw new Error('no order')
  return detail
}

/** As the owner does who has seen what it comes to. */
async function save(order: Order, wanted: Wanted, amountCents: number, formKey = randomUUID()) {
  const review = await openReview(order)
  return review(wanted, amountCents, formKey)
}

/** A window of the owner's, with the order as it is now; it may be sent later. */
async function openReview(order: Order) {
  const { order: seen, lines, balance } = await detailOf(order)
  const expectedVersion = itemsVersion(lines, balance.requests.find(({ standing }) => standing === 'open')?.id)
  const refundedBeforeCents = seen.refundedCents
  return (wanted: Wanted, amountCents: number, formKey = randomUUID()) => {
    const request = { ...wish(wanted), amountCents, refundedBeforeCents, expectedVersion, reason: '', formKey }
    return changes().save(order.id, request, ana)
  }
}

async function openRequest(order: Order) {
  const request = (await detailOf(order)).balance.requests.find(({ standing }) => standing === 'open')
  if (!request) throw new Error('nothing is asked for')
  return request
}

async function pay(order: Order, requestId?: string) {
  const token = shop.parts.shop.payments.links.tokenFor(order.id)
  const payment = {
    token,
    requestId: requestId ?? (await openRequest(order)).id,
    sourceId: await shop.square.tokenize(),
  }
  const client = randomUUID()
  return shop.parts.shop.balances.pay(payment, { checkoutKey: randomUUID(), client, network: client, isIpv6: false })
}

async function linesOf(order: Order) {
  const { lines } = await detailOf(order)
  return lines.map(({ size, quantity, refunded, priceCents }) => [size, quantity - refunded, priceCents])
}

async function stock(): Promise<unknown[]> {
  const rows = await shop.rows(`select on_hand from stock_levels where product_id = 'pure-bloom' order by size`)
  return rows.map(({ on_hand: onHand }) => onHand)
}

async function atSquare({ number }: Order) {
  const { capturedCents, refundedCents } = await shop.square.ledger()
  const sum = (cents: Record<string, number>) =>
    Object.entries(cents).reduce((total, [key, value]) => total + (key.startsWith(number) ? value : 0), 0)
  return [sum(capturedCents), sum(refundedCents)]
}

async function settled(order: Order): Promise<void> {
  await eventually(async () => (await detailOf(order)).refunds.every(({ state }) => state === 'completed'))
}

async function utah() {
  const period = toTaxPeriod(shopDay(new Date()).slice(0, 7))
  if (!period) throw new Error('no period')
  return createTaxReportService(database.current, () => new Date()).utah(period)
}

async function today() {
  const day = shopDay(new Date())
  const range = { from: day, until: addDays(day, 1) }
  const [sums] = await listSalesDays(database.current.orm, range, day, new Date())
  const best = await listBestSellers(database.current.orm, range, { firstOpenDay: day, now: new Date(), limit: 50 })
  const bottles = best.find(({ productId }) => productId === 'pure-bloom')?.bottleCount ?? 0
  return { salesCents: sums?.salesCents ?? 0, orderCount: sums?.orderCount ?? 0, bottles }
}

async function differences() {
  const check = createMoneyCheckService(database.current, shop.parts.shop.payments.gateway, () => new Date())
  const hour = 60 * 60 * 1000
  return (await check.check({ from: new Date(Date.now() - hour), to: new Date(Date.now() + hour) })).differences
}

/** What the list says that its customer was asked for; undefined if the order is not on it. */
async function listedAs(list: 'owing' | 'to-pack', { id }: Order) {
  const { orders } = await shop.parts.desk.orderList.list(list, undefined)
  return orders.find((order) => order.id === id)?.askedCents
}

async function mailsOf({ number }: Order): Promise<unknown[]> {
  const rows = await shop.rows(
    `select template from outbox where payload->>'orderNumber' = $1 and template <> 'order-confirmation' order by created_at`,
    [number],
  )
  return rows.map(({ template }) => template)
}

test('requests payment for another bottle, reserves it, and adds it once paid: all records agree', async () => {
  const [before, sales] = [await utah(), await today()]
  const order = await shop.order()
  expect(await stock()).toEqual([98, 20])
  // $25.00 more, $9.99 shipping less, and 7.15% of $75.00 instead of $50.00.
  expect(await save(order, { quantities: { 1: 3 } }, 1679)).toEqual({ ok: true })
  expect(await stock()).toEqual([97, 20])
  expect(await linesOf(order)).toEqual([['1oz', 2, 2500]])
  expect((await utah()).net.taxCents - before.net.taxCents).toBe(358)
  expect((await openRequest(order)).items).toEqual({ added: ['1 × Pure Bloom, 1oz'], removed: [] })
  expect(await listedAs('owing', order)).toBe(1679)
  expect(await listedAs('to-pack', order)).toBe(1679)

  expect(await pay(order)).toMatchObject({ status: 200, body: { success: true } })
  expect(await atSquare(order)).toEqual([6357 + 1679, 0])
  expect(await listedAs('owing', order)).toBeUndefined()
  expect(await listedAs('to-pack', order)).toBeNull()
  const notices = await shop.rows(`select facts from notices where facts->>'orderId' = $1 order by created_at`, [
    order.id,
  ])
  expect(notices.map(({ facts }) => facts)).toMatchObject([{ totalCents: 6357, items: 2 }, { laterCents: 1679 }])
  expect(await linesOf(order)).toEqual([
    ['1oz', 2, 2500],
    ['1oz', 1, 2500],
  ])
  expect(await stock()).toEqual([97, 20])
  const [row] = await shop.rows(
    `select subtotal_cents, shipping_cents, tax_cents, total_cents, added_goods_cents, added_discount_cents,
       added_shipping_cents, added_tax_cents from orders where id = $1`,
    [order.id],
  )
  expect(row).toEqual({
    // As it was bought.
    subtotal_cents: 5000,
    shipping_cents: 999,
    tax_cents: 358,
    total_cents: 6357,
    added_goods_cents: 2500,
    added_discount_cents: 0,
    added_shipping_cents: -999,
    added_tax_cents: 178,
  })
  const after = await utah()
  expect(after.net.taxCents - before.net.taxCents).toBe(536)
  expect(after.net.taxableCents - before.net.taxableCents).toBe(7500)
  expect(after.orderCount - before.orderCount).toBe(1)
  const day = await today()
  expect(day.salesCents - sales.salesCents).toBe(8036)
  expect(day.orderCount - sales.orderCount).toBe(1)
  expect(day.bottles - sales.bottles).toBe(3)
  expect(await differences()).toEqual([])
  expect(await mailsOf(order)).toEqual(['balance-requested', 'balance-paid'])
  expect((await detailOf(order)).restCents).toBe(8036)

  // A cancellation gives everything back.
  expect(await shop.parts.desk.orderDesk.cancel(order.id, 'Changed their mind', ana)).toEqual({ ok: true })
  await settled(order)
  expect(await atSquare(order)).toEqual([8036, 8036])
  expect(await stock()).toEqual([100, 20])
  expect((await utah()).net).toEqual(before.net)
  expect(await differences()).toEqual([])
})

test('exchanges a size for a more expensive one once the difference is paid, and only then puts the other back', async () => {
  const before = await utah()
  const order = await shop.order({ items: [{ productId: 'pure-bloom', quantity: 1, size: '1oz' }] })
  expect(await stock()).toEqual([99, 20])
  // $9.00 more, and 7.15% of $34.00 instead of $25.00.
  expect(await save(order, { sizes: { 1: '2oz' } }, 964)).toEqual({ ok: true })
  expect(await stock()).toEqual([99, 19])
  expect(await linesOf(order)).toEqual([['1oz', 1, 2500]])
  await pay(order)
  expect(await linesOf(order)).toEqual([['2oz', 1, 3400]])
  expect(await stock()).toEqual([100, 19])
  expect((await utah()).net.taxCents - before.net.taxCents).toBe(243)
  // Refunding its only item returns what was paid for it, over both payments.
  const items = { quantities: new Map([[2, 1]]), withShipping: true }
  const refund = { amountCents: 2500 + 999 + 179 + 964, items, reason: 'Leaked', restocks: true, formKey: randomUUID() }
  expect(await shop.parts.desk.orderDesk.refund(order.id, refund, ana)).toEqual({ ok: true })
  await settled(order)
  await eventually(async () => (await detailOf(order)).order.state === 'refunded')
  expect(await atSquare(order)).toEqual([4642, 4642])
  expect(await stock()).toEqual([100, 20])
  expect((await utah()).net).toEqual(before.net)
  expect(await differences()).toEqual([])
})

test('exchanges a size for a cheaper one at once, and refunds the difference with one email', async () => {
  const before = await utah()
  const order = await shop.order({ items: [{ productId: 'pure-bloom', quantity: 2, size: '2oz' }] })
  expect(await save(order, { sizes: { 1: '1oz' } }, -1928)).toEqual({ ok: true })
  expect(await linesOf(order)).toEqual([['1oz', 2, 2500]])
  expect(await stock()).toEqual([98, 20])
  await settled(order)
  expect(await atSquare(order)).toEqual([8285, 1928])
  const { net } = await utah()
  expect([net.taxableCents - before.net.taxableCents, net.taxCents - before.net.taxCents]).toEqual([5000, 358])
  expect(await mailsOf(order)).toEqual(['items-changed'])
  // What is left is refunded to the cent, bottle by bottle.
  for (const quantity of [1, 1]) {
    const { order: now, restCents } = await detailOf(order)
    expect(restCents).toBe(8285 - now.refundedCents)
    const items = { quantities: new Map([[2, quantity]]), withShipping: false }
    const refund = { amountCents: 2679, items, reason: 'Leaked', formKey: randomUUID() }
    expect(await shop.parts.desk.orderDesk.refund(order.id, refund, ana)).toEqual({ ok: true })
  }
  await settled(order)
  expect((await detailOf(order)).restCents).toBe(999)
  expect((await utah()).net.taxCents).toBe(before.net.taxCents)
})

test('adds a product at today’s price, and an equal exchange moves no money', async () => {
  const order = await shop.order()
  const products = [{ productId: 'tender-bloom-intimate-oil', size: null, quantity: 1 }]
  expect(await save(order, { products }, 2400 + 171)).toEqual({ ok: true })
  await pay(order)
  expect(await linesOf(order)).toEqual([
    ['1oz', 2, 2500],
    [null, 1, 2400],
  ])
  const same = { quantities: { 1: 1 }, products: [{ productId: 'pure-bloom', size: '1oz' as const, quantity: 1 }] }
  expect(await save(order, same, 0)).toEqual({ ok: true })
  expect((await detailOf(order)).order.refundedCents).toBe(0)
  expect(await stock()).toEqual([98, 20])
  expect(await mailsOf(order)).toEqual(['balance-requested', 'balance-paid', 'items-changed'])
})

test('withdrawing puts the bottles back, leaves the order unchanged, and prevents any charge', async () => {
  const order = await shop.order()
  await save(order, { quantities: { 1: 5 } }, 7037)
  expect(await stock()).toEqual([95, 20])
  const request = await openRequest(order)
  expect(await shop.parts.desk.orderBalance.withdraw(order.id, request.id, ana)).toEqual({ ok: true })
  expect(await stock()).toEqual([98, 20])
  expect(await linesOf(order)).toEqual([['1oz', 2, 2500]])
  expect(await pay(order, request.id)).toMatchObject({ status: 409 })
  expect(await atSquare(order)).toEqual([6357, 0])
})

test('a second request replaces the first, and a cancellation ends it, each along with its reservation', async () => {
  const order = await shop.order()
  await save(order, { quantities: { 1: 5 } }, 7037)
  expect(await save(order, { quantities: { 1: 3 } }, 1679)).toEqual({ ok: true })
  expect(await stock()).toEqual([97, 20])
  const { balance } = await detailOf(order)
  expect(balance.requests.map(({ standing }) => standing).toSorted()).toEqual(['open', 'withdrawn'])
  await shop.parts.desk.orderDesk.cancel(order.id, 'Changed their mind', ana)
  expect(await stock()).toEqual([100, 20])
})

test.each(['expired', 'packed'])(
  'a request of an order that is %s can’t be paid, and its bottles come back',
  async (how) => {
    const order = await shop.order()
    await save(order, { quantities: { 1: 3 } }, 1679)
    const { id } = await openRequest(order)
    const lapsed = () => drain(createLapsedRequests(database.current, () => new Date()))
    await shop.rows(`delete from periodic_jobs where name = 'lapsed_requests'`)
    await lapsed()
    expect(await stock()).toEqual([97, 20])
    if (how === 'expired') await shop.rows(`update balance_requests set expires_at = now() where id = $1`, [id])
    else await shop.parts.desk.orderDesk.pack(order.id, ana)
    expect(await pay(order, id)).toMatchObject({ status: 409, body: { problem: 'gone' } })
    // One that is being paid is waited for.
    await shop.rows(
      `insert into payment_attempts (id, order_id, attempt_no, request_id, source_hash, amount_cents, lease_until)
     values ($1, $2, 2, $3, $4, 1679, now() + interval '1 hour')`,
      [randomUUID(), order.id, id, randomUUID()],
    )
    await shop.rows(`delete from periodic_jobs where name = 'lapsed_requests'`)
    await lapsed()
    expect(await stock()).toEqual([97, 20])
    await shop.rows(`update payment_attempts set state = 'declined' where request_id = $1`, [id])
    await shop.rows(`delete from periodic_jobs where name = 'lapsed_requests'`)
    await lapsed()
    expect(await stock()).toEqual([98, 20])
    expect((await detailOf(order)).balance.requests).toMatchObject([{ standing: 'expired', withdrawnBy: 'lapse' }])
    expect(await linesOf(order)).toEqual([['1oz', 2, 2500]])
  },
)

test('bottles of a request withdrawn by the previous release are put back once', async () => {
  const order = await shop.order()
  await save(order, { quantities: { 1: 5 } }, 7037)
  const { id } = await openRequest(order)
  await shop.rows(
    `update balance_requests set state = 'withdrawn', withdrawn_by = 'change', ended_at = now() where id = $1`,
    [id],
  )
  expect(await stock()).toEqual([95, 20])
  for (const _ of [1, 2]) {
    await shop.rows(`delete from periodic_jobs where name = 'lapsed_requests'`)
    await drain(createLapsedRequests(database.current, () => new Date()))
    expect(await stock()).toEqual([98, 20])
  }
})

test('refunds a payment captured after the order was packed, and leaves the order unchanged', async () => {
  const order = await shop.order()
  await save(order, { quantities: { 1: 3 } }, 1679)
  const { id } = await openRequest(order)
  await shop.square.setFault('500-after', { path: '/v2/payments', method: 'POST', count: 50 })
  const paying = pay(order, id)
  await eventually(async () => (await atSquare(order))[0] === 8036)
  expect(await shop.parts.desk.orderDesk.pack(order.id, ana)).toEqual({ ok: true })
  await shop.square.clearFaults()
  await paying
  await eventually(async () => (await atSquare(order))[1] === 1679)
  expect(await linesOf(order)).toEqual([['1oz', 2, 2500]])
  await eventually(async () => (await mailsOf(order)).includes('payment-returned'))
})

test('two windows never oversell the last bottle', async () => {
  const [one, two] = [await shop.order(), await shop.order()]
  await shop.rows(`update stock_levels set on_hand = 1 where product_id = 'pure-bloom' and size = '1oz'`)
  const results = await Promise.all([
    save(one, { quantities: { 1: 3 } }, 1679),
    save(two, { quantities: { 1: 3 } }, 1679),
  ])
  expect(results).toEqual(expect.arrayContaining([{ ok: true }, { ok: false, code: 'sold_out' }]))
  expect(await stock()).toEqual([0, 20])
})

test('two windows that save the same form change the order once', async () => {
  const order = await shop.order({ items: [{ productId: 'pure-bloom', quantity: 2, size: '2oz' }] })
  const formKey = randomUUID()
  const wanted = { sizes: { 1: '1oz' } } as const
  const results = await Promise.all([save(order, wanted, -1928, formKey), save(order, wanted, -1928, formKey)])
  expect(results).toEqual(expect.arrayContaining([{ ok: true }, { ok: true, isRepeat: true }]))
  // Another form of a page that was opened before finds nothing to exchange.
  await settled(order)
  expect(await save(order, wanted, -1928)).toEqual({ ok: false, code: 'other_change' })
  expect(await linesOf(order)).toEqual([['1oz', 2, 2500]])
  expect((await detailOf(order)).order.refundedCents).toBe(1928)
})

test.each<[what: string, wanted: Wanted, amountCents: number, code: string]>([
  ['another amount than was seen', { quantities: { 1: 3 } }, 1678, 'other_change'],
  ['more than 99 bottles', { quantities: { 1: 100 } }, 1, 'other_change'],
  ['a product that is not sold', { products: [{ productId: 'nothing', size: null, quantity: 1 }] }, 1, 'other_change'],
  [
    'a size that is not offered',
    { products: [{ productId: 'pure-bloom', size: null, quantity: 1 }] },
    1,
    'other_change',
  ],
  ['no bottles of a product', { products: [{ productId: 'pure-bloom', size: '1oz', quantity: 0 }] }, 1, 'other_change'],
  ['nonsense', { products: [{ productId: 'pure-bloom', size: '1oz', quantity: Number.NaN }] }, 1, 'other_change'],
])('refuses %s, and changes nothing', async (_, wanted, amountCents, code) => {
  const order = await shop.order()
  expect(await save(order, wanted, amountCents)).toEqual({ ok: false, code })
  expect(await stock()).toEqual([98, 20])
  expect((await detailOf(order)).balance.requests).toEqual([])
})

test('applies a percentage to added items while the code is offered, and not after', async () => {
  const create = `insert into discount_codes (code, kind, percent) values ('TENNER', 'percent', 10) on conflict do nothing`
  await shop.rows(create)
  const bought = () => shop.order({ ...anOrder(), discountCode: 'TENNER' })
  const [first, second] = [await bought(), await bought()]
  const products = [{ productId: 'tender-bloom-intimate-oil', size: null, quantity: 1 }]
  // $24.00 less 10%, and 7.15% tax.
  expect(await save(first, { products }, 2160 + 154)).toEqual({ ok: true })
  await pay(first)
  expect((await detailOf(first)).order).toMatchObject({ addedGoodsCents: 2400, addedDiscountCents: 240 })
  await shop.rows(`update discount_codes set is_active = false where code = 'TENNER'`)
  expect(await save(second, { products }, 2400 + 171)).toEqual({ ok: true })
  await pay(second)
  expect((await detailOf(second)).order).toMatchObject({ addedGoodsCents: 2400, addedDiscountCents: 0 })
  expect(await differences()).toEqual([])
})

test('an order that grew moves to another state with all of its tax', async () => {
  const before = await utah()
  const order = await shop.order()
  await save(order, { quantities: { 1: 3 } }, 1679)
  await pay(order)
  const found = await shop.parts.desk.orderAddress.find(order.id)
  if (!found) throw new Error('no address')
  const address = { ...found.address, city: 'New York', state: 'NY', zip: '10001' }
  const seen = { expectedVersion: found.version, confirmedCents: -536 }
  const result = await shop.parts.desk.orderAddress.change(order.id, address, seen, ana)
  expect(result).toMatchObject({ ok: true, addedCents: -536 })
  await settled(order)
  expect(await atSquare(order)).toEqual([8036, 536])
  expect((await utah()).net).toEqual(before.net)
  expect((await detailOf(order)).restCents).toBe(7500)
})

test('bottles that the open request of an order holds are available to that order, and to no other', async () => {
  const [order, other] = [await shop.order(), await shop.order()]
  await shop.rows(`update stock_levels set on_hand = 1 where product_id = 'pure-bloom' and size = '1oz'`)
  expect(await save(order, { quantities: { 1: 3 } }, 1679)).toEqual({ ok: true })
  expect(await stock()).toEqual([0, 20])
  const planFor = async (one: Order, wanted: Wanted) => changes().plan(await detailOf(one), wish(wanted))
  const SOLD_OUT = { message: 'Pure Bloom, 1oz, is sold out.' }
  expect(await planFor(order, { quantities: { 1: 3 } })).toMatchObject({ plan: { amountCents: 1679 } })
  expect(await planFor(other, { quantities: { 1: 3 } })).toEqual(SOLD_OUT)
  const ONE_LEFT = { message: 'Only 1 bottle of Pure Bloom, 1oz, is left.' }
  expect(await planFor(order, { quantities: { 1: 4 } })).toEqual(ONE_LEFT)
  // One as more of the line, and one as a product.
  const products = [{ productId: 'pure-bloom', size: '1oz' as const, quantity: 1 }]
  expect(await planFor(order, { quantities: { 1: 3 }, products })).toEqual(ONE_LEFT)
  // Another change takes the bottle over, and a request that is withdrawn holds nothing.
  expect(await save(order, { products }, 1679)).toEqual({ ok: true })
  expect(await stock()).toEqual([0, 20])
  const { id } = await openRequest(order)
  await shop.parts.desk.orderBalance.withdraw(order.id, id, ana)
  expect(await stock()).toEqual([1, 20])
  expect(await save(other, { quantities: { 1: 3 } }, 1679)).toEqual({ ok: true })
  expect(await planFor(order, { quantities: { 1: 3 } })).toEqual(SOLD_OUT)
})

test('an order keeps bottles of the old size that are added again, even if none are in stock', async () => {
  const before = await utah()
  const order = await shop.order({ items: [{ productId: 'pure-bloom', quantity: 2, size: '2oz' }] })
  await shop.rows(`update stock_levels set on_hand = 0 where product_id = 'pure-bloom' and size = '2oz'`)
  const add = (quantity: number) => [{ productId: 'pure-bloom', size: '2oz' as const, quantity }]
  const smaller = { quantities: { 1: 1 }, sizes: { 1: '1oz' as const } }
  const TWO_LEFT = { message: 'Only 2 bottles of Pure Bloom, 2oz, are left.' }
  expect(await changes().plan(await detailOf(order), wish({ ...smaller, products: add(3) }))).toEqual(TWO_LEFT)
  // $59.00 instead of $68.00, and its tax.
  expect(await save(order, { ...smaller, products: add(1) }, -964)).toEqual({ ok: true })
  expect(await linesOf(order)).toEqual([
    ['1oz', 1, 2500],
    ['2oz', 1, 3400],
  ])
  expect(await stock()).toEqual([99, 1])
  await settled(order)
  expect(await atSquare(order)).toEqual([8285, 964])
  expect((await utah()).net.taxCents - before.net.taxCents).toBe(422)
  await shop.parts.desk.orderDesk.cancel(order.id, 'Changed their mind', ana)
  await settled(order)
  expect(await stock()).toEqual([100, 2])
  expect(await atSquare(order)).toEqual([8285, 8285])
  expect(await differences()).toEqual([])
})

test('a line that gives up some bottles keeps the others, and each bottle moves only once', async () => {
  const order = await shop.order({ items: [{ productId: 'pure-bloom', quantity: 4, size: '1oz' }] })
  await shop.rows(`update stock_levels set on_hand = 0 where product_id = 'pure-bloom' and size = '1oz'`)
  const products = [{ productId: 'pure-bloom', size: '1oz' as const, quantity: 1 }]
  // $50.00 instead of $100.00, and its tax; shipping stays free. Three of the line are given up, and one of them is added again.
  expect(await save(order, { quantities: { 1: 1 }, products }, -5357)).toEqual({ ok: true })
  expect(await linesOf(order)).toEqual([
    ['1oz', 1, 2500],
    ['1oz', 1, 2500],
  ])
  expect(await stock()).toEqual([2, 20])
  await settled(order)
  await shop.parts.desk.orderDesk.cancel(order.id, 'Changed their mind', ana)
  await settled(order)
  expect(await stock()).toEqual([4, 20])
  expect(await atSquare(order)).toEqual([10_715, 10_715])
})

test('bottles that a request passes on stay with the order until it is paid, and are not available to others', async () => {
  const before = await utah()
  const [order, other] = [await shop.order(), await shop.order()]
  await shop.rows(`update stock_levels set on_hand = 0 where product_id = 'pure-bloom' and size = '1oz'`)
  const wanted = {
    sizes: { 1: '2oz' as const },
    products: [{ productId: 'pure-bloom', size: '1oz' as const, quantity: 1 }],
  }
  // $93.00 instead of $50.00, which ships free, and its tax.
  const windows = () => Promise.all([save(order, wanted, 3608), save(other, { quantities: { 1: 3 } }, 1679)])
  const SOLD_OUT = { ok: false, code: 'sold_out' }
  expect(await windows()).toEqual([{ ok: true }, SOLD_OUT])
  expect(await stock()).toEqual([0, 18])
  await shop.parts.desk.orderBalance.withdraw(order.id, (await openRequest(order)).id, ana)
  expect(await stock()).toEqual([0, 20])
  expect(await linesOf(order)).toEqual([['1oz', 2, 2500]])

  expect(await windows()).toEqual([{ ok: true }, SOLD_OUT])
  expect(await pay(order)).toMatchObject({ status: 200 })
  expect(await linesOf(order)).toEqual([
    ['2oz', 2, 3400],
    ['1oz', 1, 2500],
  ])
  expect(await stock()).toEqual([1, 18])
  expect(await atSquare(order)).toEqual([6357 + 3608, 0])
  // The other order has $3.58 of tax.
  expect((await utah()).net.taxCents - before.net.taxCents).toBe(665 + 358)
  await shop.parts.desk.orderDesk.cancel(order.id, 'Changed their mind', ana)
  await settled(order)
  expect(await stock()).toEqual([2, 20])
  expect(await atSquare(order)).toEqual([9965, 9965])
  expect(await differences()).toEqual([])
})

test('if two windows replace the same request, one succeeds and the other is shown the order again', async () => {
  const order = await shop.order()
  await shop.rows(`update stock_levels set on_hand = 2 where product_id = 'pure-bloom' and size = '1oz'`)
  await save(order, { quantities: { 1: 4 } }, 4358)
  expect(await stock()).toEqual([0, 20])
  const [one, two] = [await openReview(order), await openReview(order)]
  const results = await Promise.all([one({ quantities: { 1: 3 } }, 1679), two({ quantities: { 1: 4 } }, 4358)])
  expect(results).toEqual(expect.arrayContaining([{ ok: true }, { ok: false, code: 'items_since' }]))
  const made = results[0]?.ok ? { onHand: 1, amountCents: 1679 } : { onHand: 0, amountCents: 4358 }
  expect(await stock()).toEqual([made.onHand, 20])
  expect((await openRequest(order)).amountCents).toBe(made.amountCents)
})

test('a change reviewed before the customer paid is not applied on top of what they paid for', async () => {
  // It ships free, so that each further bottle costs the same.
  const order = await shop.order({ items: [{ productId: 'pure-bloom', quantity: 4, size: '1oz' }] })
  await save(order, { quantities: { 1: 5 } }, 2679)
  const review = await openReview(order)
  await pay(order)
  expect(await review({ quantities: { 1: 5 } }, 2679)).toEqual({ ok: false, code: 'items_since' })
  expect(await stock()).toEqual([95, 20])
  expect((await detailOf(order)).balance.requests).toMatchObject([{ standing: 'paid' }])
})

test('a change whose parts add up to zero takes effect at once, and all records have the parts', async () => {
  const before = await utah()
  const sales = await today()
  const order = await shop.order({ items: [{ productId: 'pure-bloom', quantity: 2, size: '2oz' }] })
  const placed = await utah()
  expect(await stock()).toEqual([100, 18])
  await shop.rows(`update products set price_cents = 932 where id = 'tender-bloom-intimate-oil'`)
  try {
    const products = [{ productId: 'tender-bloom-intimate-oil', size: null, quantity: 1 }]
    // $9.32 and $0.67 tax more; $9.99 shipping less.
    expect(await save(order, { products }, 0)).toEqual({ ok: true })
  } finally {
    await shop.rows(`update products set price_cents = 2400 where id = 'tender-bloom-intimate-oil'`)
  }
  expect(await linesOf(order)).toEqual([
    ['2oz', 2, 3400],
    [null, 1, 932],
  ])
  const { order: changed, balance, restCents } = await detailOf(order)
  expect(changed).toMatchObject({ addedGoodsCents: 932, addedShippingCents: -999, addedTaxCents: 67, refundedCents: 0 })
  expect(restCents).toBe(8285)
  // Nobody was asked for anything.
  expect(balance.requests).toEqual([])
  expect(await mailsOf(order)).toEqual(['items-changed'])
  const after = await utah()
  expect(after.net.taxCents - placed.net.taxCents).toBe(67)
  expect(after.net.taxableCents - placed.net.taxableCents).toBe(932)
  expect((await today()).salesCents - sales.salesCents).toBe(8285)
  expect(await differences()).toEqual([])
  expect(await shop.parts.desk.orderDesk.cancel(order.id, 'Changed their mind', ana)).toEqual({ ok: true })
  await settled(order)
  expect(await atSquare(order)).toEqual([8285, 8285])
  expect(await stock()).toEqual([100, 20])
  expect((await utah()).net).toEqual(before.net)
  expect(await differences()).toEqual([])
})
