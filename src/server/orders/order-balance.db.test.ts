import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { toTaxPeriod } from '#domain/money/tax-period.ts'
import { shopDay } from '#domain/time/display.ts'
import { addDays } from '#domain/time/periods.ts'
import { createMoneyCheckService } from '#server/payments/money-check.service.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { listSalesDays } from '#server/reports/sales.queries.ts'
import { createTaxReportService } from '#server/reports/tax.service.ts'
import { anOrder } from '#test/an-order.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { eventually } from '#test/eventually.ts'
import type { TypedCard } from '#test/square-emulator.ts'
import { useTestDatabase } from '#test/test-database.ts'

const database = useTestDatabase()
const ana: Actor = { operatorId: null, actor: 'ana@bloomera.example' }
const UTAH = { city: 'Provo', state: 'UT', zip: '84601' }
const NEW_YORK = { city: 'New York', state: 'NY', zip: '10001' }
const DECLINED = { number: '4000000000000002' }
let shop: DeskShop
let owner: string

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  await shop.parts.shop.reconciler.start()
  owner = await shop.signIn('owner')
})
afterEach(() => shop.square.clearFaults())
afterAll(() => shop.end())

type Order = { id: string; number: string }
type Form = Record<string, string>

const orderDesk = () => shop.parts.desk.orderDesk
const orderBalance = () => shop.parts.desk.orderBalance

async function post({ id }: Order, path: string, form: Form) {
  const response = await shop.request(`/admin/orders/${id}/${path}`, { cookie: owner, form })
  return { status: response.status, html: await response.text() }
}

/** Changes the address as the owner does, with what they decide about the tax. */
async function move(order: Order, place: Form, decision: Form) {
  const found = await shop.parts.desk.orderAddress.find(order.id)
  const values = Object.entries(found?.address ?? {}).map(([name, value]) => [name, value ?? ''])
  const form = { ...Object.fromEntries(values), ...place, expectedVersion: found?.version ?? '' }
  return post(order, 'address-tax', { ...form, ...decision })
}

/** Bought in New York, without tax, and moved to Utah: $59.99 paid, $3.58 asked for. */
async function asked(): Promise<Order> {
  const { shippingAddress } = anOrder()
  const order = await shop.order({ shippingAddress: { ...shippingAddress, ...NEW_YORK } })
  expect((await move(order, UTAH, { addedCents: '358', more: 'ask' })).status).toBe(303)
  return order
}

async function detailOf({ id }: Order) {
  const detail = await orderDesk().find(id)
  if (!detail) throw new Error('no order')
  return detail
}

async function openRequest(order: Order) {
  const request = (await detailOf(order)).balance.requests.find(({ standing }) => standing === 'open')
  if (!request) throw new Error('nothing is asked for')
  return request
}

const tokenOf = ({ id }: Order) => shop.parts.shop.payments.links.tokenFor(id)

async function pay(order: Order, requestId: string, { card, sourceId }: { card?: TypedCard; sourceId?: string } = {}) {
  const payment = { token: tokenOf(order), requestId, sourceId: sourceId ?? (await shop.square.tokenize(card)) }
  const client = randomUUID()
  return shop.parts.shop.balances.pay(payment, { checkoutKey: randomUUID(), client, network: client, isIpv6: false })
}

/** What Square has captured and returned for an order, over all of its references. */
async function atSquare({ number }: Order) {
  const { captures, capturedCents, refundedCents } = await shop.square.ledger()
  const sum = (cents: Record<string, number>) =>
    Object.entries(cents).reduce((total, [key, value]) => total + (key.startsWith(number) ? value : 0), 0)
  return { captures: sum(captures), capturedCents: sum(capturedCents), refundedCents: sum(refundedCents) }
}

async function settled(order: Order): Promise<void> {
  await eventually(async () => (await detailOf(order)).refunds.every(({ state }) => state === 'completed'))
}

function partsOf({ id }: Order) {
  return shop.rows(
    `select a.attempt_no, r.amount_cents, r.goods_cents, r.shipping_cents, r.tax_cents, r.corrects_tax, r.part_of is not null as is_part
     from refunds r join payment_attempts a on a.id = r.attempt_id where a.order_id = $1 order by r.created_at, r.amount_cents desc`,
    [id],
  )
}

async function utah() {
  const period = toTaxPeriod(shopDay(new Date()).slice(0, 7))
  if (!period) throw new Error('no period')
  return createTaxReportService(database.current, () => new Date()).utah(period)
}

async function today() {
  const day = shopDay(new Date())
  const [found] = await listSalesDays(database.current.orm, { from: day, until: addDays(day, 1) }, day, new Date())
  if (!found) throw new Error('no day')
  return found
}

async function mailsOf({ number }: Order): Promise<unknown[]> {
  const rows = await shop.rows(
    `select template from outbox where payload->>'orderNumber' = $1 and template <> 'order-confirmation' order by created_at`,
    [number],
  )
  return rows.map(({ template }) => template)
}

async function stockOf(): Promise<unknown> {
  await shop.rows(
    `insert into stock_levels (product_id, size, on_hand) values ('pure-bloom', '1oz', 100) on conflict do nothing`,
  )
  const [row] = await shop.rows(`select on_hand from stock_levels where product_id = 'pure-bloom' and size = '1oz'`)
  return row?.on_hand
}

async function differences() {
  const check = createMoneyCheckService(database.current, shop.parts.shop.payments.gateway, () => new Date())
  const hour = 60 * 60 * 1000
  const report = await check.check({ from: new Date(Date.now() - hour), to: new Date(Date.now() + hour) })
  return report.differences
}

test('asks the buyer, who pays by card: Square, order, tax report, sales, email, timeline and log agree', async () => {
  const [before, sales] = [await utah(), await today()]
  const order = await asked()
  // Until it is paid, the shop owes it.
  expect((await utah()).waivedCents - before.waivedCents).toBe(358)
  const page = await (await shop.request(`/admin/orders/${order.id}`, { cookie: owner })).text()
  expect(page).toContain('Waiting for $3.58')
  const request = await openRequest(order)
  const [mail] = await shop.rows(
    `select recipient, payload from outbox where template = 'balance-requested' and payload->>'orderNumber' = $1`,
    [order.number],
  )
  expect(mail?.payload).toMatchObject({ amountCents: 358, stateName: 'Utah', payPath: `/order/${tokenOf(order)}#pay` })

  const answer = await pay(order, request.id)
  expect(answer).toMatchObject({ status: 200, body: { success: true, orderNumber: order.number } })
  expect(await atSquare(order)).toEqual({ captures: 2, capturedCents: 6357, refundedCents: 0 })
  expect((await shop.square.ledger()).capturedCents[`${order.number}-2`]).toBe(358)
  const [row] = await shop.rows(
    'select tax_cents, total_cents, added_tax_cents, borne_tax_cents from orders where id = $1',
    [order.id],
  )
  // The order stays as it was bought.
  expect(row).toEqual({ tax_cents: 0, total_cents: 5999, added_tax_cents: 358, borne_tax_cents: 358 })
  const after = await utah()
  expect(after.net.taxCents - before.net.taxCents).toBe(358)
  expect(after.net.taxableCents - before.net.taxableCents).toBe(5000)
  expect(after.orderCount - before.orderCount).toBe(1)
  expect(after.waivedCents).toBe(before.waivedCents)
  const day = await today()
  expect([day.salesCents - sales.salesCents, day.orderCount - sales.orderCount]).toEqual([6357, 1])
  expect(await mailsOf(order)).toEqual(['balance-requested', 'balance-paid'])
  const { balance, restCents, timeline } = await detailOf(order)
  expect(balance).toMatchObject({ dueCents: 0, requests: [{ standing: 'paid' }] })
  expect(restCents).toBe(6357)
  expect(timeline.map(({ title }) => title)).toContain('Payment of $3.58 succeeded')
  expect(await shop.rows(`select action, after from audit_log where subject_id = $1`, [order.id])).toEqual([
    { action: 'order.address-tax', after: { changed: 'city, state, ZIP code', tax: '$3.58 sales tax asked for' } },
  ])
  expect(await differences()).toEqual([])
  const file = await shop.request('/admin/orders/export.csv?from=2026-01-01&to=2099-01-01', { cookie: owner })
  const [head, ...lines] = (await file.text()).trim().split(/\r?\n/)
  expect(head).toMatch(/Sales tax paid later"?,/)
  expect(lines.find((line) => line.includes(order.number))).toMatch(/"3\.58","0\.00","0\.00"$/)

  // Once more, by the same link: nothing is charged.
  expect(await pay(order, request.id)).toMatchObject({ status: 200, body: { success: true } })
  expect((await atSquare(order)).captures).toBe(2)
})

test('a cancellation refunds both payments with one email, and the records are as if nothing had happened', async () => {
  const stock = await stockOf()
  const [before, sales] = [await utah(), await today()]
  const order = await asked()
  await pay(order, (await openRequest(order)).id)
  expect(await orderDesk().cancel(order.id, 'Changed their mind', ana)).toEqual({ ok: true })
  await settled(order)
  expect(await atSquare(order)).toEqual({ captures: 2, capturedCents: 6357, refundedCents: 6357 })
  expect(await partsOf(order)).toEqual([
    {
      attempt_no: 1,
      amount_cents: 5999,
      goods_cents: 5000,
      shipping_cents: 999,
      tax_cents: 0,
      corrects_tax: false,
      is_part: false,
    },
    {
      attempt_no: 2,
      amount_cents: 358,
      goods_cents: 0,
      shipping_cents: 0,
      tax_cents: 358,
      corrects_tax: false,
      is_part: true,
    },
  ])
  const after = await utah()
  expect(after.net).toEqual(before.net)
  // To two payments, and still one refund.
  expect(after.refundCount - before.refundCount).toBe(1)
  const day = await today()
  expect(day.salesCents - sales.salesCents).toBe(day.refundCents - sales.refundCents)
  expect(await stockOf()).toBe(stock)
  await eventually(async () => (await mailsOf(order)).length === 3)
  const [mail] = await shop.rows(
    `select payload from outbox where template = 'cancelled' and payload->>'orderNumber' = $1`,
    [order.number],
  )
  expect(mail?.payload).toMatchObject({ refundCents: 6357, isRest: false })
  expect(await differences()).toEqual([])
})

test('says in the email that the whole order was refunded once both payments were', async () => {
  const order = await asked()
  await pay(order, (await openRequest(order)).id)
  const whole = { amountCents: 6357, reason: 'All of it', formKey: randomUUID() }
  expect(await orderDesk().refund(order.id, whole, ana)).toEqual({ ok: true })
  await settled(order)
  const mails = await shop.rows(
    `select payload from outbox where template = 'refunded' and payload->>'orderNumber' = $1`,
    [order.number],
  )
  expect(mails).toMatchObject([{ payload: { refundCents: 6357, isComplete: true } }])
})

test('refunds items at the tax that was paid, a full refund exactly the rest, and closes the order only then', async () => {
  const before = await utah()
  const order = await asked()
  await pay(order, (await openRequest(order)).id)
  const items = { quantities: new Map([[1, 1]]), withShipping: false }
  expect(
    await orderDesk().refund(order.id, { amountCents: 2679, items, reason: 'Leaked', formKey: randomUUID() }, ana),
  ).toEqual({ ok: true })
  await settled(order)
  expect((await detailOf(order)).order.state).toBe('paid')
  const { restCents } = await detailOf(order)
  expect(restCents).toBe(6357 - 2679)
  const rest = { amountCents: restCents, reason: 'All of it', restocks: true, formKey: randomUUID() }
  expect(await orderDesk().refund(order.id, rest, ana)).toEqual({ ok: true })
  await settled(order)
  await eventually(async () => (await detailOf(order)).order.state === 'refunded')
  expect(await atSquare(order)).toMatchObject({ capturedCents: 6357, refundedCents: 6357 })
  const parts = await partsOf(order)
  const sum = (part: string) => parts.reduce((total, row) => total + Number(row[part]), 0)
  expect([sum('goods_cents'), sum('shipping_cents'), sum('tax_cents')]).toEqual([5000, 999, 358])
  expect((await utah()).net).toEqual(before.net)
  const refunded = await shop.rows(
    `select payload->>'refundCents' as cents from outbox where template = 'refunded' and payload->>'orderNumber' = $1
     order by created_at`,
    [order.number],
  )
  expect(refunded.map(({ cents }) => Number(cents))).toEqual([2679, 3678])
})

test('moving back refunds the tax to the payment that paid it', async () => {
  const before = await utah()
  const order = await asked()
  await pay(order, (await openRequest(order)).id)
  expect((await move(order, NEW_YORK, { addedCents: '-358' })).status).toBe(303)
  await settled(order)
  expect(await partsOf(order)).toMatchObject([{ attempt_no: 2, amount_cents: 358, tax_cents: 358, corrects_tax: true }])
  expect((await utah()).net).toEqual(before.net)
  expect((await detailOf(order)).restCents).toBe(5999)
})

test('charges once for a second window, another card and a repeated click', async () => {
  const order = await asked()
  const { id } = await openRequest(order)
  const sourceId = await shop.square.tokenize()
  const answers = await Promise.all([
    pay(order, id, { sourceId }),
    pay(order, id, { sourceId }),
    pay(order, id),
    pay(order, id),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await atSquare(order)).toEqual({ captures: 2, capturedCents: 6357, refundedCents: 0 })
  expect(await shop.rows('select from payment_attempts where request_id = $1', [id])).toHaveLength(1)
})

test('a declined card charges nothing, and another one pays with its own reference', async () => {
  const order = await asked()
  const { id } = await openRequest(order)
  const declined = await shop.square.tokenize(DECLINED)
  expect(await pay(order, id, { sourceId: declined })).toMatchObject({ status: 402, body: { problem: 'declined' } })
  // The same again, as a browser does whose connection broke.
  expect(await pay(order, id, { sourceId: declined })).toMatchObject({ status: 402, body: { problem: 'declined' } })
  expect((await detailOf(order)).order.state).toBe('paid')
  expect(await pay(order, id)).toMatchObject({ status: 200 })
  const { capturedCents } = await shop.square.ledger()
  expect([capturedCents[`${order.number}-2`] ?? 0, capturedCents[`${order.number}-3`]]).toEqual([0, 358])
})

test('never charges a request that was withdrawn, has expired, belongs to another order, or is no longer due', async () => {
  const order = await asked()
  const { id } = await openRequest(order)
  const other = await asked()
  expect(await pay(other, id)).toMatchObject({ status: 404 })
  expect(await pay(order, randomUUID())).toMatchObject({ status: 404 })
  await shop.rows(`update balance_requests set expires_at = now() where id = $1`, [id])
  expect(await pay(order, id)).toMatchObject({ status: 409, body: { problem: 'gone' } })
  expect((await detailOf(order)).balance).toMatchObject({ dueCents: 358, requests: [{ standing: 'expired' }] })

  // Asked again, by two windows at once.
  const results = await Promise.all([orderBalance().ask(order.id, 358, ana), orderBalance().ask(order.id, 358, ana)])
  expect(results).toEqual(expect.arrayContaining([{ ok: true }, { ok: true, isRepeat: true }]))
  const again = await openRequest(order)
  expect(await orderBalance().withdraw(order.id, id, ana)).toEqual({ ok: false, code: 'no_balance' })
  expect(await orderBalance().withdraw(order.id, again.id, ana)).toEqual({ ok: true })
  expect(await pay(order, again.id)).toMatchObject({ status: 409 })
  expect(await orderBalance().ask(order.id, 357, ana)).toEqual({ ok: false, code: 'other_balance' })
  expect((await atSquare(order)).captures).toBe(1)
  expect(await differences()).toEqual([])
})

function refundOne({ id }: Order) {
  const items = { quantities: new Map([[1, 1]]), withShipping: false }
  return orderDesk().refund(id, { amountCents: 2500, items, reason: 'Leaked', formKey: randomUUID() }, ana)
}

/** Made in Square's dashboard, and recorded later. */
async function refundAtSquare({ id }: Order): Promise<void> {
  const { gateway } = shop.parts.shop.payments
  const [bought] = (await detailOf({ id, number: '' })).attempts
  const paymentId = bought?.squarePaymentId ?? ''
  const sent = await gateway.refund({ idempotencyKey: randomUUID(), paymentId, amountCents: 2500, reason: 'There' })
  if (!('refund' in sent)) throw new Error('no refund')
  expect(await shop.parts.desk.moneyRepairs.recordRefund(sent.refund.id, ana)).toMatchObject({ ok: true })
}

test.each([
  ['a refund of items', refundOne, 179],
  [
    'removed items',
    async (order: Order) => {
      const removal = {
        quantities: new Map([[1, 1]]),
        chargesShipping: false,
        amountCents: 2500,
        refundedBeforeCents: 0,
      }
      return shop.parts.desk.orderItems.remove(
        order.id,
        { ...removal, reason: '', restocks: true, formKey: randomUUID() },
        ana,
      )
    },
    179,
  ],
  // An amount without items is of goods and shipping alike, so $29.16 of the goods is left.
  ['a refund made at Square', refundAtSquare, 208],
  ['another state', (order: Order) => move(order, NEW_YORK, { addedCents: '0' }), 0],
  ['a cancellation', (order: Order) => orderDesk().cancel(order.id, 'Sold out', ana), 0],
  ['the buyer, who cancels', (order: Order) => shop.parts.shop.orders.cancel(tokenOf(order)), 0],
])('%s withdraws the request', async (_, change, dueCents) => {
  const order = await asked()
  const { id } = await openRequest(order)
  await change(order)
  const { balance, timeline } = await detailOf(order)
  expect(balance.requests).toMatchObject([{ id, standing: 'withdrawn', withdrawnBy: 'change' }])
  expect(balance.dueCents).toBe(dueCents)
  expect(timeline.map(({ title }) => title)).toContain('Request for $3.58 withdrawn')
  expect(await pay(order, id)).toMatchObject({ status: 409 })
  expect((await atSquare(order)).captures).toBe(1)
})

test('requests what is due after a refund, which can then be paid', async () => {
  const before = await utah()
  const order = await asked()
  await refundOne(order)
  expect(await orderBalance().ask(order.id, 358, ana)).toEqual({ ok: false, code: 'other_balance' })
  expect(await orderBalance().ask(order.id, 179, ana)).toEqual({ ok: true })
  expect(await pay(order, (await openRequest(order)).id)).toMatchObject({ status: 200 })
  expect((await detailOf(order)).restCents).toBe(5999 - 2500 + 179)
  await settled(order)
  const after = await utah()
  expect(after.net.taxableCents - before.net.taxableCents).toBe(2500)
  expect(after.net.taxCents - before.net.taxCents).toBe(179)
  expect(await orderDesk().cancel(order.id, 'Sold out', ana)).toEqual({ ok: true })
  await settled(order)
  expect((await utah()).net).toEqual(before.net)
  const { capturedCents, refundedCents } = await atSquare(order)
  expect(refundedCents).toBe(capturedCents)
})

test('refunds a payment captured after its request was withdrawn, once, and leaves the order unchanged', async () => {
  const order = await asked()
  const { id } = await openRequest(order)
  // The card is charged, and Square's answers are lost.
  await shop.square.setFault('reset-after', { path: '/v2/payments', method: 'POST', count: 20 })
  const paying = pay(order, id)
  await eventually(async () => (await atSquare(order)).captures === 2)
  expect(await orderBalance().withdraw(order.id, id, ana)).toEqual({ ok: true })
  expect(await paying).not.toMatchObject({ status: 200 })
  await shop.square.clearFaults()
  await eventually(async () => (await atSquare(order)).refundedCents === 358)
  const { order: row, restCents } = await detailOf(order)
  expect([row.state, row.addedTaxCents, row.refundedCents, restCents]).toEqual(['paid', 0, 0, 5999])
  await eventually(async () => (await mailsOf(order)).join() === 'balance-requested,payment-returned')
  const [payment] = await shop.rows(
    `select r.square_payment_id as id, l.kind from stray_refunds r join alerts l on l.subject = r.square_payment_id
     order by r.created_at desc limit 1`,
  )
  expect(payment?.kind).toBe('payment-not-due')
  // Told once more, whenever and however often.
  const found = await shop.parts.shop.payments.gateway.findPayment(String(payment?.id))
  if (!found) throw new Error('no payment')
  const key = { orderId: order.id, attemptNo: 2 }
  await database.current.orm.transaction((tx) => shop.parts.shop.payments.settlement.accept(tx, key, found))
  await eventually(async () => (await differences()).length === 0)
  expect(await atSquare(order)).toEqual({ captures: 2, capturedCents: 6357, refundedCents: 358 })
})

test('finds a payment whose response was lost by its reference, and books it once', async () => {
  const order = await asked()
  const { id } = await openRequest(order)
  const sourceId = await shop.square.tokenize()
  expect(await pay(order, id, { sourceId })).toMatchObject({ status: 200 })
  // As a process leaves it that died before it could store the answer.
  await shop.rows(
    `update payment_attempts set state = 'sending', square_payment_id = null, resolved_at = null, lease_until = now() where request_id = $1`,
    [id],
  )
  await shop.rows(`update balance_requests set state = 'open', ended_at = null where id = $1`, [id])
  await shop.rows('update orders set added_tax_cents = 0, borne_tax_cents = 0 where id = $1', [order.id])
  await eventually(async () => (await detailOf(order)).order.addedTaxCents === 358)
  expect(await pay(order, id)).toMatchObject({ status: 200 })
  expect(await atSquare(order)).toEqual({ captures: 2, capturedCents: 6357, refundedCents: 0 })
  expect((await mailsOf(order)).filter((template) => template === 'balance-paid')).toHaveLength(1)
})

test('if one window withdraws while another pays, the payment is booked or refunded, never kept without a request', async () => {
  for (let round = 0; round < 4; round += 1) {
    const order = await asked()
    const { id } = await openRequest(order)
    const sourceId = await shop.square.tokenize()
    const [answer, withdrawn] = await Promise.all([
      pay(order, id, { sourceId }),
      new Promise<void>((resolve) => setTimeout(resolve, round * 8)).then(() =>
        orderBalance().withdraw(order.id, id, ana),
      ),
    ])
    expect(answer.status === 200).toBe(!withdrawn.ok)
    const kept = withdrawn.ok ? 0 : 358
    await eventually(async () => {
      const { capturedCents, refundedCents } = await atSquare(order)
      return capturedCents - refundedCents === 5999 + kept
    })
    expect((await detailOf(order)).order.addedTaxCents).toBe(kept)
  }
  await eventually(async () => (await differences()).length === 0)
})

test('sends the request again, and only while it can be paid', async () => {
  const order = await asked()
  const { id } = await openRequest(order)
  const formKey = randomUUID()
  expect((await post(order, 'balance-again', { requestId: id, formKey })).status).toBe(303)
  expect(await orderBalance().resend(order.id, { requestId: id, formKey }, ana)).toEqual({ ok: true, isRepeat: true })
  expect(await mailsOf(order)).toEqual(['balance-requested', 'balance-requested'])
  await pay(order, id)
  const late = { requestId: id, formKey: randomUUID() }
  expect(await orderBalance().resend(order.id, late, ana)).toEqual({ ok: false, code: 'no_balance' })
  expect(await orderBalance().withdraw(order.id, id, ana)).toEqual({ ok: false, code: 'no_balance' })
})

test('waives as before, and can later request what was waived', async () => {
  const { shippingAddress } = anOrder()
  const order = await shop.order({ shippingAddress: { ...shippingAddress, ...NEW_YORK } })
  await move(order, UTAH, { addedCents: '358', more: 'waive' })
  expect((await detailOf(order)).balance).toMatchObject({ dueCents: 358, requests: [] })
  expect((await post(order, 'balance', { amountCents: 'x' })).status).toBe(303)
  expect((await detailOf(order)).balance.requests).toEqual([])
  expect((await post(order, 'balance', { amountCents: '358' })).status).toBe(303)
  expect((await detailOf(order)).balance.requests).toMatchObject([{ standing: 'open', amountCents: 358 }])
})
