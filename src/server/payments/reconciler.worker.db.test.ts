import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentResponse } from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import { AN_ORDER_CENTS } from '#test/an-order.ts'
import { eventually } from '#test/eventually.ts'
import { openPayingShop } from '#test/paying-shop.ts'
import { startTestEmulator } from '#test/square-emulator.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { eventAbout, openWebhookShop, signEvent, type WebhookShop } from '#test/webhook-shop.ts'

const database = useTestDatabase()
let shop: WebhookShop

beforeAll(async () => {
  shop = await openWebhookShop(database.current)
  // The first checkout compiles modules; on a busy machine that can exceed these timings.
  await shop.pay()
  await shop.services.reconciler.start()
})
afterAll(() => shop.end())

async function orderOf(number: string | null) {
  const [row] = await shop.rows(
    `select o.id, o.state, a.id as attempt_id, a.state as attempt, a.square_payment_id
     from orders o join payment_attempts a on a.order_id = o.id where number = $1`,
    [number],
  )
  return row ?? {}
}

async function becomes(number: string | null, state: string): Promise<void> {
  await eventually(async () => (await orderOf(number)).state === state)
}

/** With these timings a busy machine may respond "pending" and settle the order a moment later. */
async function buy(change: object = {}): Promise<PaymentResponse> {
  const { body } = await shop.pay(change)
  await becomes(body.orderNumber, 'paid')
  return body
}

async function mailsAbout(number: string | null): Promise<unknown[]> {
  const rows = await shop.rows(`select template from outbox where payload->>'orderNumber' = $1 order by created_at`, [
    number,
  ])
  return rows.map(({ template }) => template)
}

/** Leaves an order in the state of a process killed before or after sending its charge. */
async function leaveBehind(number: string | null, { attempt }: { attempt: 'sending' | 'abandoned' }): Promise<void> {
  const order = attempt === 'sending' ? 'pending_payment' : 'payment_failed'
  await shop.rows(`delete from outbox where payload->>'orderNumber' = $1`, [number])
  await shop.rows(`update orders set state = $2, paid_at = null where number = $1`, [number, order])
  // Last, because from here on it can be found.
  await shop.rows(
    `update payment_attempts set state = $2, square_payment_id = null, resolved_at = null, lease_until = now()
     where order_id = (select id from orders where number = $1)`,
    [number, attempt],
  )
}

test.each(['hang-after', 'reset-after', '500-after', 'html-200', 'stall-body'] as const)(
  'settles a charge whose response was lost (%s): the buyer is told to wait and gets one order',
  async (fault) => {
    await shop.square.setFault(fault, { count: 5, path: '/v2/payments', method: 'POST' })
    const key = randomUUID()
    const { status, body } = await shop.pay({}, { key })
    await shop.square.clearFaults()
    // It may be settled already, since the listing is searched while the request waits.
    expect([MESSAGES.paymentPending, null]).toContain(body.error)
    expect([200, 202]).toContain(status)
    await becomes(body.orderNumber, 'paid')
    expect(await shop.statusOf(key)).toMatchObject({ status: 'paid', orderNumber: body.orderNumber })
    expect((await shop.square.ledger()).captures[String(body.orderNumber)]).toBe(1)
    const mails = await mailsAbout(body.orderNumber)
    expect(mails.filter((template) => template === 'order-confirmation')).toHaveLength(1)
  },
)

test.each(['hang', 'reset-before', '500-before', '429'] as const)(
  'closes an order that was never charged (%s), releases its code, and emails the buyer',
  async (fault) => {
    const code = `ONCE-${randomUUID().slice(0, 8)}`
    await shop.rows(`insert into discount_codes (code, kind, percent, total_limit) values ($1, 'percent', 10, 1)`, [
      code,
    ])
    await shop.square.setFault(fault, { count: 50, path: '/v2/payments', method: 'POST' })
    const { status, body } = await shop.pay({ discountCode: code })
    await eventually(async () => (await orderOf(body.orderNumber)).attempt !== 'sending')
    await shop.square.clearFaults()
    expect(status).toBe(202)
    await becomes(body.orderNumber, 'payment_failed')
    expect((await shop.square.ledger()).captures[String(body.orderNumber)]).toBeUndefined()
    expect(await mailsAbout(body.orderNumber)).toEqual(['payment-pending', 'payment-not-taken'])
    expect(await shop.rows('select used_count from discount_codes where code = $1', [code])).toEqual([
      { used_count: 0 },
    ])
  },
)

test('fails at once if the provider cannot be reached, and allows a retry', async () => {
  const gone = await startTestEmulator()
  await gone.close()
  const away = await openPayingShop(database.current, { SQUARE_BASE_URL: gone.address })
  expect(await away.pay()).toMatchObject({
    status: 503,
    body: { success: false, problem: 'unavailable', error: MESSAGES.paymentFailed },
  })
  await away.end()
})

test('leaves a charge begun since startup to its own process, even if the reconciler starts later', async () => {
  const opening = await openPayingShop(database.current)
  await opening.square.setFault('slow', { path: '/v2/payments', method: 'POST', delayMs: 2000 })
  const key = randomUUID()
  const answer = opening.pay({}, { key })
  await eventually(async () => (await opening.statusOf(key)).status !== 'none')
  await opening.services.reconciler.start()
  const { status, body } = await answer
  expect(status).toBe(200)
  expect(await mailsAbout(body.orderNumber)).toEqual(['order-confirmation'])
  await opening.end()
})

test('finds the charge of an order whose process died after charging', async () => {
  const body = await buy()
  await leaveBehind(body.orderNumber, { attempt: 'sending' })
  await becomes(body.orderNumber, 'paid')
  expect(await mailsAbout(body.orderNumber)).toContain('order-confirmation')
})

test('settles an order on a signed event, ignores ten duplicates, and rejects a forged one', async () => {
  const body = await buy()
  const { square_payment_id: paymentId } = await orderOf(body.orderNumber)
  await leaveBehind(body.orderNumber, { attempt: 'sending' })
  await shop.rows(`update payment_attempts set lease_until = now() + interval '1 hour' where state = 'sending'`)
  const event = eventAbout(paymentId)
  expect(await shop.sendEvent(event, signEvent(`${event} `))).toBe(401)
  expect(await shop.sendEvent(event, '')).toBe(401)
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.sendEvent(event)))
  expect(answers).toEqual(Array.from({ length: 10 }, () => 200))
  await becomes(body.orderNumber, 'paid')
  expect(await mailsAbout(body.orderNumber)).toEqual(['order-confirmation'])
  const { event_id: id } = JSON.parse(event) as { event_id: string }
  expect(await shop.rows('select count(*)::int as n from webhook_events where event_id = $1', [id])).toEqual([{ n: 1 }])
})

test('accepts and ignores events about other sales or unknown subjects', async () => {
  for (const event of [eventAbout('no-such-payment'), JSON.stringify({ event_id: randomUUID(), type: 'x', data: {} })])
    expect(await shop.sendEvent(event)).toBe(200)
  await eventually(
    async () => (await shop.rows('select 1 from webhook_events where processed_at is null')).length === 0,
  )
  expect(await shop.sendEvent('not json')).toBe(400)
})

async function goesBack(number: string | null): Promise<void> {
  await eventually(async () => {
    const { capturedCents, refundedCents } = await shop.square.ledger()
    return (refundedCents[String(number)] ?? 0) > 0 && refundedCents[String(number)] === capturedCents[String(number)]
  })
}

function alertsAbout(subject: unknown): Promise<Record<string, unknown>[]> {
  return shop.rows('select kind from alerts where subject = $1', [subject])
}

test('refunds a payment that arrives after its buyer was told that nothing was charged, once, with an email and an alert', async () => {
  const body = await buy()
  const { square_payment_id: paymentId } = await orderOf(body.orderNumber)
  await leaveBehind(body.orderNumber, { attempt: 'abandoned' })
  await Promise.all([shop.sendEvent(eventAbout(paymentId)), shop.sendEvent(eventAbout(paymentId))])
  await goesBack(body.orderNumber)
  expect(await orderOf(body.orderNumber)).toMatchObject({ state: 'payment_failed', attempt: 'orphan_refunded' })
  await eventually(async () => (await mailsAbout(body.orderNumber)).join() === 'payment-returned')
  expect(await alertsAbout(body.orderNumber)).toEqual([{ kind: 'late-payment' }])
  const { attempt_id: attemptId } = await orderOf(body.orderNumber)
  expect(await shop.rows('select amount_cents from stray_refunds where attempt_id = $1', [attemptId])).toEqual([
    { amount_cents: AN_ORDER_CENTS },
  ])
})

test('searches for an abandoned charge by order number, whatever its amount, without an event', async () => {
  const body = await buy()
  const { attempt_id: attemptId } = await orderOf(body.orderNumber)
  await leaveBehind(body.orderNumber, { attempt: 'abandoned' })
  // The provider charged another amount than the attempt requested.
  await shop.rows('update payment_attempts set amount_cents = 1, next_look_at = now() where id = $1', [attemptId])
  await goesBack(body.orderNumber)
  expect(await orderOf(body.orderNumber)).toMatchObject({ state: 'payment_failed', attempt: 'orphan_refunded' })
  await eventually(async () => {
    const [row] = await shop.rows('select looks from payment_attempts where id = $1', [attemptId])
    return Number(row?.looks) > 1
  })
  // Searched for repeatedly, refunded once.
  expect(await shop.rows('select 1 from stray_refunds where attempt_id = $1', [attemptId])).toHaveLength(1)
})

test('searches for an abandoned charge until the last scheduled search, but not for one never sent', async () => {
  await shop.square.setFault('500-before', { count: 50, path: '/v2/payments', method: 'POST' })
  const { body } = await shop.pay()
  await eventually(async () => (await orderOf(body.orderNumber)).attempt !== 'sending')
  await shop.square.clearFaults()
  await becomes(body.orderNumber, 'payment_failed')
  const lookOf = async (number: string | null) => {
    const [row] = await shop.rows(
      `select a.looks, a.next_look_at from payment_attempts a join orders o on o.id = a.order_id where o.number = $1`,
      [number],
    )
    return row
  }
  expect(await lookOf(body.orderNumber)).toMatchObject({ next_look_at: expect.anything() })
  await shop.rows(
    `update payment_attempts set looks = 29, next_look_at = now() where looks > 0 or next_look_at is not null`,
  )
  await eventually(async () => (await lookOf(body.orderNumber))?.next_look_at === null)
  const key = randomUUID()
  await shop.pay({}, { key, card: { number: '4000000000000002' } })
  const [declined] = await shop.rows('select number from orders where checkout_key = $1', [key])
  expect(await lookOf(String(declined?.number))).toEqual({ looks: 0, next_look_at: null })
})

test('refunds a second payment for a paid order, which stays paid', async () => {
  const body = await buy()
  const { id: second } = await shop.square.charge({ reference: String(body.orderNumber), amountCents: 777 })
  await Promise.all([shop.sendEvent(eventAbout(second)), shop.sendEvent(eventAbout(second))])
  await eventually(async () => (await shop.square.ledger()).refundedCents[String(body.orderNumber)] === 777)
  expect(await orderOf(body.orderNumber)).toMatchObject({ state: 'paid', attempt: 'succeeded' })
  await eventually(async () => (await mailsAbout(body.orderNumber)).join() === 'order-confirmation,payment-returned')
  expect(await alertsAbout(second)).toEqual([{ kind: 'second-payment' }])
  const settled = () => shop.rows('select from alerts where subject = $1 and resolved_at is not null', [second])
  await eventually(async () => (await settled()).length === 1)
})

test('refunds a payment with the wrong amount and alerts the owner', async () => {
  await shop.square.setFault('wrong-amount', { path: '/v2/payments', method: 'POST' })
  const { body } = await shop.pay()
  expect(body.success).toBe(false)
  expect([MESSAGES.paymentFailed, MESSAGES.paymentPending]).toContain(body.error)
  const alerts = () => shop.rows(`select subject from alerts where kind = 'wrong-amount'`)
  await eventually(async () => (await alerts()).length > 0)
  const [alert] = await alerts()
  const number = String(alert?.subject)
  await eventually(async () => {
    const { capturedCents, refundedCents } = await shop.square.ledger()
    return refundedCents[number] === capturedCents[number]
  })
  // The attempt records what was captured; the order keeps its own total.
  const { capturedCents } = await shop.square.ledger()
  const [row] = await shop.rows(
    `select a.amount_cents, o.total_cents from payment_attempts a join orders o on o.id = a.order_id where o.number = $1`,
    [number],
  )
  expect(row?.amount_cents).toBe(capturedCents[number])
  expect(row?.total_cents).not.toBe(capturedCents[number])
})

test('allows canceling an order until it is packed, and refunds it in full', async () => {
  await shop.rows(`insert into stock_levels (product_id, size, on_hand) values ('petal-renewal-serum', '1oz', 5)
    on conflict (product_id, size) do update set on_hand = 5`)
  const items = [{ productId: 'petal-renewal-serum', quantity: 2, size: '1oz' }]
  const body = await buy({ items })
  const token = String(body.orderPath).replace('/order/', '')
  expect(await shop.post('cancel-order', { token })).toEqual({ status: 200, body: { success: true, error: null } })
  expect(await shop.post('cancel-order', { token })).toEqual({ status: 200, body: { success: true, error: null } })
  const number = String(body.orderNumber)
  await eventually(async () => {
    const { capturedCents, refundedCents } = await shop.square.ledger()
    return refundedCents[number] === capturedCents[number]
  })
  expect(await mailsAbout(number)).toEqual(['order-confirmation', 'cancelled'])
  await expect
    .poll(async () => (await shop.services.orders.viewByToken(token))?.timeline.map(({ label }) => label))
    .toEqual(['Placed', 'Paid', 'Cancelled', 'Refunded'])
  expect(
    await shop.rows(`select l.actor from audit_log l join orders o on l.subject_id = o.id::text where o.number = $1`, [
      number,
    ]),
  ).toEqual([{ actor: 'buyer' }])
  expect(
    await shop.rows(`select on_hand from stock_levels where product_id = 'petal-renewal-serum' and size = '1oz'`),
  ).toEqual([{ on_hand: 5 }])
  const packed = await buy()
  await shop.rows(`update orders set state = 'packed', packed_at = now() where number = $1`, [packed.orderNumber])
  expect(await shop.post('cancel-order', { token: String(packed.orderPath).replace('/order/', '') })).toEqual({
    status: 409,
    body: { success: false, error: MESSAGES.orderNotCancellable },
  })
})

test('finds an order by number and email address, and gives the same answer to every mismatch', async () => {
  const customerInfo = { email: 'Zoe@example.com', firstName: 'Zoë', lastName: 'Okafor', phone: '' }
  const body = await buy({ customerInfo })
  const ask = (orderNumber: string, email: string) => shop.post('find-order', { orderNumber, email })
  const found = { status: 200, body: { orderPath: body.orderPath, error: null } }
  const plain = await shop.app.request('/functions/v1/find-order', {
    method: 'POST',
    body: new URLSearchParams({ orderNumber: String(body.orderNumber), email: 'zoe@example.com' }),
  })
  expect([plain.status, plain.headers.get('location')]).toEqual([303, body.orderPath])
  expect(await ask(String(body.orderNumber).toLowerCase(), ' zoe+shop@example.com ')).toEqual(found)
  const no = { status: 404, body: { orderPath: null, error: MESSAGES.orderNotFound } }
  expect(await ask(String(body.orderNumber), 'eve@example.com')).toEqual(no)
  expect(await ask('BLM-22222222-2222', 'zoe@example.com')).toEqual(no)
  expect(await ask('nonsense', 'nonsense')).toEqual(no)
})

test('accepts one review per oil of an order, and only once it has shipped', async () => {
  const items = [
    { productId: 'pure-bloom', quantity: 1, size: '1oz' },
    { productId: 'pure-bloom', quantity: 1, size: '2oz' },
    { productId: 'floral-wood-body-oil', quantity: 1 },
  ]
  const body = await buy({ items })
  const offered = async () => {
    const view = await shop.services.orders.viewByToken(String(body.orderPath).replace('/order/', ''))
    return view?.lines.flatMap(({ productId, reviewPath }) => (reviewPath ? [productId] : [])).toSorted()
  }
  expect(await offered()).toEqual([])
  await shop.rows(`update orders set state = 'shipped', shipped_at = now() where number = $1`, [body.orderNumber])
  expect(await offered()).toEqual(['floral-wood-body-oil', 'pure-bloom'])
})

test('shows what was bought on the order page, with less personal data after ninety days', async () => {
  const body = await buy()
  const token = String(body.orderPath).replace('/order/', '')
  const view = await shop.services.orders.viewByToken(token)
  expect(view).toMatchObject({
    number: body.orderNumber,
    status: 'paid',
    totalCents: AN_ORDER_CENTS,
    lines: [{ name: 'Pure Bloom', size: '1oz', quantity: 2, reviewPath: null }],
    shipTo: ['Ana Prado', '1 Main St', 'Provo, UT 84601', 'United States'],
    card: { brand: 'VISA', last4: '1111' },
    canCancel: true,
  })
  expect(view?.timeline.map(({ label }) => label)).toEqual(['Placed', 'Paid'])
  await shop.rows(`update orders set created_at = now() - interval '91 days' where number = $1`, [body.orderNumber])
  expect(await shop.services.orders.viewByToken(token)).toMatchObject({ shipTo: null, card: null })
  const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  expect(await shop.services.orders.viewByToken(forged)).toBeUndefined()
  expect(await shop.services.orders.viewByToken('')).toBeUndefined()
})

test('offers a calendar reminder for the day the first bottle runs out', async () => {
  const body = await buy()
  const response = await shop.app.request(`${body.orderPath}/reminder.ics`)
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(await response.text()).toContain('SUMMARY:Pure Bloom is running low')
  expect((await shop.app.request('/order/forged/reminder.ics')).status).toBe(404)
})
