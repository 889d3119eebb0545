import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRaiseAlert } from '#server/alerts/raise-alert.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { AN_ORDER_CENTS } from '#test/an-order.ts'
import { askForBottles } from '#test/chaos/requests.ts'
import { queueNamed } from '#test/drain-queue.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { openWebhookShop, type WebhookShop } from '#test/webhook-shop.ts'
import type { Failure, PaymentGateway, ProviderPayment } from './gateway.ts'
import { createMoneyAlerts } from './money-alerts.service.ts'
import type { Closing, Settlement } from './settlement.service.ts'
import { findStrayRefunds } from './stray-refunds.queries.ts'
import { createStrayRefundService } from './stray-refunds.service.ts'
import { withdrawBalance } from './taken-payments.ts'

const database = useTestDatabase()
let shop: WebhookShop

// Nothing but these tests settles a payment: the workers are not started.
beforeAll(async () => {
  shop = await openWebhookShop(database.current)
})
afterAll(() => shop.end())

const BOTTLE_CENTS = 2500

test('names the order in the log when its charge cannot be looked up', async () => {
  const due = await anOpenOrder()
  await shop.rows(`update payment_attempts set lease_until = now() where order_id = $1`, [due.orderId])
  await shop.square.setFault('500-before', { path: '/v2/payments', method: 'GET', count: 50 })
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  await queueNamed(shop.services.reconciler, 'open_charges').sweep(log)
  await shop.square.clearFaults()
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ queue: 'open_charges', order: due.number }])
})

type Due = { orderId: string; number: string; attemptNo: number; dueCents: number }

/** An order whose charge is under way. */
async function anOpenOrder(): Promise<Due> {
  const { body } = await shop.pay()
  const [order] = await shop.rows(
    `update orders set state = 'pending_payment', paid_at = null where number = $1 returning id`,
    [body.orderNumber],
  )
  await shop.rows(
    `update payment_attempts set state = 'sending', square_payment_id = null, resolved_at = null, card_brand = null,
       card_last_4 = null, lease_until = now() + interval '1 hour' where order_id = $1`,
    [order?.id],
  )
  await shop.rows(`delete from outbox where payload->>'orderNumber' = $1`, [body.orderNumber])
  return { orderId: String(order?.id), number: String(body.orderNumber), attemptNo: 1, dueCents: AN_ORDER_CENTS }
}

/** A paid order whose buyer was asked for another bottle, with the charge for it under way. */
async function anOpenRequest(): Promise<Due> {
  const { body } = await shop.pay()
  await shop.rows(`update orders set created_at = '2026-01-01' where number = $1`, [body.orderNumber])
  const [asked] = await askForBottles(database.current, 1)
  await shop.rows(
    `insert into payment_attempts (id, order_id, attempt_no, request_id, source_hash, amount_cents, lease_until)
     values (gen_random_uuid(), $1, 2, $2, $3, ${BOTTLE_CENTS}, now() + interval '1 hour')`,
    [asked?.orderId, asked?.requestId, randomUUID()],
  )
  await shop.rows(`delete from outbox where payload->>'orderNumber' = $1`, [body.orderNumber])
  return {
    orderId: String(asked?.orderId),
    number: String(body.orderNumber),
    attemptNo: 2,
    dueCents: BOTTLE_CENTS,
  }
}

const KINDS = [
  ['an order', anOpenOrder],
  ['a request', anOpenRequest],
] as const

function captured({ dueCents }: Due, change: Partial<ProviderPayment> = {}): ProviderPayment {
  return {
    id: randomUUID(),
    status: 'COMPLETED',
    amountCents: dueCents,
    currency: 'USD',
    referenceId: undefined,
    refundedCents: 0,
    cardBrand: 'VISA',
    cardLast4: '1111',
    cardFingerprint: 'sq-1-fingerprint',
    createdAt: new Date(),
    ...change,
  }
}

function accept(due: Due, payment: ProviderPayment): Promise<void> {
  const { settlement } = shop.services.payments
  return database.current.orm.transaction((tx) => settlement.accept(tx, due, payment))
}

async function attemptOf({ orderId, attemptNo }: Due) {
  const [row] = await shop.rows(
    `select id, state, amount_cents, card_brand, card_last_4, card_hash is not null as has_card_hash
     from payment_attempts where order_id = $1 and attempt_no = $2`,
    [orderId, attemptNo],
  )
  return row
}

/** What goes back: only ever as a stray payment, so that no refund counts as one of the order. */
async function goingBack(due: Due, { id }: ProviderPayment): Promise<unknown[]> {
  expect(await shop.rows('select from refunds where attempt_id = $1', [(await attemptOf(due))?.id])).toEqual([])
  const found = await shop.rows('select amount_cents, reason from stray_refunds where square_payment_id = $1', [id])
  return found.map(({ amount_cents, reason }) => `${String(amount_cents)} ${String(reason)}`)
}

/** Square agrees to refund what goes back of a payment, which the emulator doesn't know. */
async function refundAll({ id: paymentId }: ProviderPayment): Promise<void> {
  const { current } = database
  const now = () => new Date()
  const raiseAlert = createRaiseAlert(async () => [])
  const square: Pick<PaymentGateway, 'refund'> = {
    refund: async ({ idempotencyKey: id, amountCents }) => ({
      refund: { id, status: 'COMPLETED', paymentId, amountCents, createdAt: now() },
    }),
  }
  const alerts = createMoneyAlerts({ database: current, raiseAlert, now })
  const parts = { database: current, gateway: square as PaymentGateway, raiseAlert, alerts, now }
  for (const stray of await findStrayRefunds(current.orm, [paymentId]))
    await createStrayRefundService(parts).push(stray)
}

async function mailsAbout({ number }: Due) {
  return shop.rows(`select template, payload from outbox where payload->>'orderNumber' = $1 order by created_at`, [
    number,
  ])
}

async function alertsAbout(due: Due, payment: ProviderPayment) {
  return shop.rows('select kind, detail from alerts where subject in ($1, $2)', [due.number, payment.id])
}

test.each(KINDS)('books %s even if its payment has no card details, and says so', async (_, open) => {
  for (const [cardBrand, cardLast4] of [
    [undefined, undefined],
    ['VISA', undefined],
    [undefined, '1111'],
    ['VISA', '1111'],
  ]) {
    const due = await open()
    const payment = captured(due, { cardBrand, cardLast4, cardFingerprint: cardBrand && 'sq-1-fingerprint' })
    await accept(due, payment)
    expect(await attemptOf(due)).toMatchObject({
      state: 'succeeded',
      amount_cents: due.dueCents,
      card_brand: cardBrand ?? null,
      card_last_4: cardLast4 ?? null,
      has_card_hash: cardBrand !== undefined,
    })
    expect(await goingBack(due, payment)).toEqual([])
    const paid = (await mailsAbout(due)).find(({ template }) => template === 'balance-paid')
    const card = cardBrand && cardLast4 ? { brand: cardBrand, last4: cardLast4 } : null
    // The email about an order says nothing of a card.
    expect((paid?.payload as { card: unknown } | undefined)?.card).toEqual(due.attemptNo === 1 ? undefined : card)
  }
})

test.each(KINDS)('refunds a payment for %s in another currency, whatever its amount', async (_, open) => {
  const due = await open()
  const payment = captured(due, { currency: 'CAD' })
  await accept(due, payment)
  expect(await goingBack(due, payment)).toEqual([`${due.dueCents} Wrong amount`])
  const dollars = due.attemptNo === 1 ? '$63.57' : '$25.00'
  expect(await alertsAbout(due, payment)).toEqual([
    { kind: 'wrong-amount', detail: expect.stringContaining(`A payment of ${dollars} for order ${due.number}`) },
  ])
})

test.each(KINDS)('refunds the rest of a payment for %s that was partly refunded at Square', async (_, open) => {
  const due = await open()
  const payment = captured(due, { amountCents: due.dueCents + 100, refundedCents: 40 })
  await accept(due, payment)
  await accept(due, payment)
  expect(await goingBack(due, payment)).toEqual([`${due.dueCents + 60} Wrong amount`])
  expect(await alertsAbout(due, payment)).toHaveLength(1)
  expect(await mailsAbout(due)).toEqual([])
  await refundAll(payment)
  const mails = await mailsAbout(due)
  expect(mails.map(({ template }) => template)).toEqual(['payment-returned'])
  expect(mails[0]?.payload).toMatchObject({ refundCents: due.dueCents + 60 })
})

test.each(KINDS)(
  'refunds nothing of a payment for %s that was already refunded at Square, and sends no email',
  async (_, open) => {
    const due = await open()
    const payment = captured(due, { amountCents: 100, refundedCents: 100 })
    await accept(due, payment)
    expect(await goingBack(due, payment)).toEqual([])
    expect(await mailsAbout(due)).toEqual([])
    const [row] = await shop.rows('select state from orders where id = $1', [due.orderId])
    expect(row?.state).toBe(due.attemptNo === 1 ? 'payment_failed' : 'paid')
  },
)

test.each(KINDS)(
  'keeps one of two payments for %s, and says in the email about the other that it is paid',
  async (_, open) => {
    const due = await open()
    const [first, second] = [captured(due), captured(due, { refundedCents: 1 })]
    await accept(due, first)
    await accept(due, second)
    await accept(due, first)
    await accept(due, second)
    expect(await goingBack(due, first)).toEqual([])
    expect(await goingBack(due, second)).toHaveLength(1)
    expect((await goingBack(due, second))[0]).toMatch(new RegExp(`^${due.dueCents - 1} .*paid before$`))
    expect(await alertsAbout(due, second)).toMatchObject([{ kind: 'second-payment' }])
    await refundAll(second)
    const returned = (await mailsAbout(due)).filter(({ template }) => template === 'payment-returned')
    expect(returned.map(({ payload }) => payload)).toMatchObject([{ refundCents: due.dueCents - 1, isOrderPaid: true }])
  },
)

/** The same, by calling what a sender or the reconciler calls. */
function settle(work: (tx: Orm, settlement: Settlement) => Promise<void>): Promise<void> {
  return database.current.orm.transaction((tx) => work(tx, shop.services.payments.settlement))
}

async function stateOf({ orderId, attemptNo }: Due) {
  const [row] = await shop.rows(
    `select o.state as order_state, a.state, a.http_status, a.error_category, a.error_code, a.card_hash is not null as has_card_hash,
       a.resolved_at is not null as is_resolved, a.next_look_at is not null as is_looked_for,
       a.lease_until <= now() as is_free
     from payment_attempts a join orders o on o.id = a.order_id where a.order_id = $1 and a.attempt_no = $2`,
    [orderId, attemptNo],
  )
  return row
}

const REFUSED = { httpStatus: 402, category: 'PAYMENT_METHOD_ERROR', code: 'CVV_FAILURE' } as const
const declined: Failure = { verdict: { kind: 'declined', shouldCheckCard: false }, ...REFUSED }

test.each(KINDS)('keeps why the card for %s was declined, and closes what was not paid, once', async (_, open) => {
  const due = await open()
  const closing: Closing = { state: 'declined', failure: declined, cardFingerprint: 'sq-1-fingerprint' }
  await settle((tx, settlement) => settlement.close(tx, due, closing))
  // A buyer who comes later finds it closed.
  await settle((tx, settlement) => settlement.close(tx, due, { state: 'abandoned', mayArriveLate: true }))
  expect(await stateOf(due)).toEqual({
    order_state: due.attemptNo === 1 ? 'payment_failed' : 'paid',
    state: 'declined',
    http_status: 402,
    error_category: 'PAYMENT_METHOD_ERROR',
    error_code: 'CVV_FAILURE',
    has_card_hash: true,
    is_resolved: true,
    is_looked_for: false,
    is_free: false,
  })
  // The buyer saw it at checkout.
  expect(await mailsAbout(due)).toEqual([])
})

test.each(KINDS)('writes to the buyer of %s whose charge was never found, and looks for it later', async (_, open) => {
  const due = await open()
  await settle((tx, settlement) => settlement.close(tx, due, { state: 'abandoned', mayArriveLate: true }))
  expect(await stateOf(due)).toMatchObject({
    state: 'abandoned',
    http_status: null,
    error_category: null,
    error_code: null,
    has_card_hash: false,
    is_resolved: true,
    is_looked_for: true,
  })
  const orderPath = shop.services.payments.links.pathFor(due.orderId)
  const order = { orderNumber: due.number, firstName: 'Ana' }
  expect(await mailsAbout(due)).toEqual([
    due.attemptNo === 1
      ? { template: 'payment-not-taken', payload: order }
      : { template: 'balance-not-taken', payload: { ...order, orderPath, amountCents: BOTTLE_CENTS } },
  ])
})

test('gives back what an order had reserved when nothing was charged for it', async () => {
  await shop.rows(`insert into stock_levels (product_id, size, on_hand) values ('pure-bloom', '1oz', 10)
    on conflict (product_id, size) do update set on_hand = 10`)
  await shop.rows(
    `insert into discount_codes (code, kind, percent, total_limit) values ('CLOSED-ONCE', 'percent', 10, 1)`,
  )
  await shop.square.setFault('500-before', { path: '/v2/payments', method: 'POST', count: 50 })
  const { body } = await shop.pay({ discountCode: 'CLOSED-ONCE' })
  await shop.services.checkout.finish()
  await shop.square.clearFaults()
  const reserved = async () => {
    const [row] = await shop.rows(
      `select (select on_hand from stock_levels where product_id = 'pure-bloom' and size = '1oz') as on_hand,
         (select used_count from discount_codes where code = 'CLOSED-ONCE') as used`,
    )
    return row
  }
  expect(await reserved()).toEqual({ on_hand: 8, used: 1 })
  const [order] = await shop.rows('select id from orders where number = $1', [body.orderNumber])
  const key = { orderId: String(order?.id), attemptNo: 1 }
  for (let times = 0; times < 2; times += 1)
    await settle((tx, settlement) => settlement.close(tx, key, { state: 'abandoned' }))
  expect(await reserved()).toEqual({ on_hand: 10, used: 0 })
  await shop.rows(`delete from stock_levels where product_id = 'pure-bloom'`)
})

test.each(KINDS)('leaves %s to the reconciler at once if nobody knows what became of its charge', async (_, open) => {
  const due = await open()
  const why = { httpStatus: 500, category: 'API_ERROR', code: 'UNKNOWN' } as const
  const failure: Failure = { verdict: { kind: 'unknown', isSuspicious: false }, ...why }
  await settle((tx, settlement) => settlement.leaveOpen(tx, due, failure))
  // It was taken over by then, so a late answer says nothing new.
  await settle((tx, settlement) => settlement.leaveOpen(tx, due, { ...failure, httpStatus: 503, code: 'LATE' }))
  expect(await stateOf(due)).toMatchObject({
    order_state: due.attemptNo === 1 ? 'pending_payment' : 'paid',
    state: 'unknown',
    http_status: 500,
    error_category: 'API_ERROR',
    error_code: 'UNKNOWN',
    is_resolved: false,
    is_free: true,
  })
  expect(await shop.rows('select from alerts where subject = $1', [due.number])).toEqual([])
})

test.each([
  ['CARD_TOKEN_USED', { httpStatus: 400, category: 'INVALID_REQUEST_ERROR', code: 'CARD_TOKEN_USED' }],
  ['no payment', {}],
])('tells the owner of an answer that Square should never give: %s', async (what, answer) => {
  const due = await anOpenOrder()
  const failure: Failure = { verdict: { kind: 'unknown', isSuspicious: true }, ...answer }
  await settle((tx, settlement) => settlement.leaveOpen(tx, due, failure))
  expect(await shop.rows('select kind, detail from alerts where subject = $1', [due.number])).toEqual([
    { kind: 'odd-answer', detail: expect.stringContaining(`the charge of order ${due.number} with ${what}. `) },
  ])
  expect(await stateOf(due)).toMatchObject({ state: 'unknown', is_free: true })
  await (what === 'no payment'
    ? accept(due, captured(due))
    : settle((tx, settlement) => settlement.close(tx, due, { state: 'abandoned' })))
  expect(await shop.rows('select resolution from alerts where subject = $1', [due.number])).toEqual([
    { resolution: 'We know now what became of the payment.' },
  ])
})

test.each(KINDS)('asks the buyer of %s once not to pay again, until it is settled', async (_, open) => {
  const due = await open()
  for (let times = 0; times < 2; times += 1) await settle((tx, settlement) => settlement.notifyPending(tx, due))
  const orderPath = shop.services.payments.links.pathFor(due.orderId)
  const payload = { orderNumber: due.number, firstName: 'Ana', orderPath, totalCents: due.dueCents }
  expect(await mailsAbout(due)).toEqual([{ template: 'payment-pending', payload }])
  await shop.rows(`delete from outbox where payload->>'orderNumber' = $1`, [due.number])
  await accept(due, captured(due))
  await shop.rows(`delete from outbox where payload->>'orderNumber' = $1`, [due.number])
  await settle((tx, settlement) => settlement.notifyPending(tx, due))
  expect(await mailsAbout(due)).toEqual([])
})

test('says nothing of a request that was withdrawn, and returns what is paid for it', async () => {
  const due = await anOpenRequest()
  await database.current.orm.transaction((tx) => withdrawBalance(tx, due.orderId, 'owner'))
  await settle((tx, settlement) => settlement.notifyPending(tx, due))
  expect(await mailsAbout(due)).toEqual([])
  const payment = captured(due)
  await accept(due, payment)
  await accept(due, payment)
  expect(await stateOf(due)).toMatchObject({ order_state: 'paid', state: 'orphan_refunded', is_resolved: true })
  expect(await goingBack(due, payment)).toEqual([`${BOTTLE_CENTS} No longer asked for`])
  expect(await alertsAbout(due, payment)).toMatchObject([{ kind: 'payment-not-due' }])
  await refundAll(payment)
  expect((await mailsAbout(due)).map(({ payload }) => payload)).toMatchObject([
    { why: 'not-due', refundCents: BOTTLE_CENTS, isOrderPaid: true },
  ])
  const gone = await anOpenRequest()
  await database.current.orm.transaction((tx) => withdrawBalance(tx, gone.orderId, 'owner'))
  await settle((tx, settlement) => settlement.close(tx, gone, { state: 'abandoned' }))
  expect(await mailsAbout(gone)).toEqual([])
})

test('returns a payment that comes after the order was closed, and says in the email that it is not paid', async () => {
  const due = await anOpenOrder()
  await settle((tx, settlement) => settlement.close(tx, due, { state: 'abandoned' }))
  await shop.rows(`delete from outbox where payload->>'orderNumber' = $1`, [due.number])
  const payment = captured(due)
  await accept(due, payment)
  await accept(due, payment)
  expect(await stateOf(due)).toMatchObject({ order_state: 'payment_failed', state: 'orphan_refunded' })
  expect(await goingBack(due, payment)).toEqual([`${AN_ORDER_CENTS} Arrived after the order was closed`])
  await refundAll(payment)
  expect(await mailsAbout(due)).toMatchObject([
    { template: 'payment-returned', payload: { why: 'late-payment', refundCents: AN_ORDER_CENTS, isOrderPaid: false } },
  ])
})

test('leaves it to the owner what to do with a payment that names no charge of its order', async () => {
  const due = await anOpenOrder()
  const payment = captured(due, { amountCents: 1234 })
  const seventh = { ...due, attemptNo: 7 }
  await accept(seventh, payment)
  const told = (why: string) => [
    {
      kind: 'money-without-order',
      detail: expect.stringContaining(`Payment ${payment.id} of $12.34 names order ${due.number}, which ${why}. `),
    },
  ]
  expect(await alertsAbout(due, payment)).toEqual(told('has no such payment'))
  await shop.rows('delete from alerts where subject = $1', [payment.id])
  await shop.rows(`update orders set paid_outside = 'cash' where id = $1`, [due.orderId])
  await accept(seventh, payment)
  expect(await alertsAbout(due, payment)).toEqual(told('was created at the desk without a card payment'))
  expect(await goingBack(due, payment)).toEqual([])
  await expect(accept({ ...due, orderId: randomUUID() }, payment)).rejects.toThrow('payment for an unknown order')
})
