import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PaymentResponse } from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import { renewLease } from '#server/payments/payments.queries.ts'
import { withdrawBalance } from '#server/payments/taken-payments.ts'
import { eventually } from '#test/eventually.ts'
import type { TypedCard } from '#test/square-emulator.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { eventAbout, openWebhookShop, type WebhookShop } from '#test/webhook-shop.ts'

const database = useTestDatabase()
let shop: WebhookShop

beforeAll(async () => {
  shop = await openWebhookShop(database.current)
  // The first checkout compiles modules; on a busy machine that can exceed these timings.
  await shop.pay()
  await shop.services.reconciler.start()
})
afterEach(() => shop.square.clearFaults())
afterAll(() => shop.end())

type Asked = { id: string; number: string; token: string; requestId: string }

/** A paid order whose buyer was asked for $3.58. */
async function asked(): Promise<Asked> {
  const { body } = await shop.pay()
  const number = String(body.orderNumber)
  await eventually(
    async () => (await shop.rows(`select from orders where number = $1 and paid_at is not null`, [number])).length > 0,
  )
  const [row] = await shop.rows(
    `with moved as (
       insert into order_tax_moves (order_id, number, from_state, to_state, from_basis_points, to_basis_points,
         goods_cents, discount_cents, shipping_cents, from_tax_cents, to_tax_cents, waived_cents)
       select id, 1, 'NY', 'UT', 0, 715, 5000, 0, 999, 0, 0, 358 from orders where number = $1 returning id, order_id)
     insert into balance_requests (order_id, tax_move_id, amount_cents, expires_at)
     select order_id, id, 358, now() + interval '1 day' from moved returning id, order_id`,
    [number],
  )
  await shop.rows('update orders set borne_tax_cents = 0 where id = $1', [row?.order_id])
  return {
    id: String(row?.order_id),
    number,
    token: String(body.orderPath).replace('/order/', ''),
    requestId: String(row?.id),
  }
}

async function payBalance({ token, requestId }: Asked, card?: TypedCard, headers: Record<string, string> = {}) {
  const sourceId = await shop.square.tokenize(card)
  return shop.post<PaymentResponse>('pay-balance', { token, requestId, sourceId }, headers)
}

async function attemptsOf({ requestId }: Asked): Promise<unknown[]> {
  const rows = await shop.rows('select state from payment_attempts where request_id = $1 order by attempt_no', [
    requestId,
  ])
  return rows.map(({ state }) => state)
}

async function requestOf({ requestId }: Asked) {
  const [row] = await shop.rows(
    `select b.state, o.state as order_state, o.added_tax_cents from balance_requests b join orders o on o.id = b.order_id where b.id = $1`,
    [requestId],
  )
  return row
}

const PAID = { state: 'paid', order_state: 'paid', added_tax_cents: 358 }
const UNPAID = { state: 'open', order_state: 'paid', added_tax_cents: 0 }

async function mailsAbout({ number }: Asked): Promise<unknown[]> {
  const rows = await shop.rows(
    `select template from outbox where payload->>'orderNumber' = $1 and template <> 'order-confirmation' order by created_at`,
    [number],
  )
  return rows.map(({ template }) => template)
}

test('says that a payment is being checked if Square’s responses are lost, and books it once when it is found', async () => {
  const order = await asked()
  await shop.square.setFault('500-after', { path: '/v2/payments', method: 'POST', count: 50 })
  const { status, body } = await payBalance(order)
  expect([status, body.isPending]).toEqual([202, true])
  // Paying again in the meantime joins it.
  const view = await shop.services.orders.viewByToken(order.token)
  expect(view?.balance).toMatchObject({ standing: 'open', isConfirming: true })
  await shop.square.clearFaults()
  await eventually(async () => (await requestOf(order))?.state === 'paid')
  expect(await requestOf(order)).toEqual(PAID)
  const { captures } = await shop.square.ledger()
  expect([captures[order.number], captures[`${order.number}-2`]]).toEqual([1, 1])
  expect((await mailsAbout(order)).filter((mail) => mail === 'balance-paid')).toHaveLength(1)
  expect((await shop.services.orders.viewByToken(order.token))?.balance).toMatchObject({
    standing: 'paid',
    buyer: null,
  })
})

test('gives up on a payment that never reached Square, notifies the buyer, and accepts the next one', async () => {
  const order = await asked()
  await shop.square.setFault('500-before', { path: '/v2/payments', method: 'POST', count: 50 })
  await payBalance(order)
  await eventually(async () => (await attemptsOf(order))[0] !== 'sending')
  await shop.square.clearFaults()
  await eventually(async () => (await attemptsOf(order))[0] === 'abandoned')
  expect(await requestOf(order)).toEqual(UNPAID)
  await eventually(async () => (await mailsAbout(order)).includes('balance-not-taken'))
  await payBalance(order)
  await eventually(async () => (await requestOf(order))?.state === 'paid')
  const { captures } = await shop.square.ledger()
  expect([captures[`${order.number}-2`], captures[`${order.number}-3`]]).toEqual([undefined, 1])
})

/** Leaves a paid request as if the process was killed before storing the response; Square has the payment. */
async function leaveBehind({ id, requestId }: Asked, state: 'sending' | 'abandoned'): Promise<string> {
  const [row] = await shop.rows('select square_payment_id as payment from payment_attempts where request_id = $1', [
    requestId,
  ])
  await shop.rows(`delete from outbox where template = 'balance-paid' and cause = $1`, [`balance-paid:${requestId}`])
  await shop.rows(`update balance_requests set state = 'open', ended_at = null where id = $1`, [requestId])
  await shop.rows('update orders set added_tax_cents = 0, borne_tax_cents = 0 where id = $1', [id])
  await shop.rows(
    `update payment_attempts set state = $2, square_payment_id = null, resolved_at = null,
       lease_until = now() + interval '1 hour' where request_id = $1`,
    [requestId, state],
  )
  return String(row?.payment)
}

test('books a payment once if events report it before its process knows, however many there are', async () => {
  const order = await asked()
  await payBalance(order)
  await eventually(async () => (await requestOf(order))?.state === 'paid')
  const paymentId = await leaveBehind(order, 'sending')
  await Promise.all([shop.sendEvent(eventAbout(paymentId)), shop.sendEvent(eventAbout(paymentId))])
  await eventually(async () => (await requestOf(order))?.state === 'paid')
  await shop.sendEvent(eventAbout(paymentId))
  await eventually(async () => (await shop.rows(`select from webhook_events where state <> 'done'`)).length === 0)
  expect(await requestOf(order)).toEqual(PAID)
  expect(await mailsAbout(order)).toEqual(['balance-paid'])
  expect(await shop.rows('select from stray_refunds where square_payment_id = $1', [paymentId])).toEqual([])
})

test('refunds a payment that arrives after its buyer was told that nothing was charged, and keeps the request open', async () => {
  const order = await asked()
  await payBalance(order)
  await eventually(async () => (await requestOf(order))?.state === 'paid')
  const paymentId = await leaveBehind(order, 'abandoned')
  await Promise.all([shop.sendEvent(eventAbout(paymentId)), shop.sendEvent(eventAbout(paymentId))])
  await eventually(async () => (await shop.square.ledger()).refundedCents[`${order.number}-2`] === 358)
  expect(await requestOf(order)).toEqual(UNPAID)
  await eventually(async () => (await mailsAbout(order)).join() === 'payment-returned')
  expect(await shop.rows('select kind from alerts where subject = $1', [paymentId])).toEqual([
    { kind: 'payment-not-due' },
  ])
})

test('never sends a withdrawn charge, however long its sender was paused', async () => {
  const order = await asked()
  const id = randomUUID()
  await shop.rows(
    `insert into payment_attempts (id, order_id, attempt_no, request_id, source_hash, amount_cents, lease_until)
     values ($1, $2, 2, $3, 'paused', 358, now() + interval '1 hour')`,
    [id, order.id, order.requestId],
  )
  const { orm } = database.current
  expect(await renewLease(orm, id, 3_600_000)).toBe(true)
  await orm.transaction((tx) => withdrawBalance(tx, order.id, 'owner'))
  expect(await renewLease(orm, id, 3_600_000)).toBe(false)
  await eventually(async () => (await attemptsOf(order))[0] === 'abandoned')
  // No one is notified about a request that was withdrawn.
  expect(await mailsAbout(order)).toEqual([])
})

test('refunds a payment of a different amount, and keeps the request open', async () => {
  const order = await asked()
  await shop.square.setFault('wrong-amount', { path: '/v2/payments', method: 'POST' })
  const { body } = await payBalance(order)
  expect(body.success).toBe(false)
  const reference = `${order.number}-2`
  await eventually(async () => {
    const { capturedCents, refundedCents } = await shop.square.ledger()
    return (capturedCents[reference] ?? 0) > 0 && capturedCents[reference] === refundedCents[reference]
  })
  expect(await requestOf(order)).toEqual(UNPAID)
  await eventually(async () => (await mailsAbout(order)).join() === 'payment-returned')
})

test('refunds a second payment with the same reference, no matter who made it', async () => {
  const order = await asked()
  await payBalance(order)
  await eventually(async () => (await requestOf(order))?.state === 'paid')
  const { id: paymentId } = await shop.square.charge({ reference: `${order.number}-2`, amountCents: 358 })
  await Promise.all([shop.sendEvent(eventAbout(paymentId)), shop.sendEvent(eventAbout(paymentId))])
  await eventually(async () => (await shop.square.ledger()).refundedCents[`${order.number}-2`] === 358)
  expect(await requestOf(order)).toEqual(PAID)
  expect(await shop.rows('select kind from alerts where subject = $1', [paymentId])).toEqual([
    { kind: 'second-payment' },
  ])
})

test('alerts the owner about a payment with an unknown reference', async () => {
  const order = await asked()
  const { id: paymentId } = await shop.square.charge({ reference: `${order.number}-7`, amountCents: 358 })
  await shop.sendEvent(eventAbout(paymentId))
  const alerts = () => shop.rows('select kind from alerts where subject = $1', [paymentId])
  await eventually(async () => (await alerts()).length > 0)
  expect(await alerts()).toEqual([{ kind: 'money-without-order' }])
  expect(await requestOf(order)).toEqual(UNPAID)
})

test('tells Square what a payment is for', async () => {
  const order = await asked()
  await payBalance(order)
  await eventually(async () => (await requestOf(order))?.state === 'paid')
  const { payments } = await shop.square.ledger()
  const payment = payments.find(({ reference_id }) => reference_id === `${order.number}-2`)
  expect(payment).toMatchObject({
    note: `Sales tax for order ${order.number}`,
    buyer_email_address: expect.any(String),
  })
})

test('takes a card token once, whatever it paid for', async () => {
  const [first, second] = [await asked(), await asked()]
  const sourceId = await shop.square.tokenize()
  const pay = ({ token, requestId }: Asked) => shop.post<PaymentResponse>('pay-balance', { token, requestId, sourceId })
  await pay(first)
  await eventually(async () => (await requestOf(first))?.state === 'paid')
  expect(await pay(second)).toEqual({
    status: 402,
    body: { success: false, orderNumber: null, error: MESSAGES.cardAgain, problem: 'card-again' },
  })
  expect(await attemptsOf(second)).toEqual([])
  // Once more for the first is the same press.
  expect(await pay(first)).toMatchObject({ status: 200, body: { success: true, orderNumber: first.number } })
  expect(await attemptsOf(first)).toEqual(['succeeded'])
})

test('shows what was paid while no card can be charged', async () => {
  const order = await asked()
  await payBalance(order)
  await eventually(async () => (await requestOf(order))?.state === 'paid')
  shop.services.till.noteError(Object.assign(new Error('no space left on device'), { code: '53100' }))
  expect(await payBalance(order)).toMatchObject({ status: 200, body: { success: true, orderNumber: order.number } })
  await eventually(() => shop.services.till.isOpen())
})

const meddlers = [
  [
    'its try is gone',
    `delete from payment_tries where order_id is null and attempt_id is null`,
    { status: 429, body: { success: false, orderNumber: null, error: MESSAGES.tooManyRequests, problem: 'throttled' } },
  ],
  [
    'the charge cannot be stored',
    `raise exception 'not now'`,
    { status: 503, body: { success: false, orderNumber: null, error: MESSAGES.paymentFailed } },
  ],
] as const

test.each(meddlers)('charges nothing if %s, and takes the next try', async (_, statement, answer) => {
  const order = await asked()
  await shop.rows(`create or replace function meddle() returns trigger language plpgsql as $$
    begin ${statement}; return new; end $$`)
  await shop.rows('create trigger meddle before insert on payment_attempts for each row execute function meddle()')
  const tries = async () => (await shop.rows('select from payment_tries')).length
  const before = await tries()
  expect(await payBalance(order)).toEqual(answer)
  expect(await attemptsOf(order)).toEqual([])
  expect(await tries()).toBe(before)
  await shop.rows('drop trigger meddle on payment_attempts')
  await payBalance(order)
  await eventually(async () => (await requestOf(order))?.state === 'paid')
})

test('refuses a malformed checkout id', async () => {
  const order = await asked()
  expect(await payBalance(order, {}, { 'idempotency-key': 'x y' })).toMatchObject({
    status: 400,
    body: { success: false, orderNumber: null },
  })
  expect(await attemptsOf(order)).toEqual([])
})

test('counts a declined card against its sender, as at checkout', async () => {
  const order = await asked()
  const from = { 'x-forwarded-for': '203.0.113.77' }
  const { status, body } = await payBalance(order, { number: '4000000000000002' }, from)
  expect([status, body.error]).toEqual([402, MESSAGES.cardDeclined])
  const [row] = await shop.rows(
    `select t.order_id, a.state from payment_tries t join payment_attempts a on a.id = t.attempt_id where a.request_id = $1`,
    [order.requestId],
  )
  expect(row).toEqual({ order_id: null, state: 'declined' })
  let last = 0
  for (let tries = 0; tries < 12 && last !== 429; tries += 1)
    last = (await payBalance(order, { number: '4000000000000002' }, from)).status
  expect(last).toBe(429)
})

test.each([
  ['nothing', {}, 400],
  ['a card number', { token: 'x', requestId: randomUUID(), sourceId: '4111 1111 1111 1111' }, 400],
  ['more than it asks for', { token: 'x', requestId: randomUUID(), sourceId: 'cnon:x', amountCents: 1 }, 400],
  ['a made-up link', { token: 'forged', requestId: randomUUID(), sourceId: 'cnon:x' }, 404],
])('refuses %s with a message, and charges nothing', async (_, body, expected) => {
  const charges = (await shop.square.ledger()).payments.length
  const answer = await shop.post<PaymentResponse>('pay-balance', body)
  expect(answer.status).toBe(expected)
  expect(answer.body).toMatchObject({ success: false, error: expect.stringMatching(/^[A-Z].+/) })
  expect((await shop.square.ledger()).payments).toHaveLength(charges)
})
