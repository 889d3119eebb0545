import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { eventAbout, openWebhookShop, type WebhookShop } from '#test/webhook-shop.ts'
import { FAST_PAYMENT_TIMINGS } from './payment-timings.ts'
import { claimDueEvents, markEventDone, postponeEvent } from './webhook-events.queries.ts'

/** Two hundred lookups take a busy machine a while. */
const BUSY_MS = 150_000
const database = useTestDatabase()
let shop: WebhookShop

beforeAll(async () => {
  shop = await openWebhookShop(database.current)
  await shop.services.reconciler.start()
})
afterEach(async () => {
  await shop.square.clearFaults()
  await shop.rows('delete from webhook_events')
  await shop.rows('delete from alerts')
})
afterAll(() => shop.end())

async function statesOfEvents(): Promise<Record<string, unknown>> {
  const rows = await shop.rows('select state, count(*)::int as n from webhook_events group by state')
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

const alerts = () => shop.rows('select kind, subject, detail from alerts order by created_at')

/** Number of failed calls to the provider. */
async function failedCalls(of: number): Promise<number> {
  return of - (await shop.square.faults()).reduce((left, { count }) => left + count, 0)
}

/** An order whose process died, so only an event can settle it here. */
async function unsettledOrder(): Promise<{ number: string; paymentId: string }> {
  const { body } = await shop.pay()
  const number = String(body.orderNumber)
  await eventually(
    async () => (await shop.rows(`select 1 from orders where number = $1 and state = 'paid'`, [number])).length === 1,
  )
  const [row] = await shop.rows(
    `select a.id, a.square_payment_id from payment_attempts a join orders o on o.id = a.order_id where o.number = $1`,
    [number],
  )
  await shop.rows(`update orders set state = 'pending_payment', paid_at = null where number = $1`, [number])
  await shop.rows(
    `update payment_attempts set state = 'sending', square_payment_id = null, lease_until = now() + interval '1 hour'
     where id = $1`,
    [row?.id],
  )
  return { number, paymentId: String(row?.square_payment_id) }
}

const isPaid = async (number: string) =>
  (await shop.rows(`select 1 from orders where number = $1 and state = 'paid'`, [number])).length === 1

test('events that cannot be settled neither starve later ones nor cause endless calls to the provider', async () => {
  const { number, paymentId } = await unsettledOrder()
  const many = 100_000
  await shop.square.setFault('500-before', { count: many, path: '/v2/payments/poison', method: 'GET' })
  for (let index = 0; index < 50; index += 1) expect(await shop.sendEvent(eventAbout('poison'))).toBe(200)
  expect(await shop.sendEvent(eventAbout(paymentId))).toBe(200)
  await eventually(() => isPaid(number), BUSY_MS)
  await eventually(async () => (await statesOfEvents()).waiting === undefined, BUSY_MS)
  expect(await statesOfEvents()).toEqual({ dead: 50, done: 1 })
  expect(await failedCalls(many)).toBe(50 * FAST_PAYMENT_TIMINGS.eventRetry.maxAttempts)
  // One alert and one email for all of them, and no further calls once they are dead.
  const { maxAttempts } = FAST_PAYMENT_TIMINGS.eventRetry
  expect(await alerts()).toEqual([
    {
      kind: 'event-stuck',
      subject: 'Messages from Square',
      detail: expect.stringContaining(`we couldn’t process it after ${maxAttempts} tries.`),
    },
  ])
  const { paymentId: another, number: next } = await unsettledOrder()
  await shop.sendEvent(eventAbout(another))
  await eventually(() => isPaid(next))
  expect(await failedCalls(many)).toBe(50 * FAST_PAYMENT_TIMINGS.eventRetry.maxAttempts)
})

test('reports a payment that names a desk order as money without an order, once', async () => {
  const { body } = await shop.pay()
  const number = String(body.orderNumber)
  const [row] = await shop.rows(
    `select a.id, a.order_id, a.square_payment_id as payment from payment_attempts a join orders o on o.id = a.order_id
     where o.number = $1`,
    [number],
  )
  // As the desk would have created it: paid at the terminal, without a checkout attempt.
  await shop.rows('delete from payment_attempts where id = $1', [row?.id])
  await shop.rows(`update orders set paid_outside = 'terminal' where id = $1`, [row?.order_id])
  for (let index = 0; index < 3; index += 1) await shop.sendEvent(eventAbout(row?.payment))
  await eventually(async () => (await statesOfEvents()).done === 3)
  expect(await alerts()).toMatchObject([
    { kind: 'money-without-order', subject: row?.payment, detail: expect.stringContaining(number) },
  ])
  // Once the alert was seen, later events about the same payment do not raise it again.
  await shop.rows('update alerts set seen_at = now()')
  await shop.sendEvent(eventAbout(row?.payment))
  await eventually(async () => (await statesOfEvents()).done === 4)
  expect(await alerts()).toHaveLength(1)
})

test('tells the owner of a payment for an order that is none, until it was refunded in full', async () => {
  const reference = 'BLM-22222222-2222'
  const { id } = await shop.square.charge({ reference, amountCents: 1234 })
  await shop.sendEvent(eventAbout(id))
  await eventually(async () => (await alerts()).length === 1)
  expect(await alerts()).toEqual([
    {
      kind: 'money-without-order',
      subject: id,
      detail: `Payment ${id} of $12.34 names order ${reference}, which isn’t one of ours. Open Payouts & reconciliation to refund it.`,
    },
  ])
  // Refunds that Square refused, or that didn't get through.
  for (const kind of ['refund-refused', 'refund-stuck'])
    await shop.rows(`insert into alerts (kind, subject, detail) values ($1, $2, 'x')`, [kind, id])
  const resolutions = () => shop.rows('select distinct resolution from alerts')
  const { gateway } = shop.services.payments
  const refund = async (amountCents: number) => {
    await gateway.refund({ idempotencyKey: randomUUID(), paymentId: id, amountCents, reason: 'At the provider' })
    const before = (await statesOfEvents()).done
    await shop.sendEvent(eventAbout(id))
    await eventually(async () => (await statesOfEvents()).done === Number(before) + 1)
  }
  await refund(1233)
  expect(await resolutions()).toEqual([{ resolution: null }])
  await refund(1)
  expect(await resolutions()).toEqual([{ resolution: 'Refunded in full.' }])
})

test('leaves a paid order as it is when its payment was refunded in full at Square', async () => {
  const { body } = await shop.pay()
  await eventually(() => isPaid(String(body.orderNumber)))
  const [row] = await shop.rows(
    `select a.square_payment_id as payment, a.amount_cents as cents from payment_attempts a join orders o on o.id = a.order_id
     where o.number = $1`,
    [body.orderNumber],
  )
  const { gateway } = shop.services.payments
  const [paymentId, amountCents] = [String(row?.payment), Number(row?.cents)]
  await gateway.refund({ idempotencyKey: randomUUID(), paymentId, amountCents, reason: 'At the provider' })
  // The money check asks the owner about it; an alert about it must not be closed here.
  await shop.rows(`insert into alerts (kind, subject, detail) values ('second-payment', $1, 'x')`, [paymentId])
  await shop.sendEvent(eventAbout(paymentId))
  await eventually(async () => (await statesOfEvents()).done === 1)
  expect(await shop.rows('select resolution from alerts')).toEqual([{ resolution: null }])
  expect(await isPaid(String(body.orderNumber))).toBe(true)
})

test.each([
  ['nothing', undefined],
  ['no id', { type: 'payment' }],
  ['an id that is none', { type: 'payment', id: '' }],
  ['a path for an id', { type: 'payment', id: '../locations' }],
  ['an id that is too long', { type: 'payment', id: 'x'.repeat(201) }],
  ['a number', { type: 'payment', id: 5 }],
  ['a list', [1, 2]],
  ['a text', 'payment'],
  ['null', null],
  ['a refund nobody knows', { type: 'refund', id: 'no-such-refund' }],
  ['a payment nobody knows', { type: 'payment', id: 'no-such-payment' }],
  ['another kind of thing', { type: 'dispute', id: 'a-dispute' }],
])('completes an event about %s on the first attempt', async (_name, data) => {
  expect(await shop.sendEvent(JSON.stringify({ event_id: randomUUID(), type: 'payment.updated', data }))).toBe(200)
  await eventually(async () => (await statesOfEvents()).done === 1)
  expect(await shop.rows('select attempts from webhook_events')).toEqual([{ attempts: 1 }])
  expect(await alerts()).toEqual([])
})

test('does not retry a lookup that the provider refuses for good', async () => {
  await shop.square.setFault('400', { count: 10, path: '/v2/payments/refused', method: 'GET' })
  await shop.sendEvent(eventAbout('refused'))
  await eventually(async () => (await statesOfEvents()).done === 1)
  expect(await failedCalls(10)).toBe(1)
})

test('does not ask the provider about a payment that its order has recorded', async () => {
  const { body } = await shop.pay()
  const [row] = await shop.rows(
    'select square_payment_id as payment from payment_attempts a join orders o on o.id = a.order_id where o.number = $1',
    [body.orderNumber],
  )
  await shop.square.setFault('500-before', { count: 10, path: `/v2/payments/${String(row?.payment)}`, method: 'GET' })
  await shop.sendEvent(eventAbout(row?.payment))
  await eventually(async () => (await statesOfEvents()).done === 1)
  expect(await failedCalls(10)).toBe(0)
})

test('wakes only the queue of events when one arrives', async () => {
  const { queues } = shop.services.reconciler
  await shop.rows('delete from process_notes')
  await shop.sendEvent(eventAbout('unknown'))
  const notes = await shop.rows('select channel from process_notes')
  const channels = new Set(notes.map(({ channel }) => channel))
  expect(queues.filter(({ channel }) => channels.has(channel)).map(({ name }) => name)).toEqual(['webhook_events'])
})

test('refuses an event that contains NUL or has no readable type', async () => {
  const nul = [
    { event_id: 'a\u0000b', type: 'payment.updated' },
    { event_id: randomUUID(), type: 'x\u0000' },
    { event_id: randomUUID(), type: 'x', data: { type: 'payment', id: 'a', object: { note: 'a\u0000' } } },
    { event_id: randomUUID(), type: 'x', data: { 'a\u0000': 1 } },
    { event_id: '', type: 'x' },
    { event_id: 'x'.repeat(201), type: 'x' },
    { event_id: randomUUID() },
    [],
    null,
  ]
  for (const body of nul) expect(await shop.sendEvent(JSON.stringify(body))).toBe(400)
  expect(await shop.sendEvent(`${'['.repeat(30_000)}${']'.repeat(30_000)}`)).toBe(400)
  expect(await shop.sendEvent(JSON.stringify({ event_id: 'large', type: 'x', data: 'x'.repeat(64 * 1024) }))).toBe(413)
  expect(await shop.rows('select 1 from webhook_events')).toEqual([])
})

test('stores only the subject of an event, and nothing about its buyer', async () => {
  const data = { type: 'payment', id: 'p-1', object: { payment: { buyer_email_address: 'ana@example.com' } } }
  await shop.sendEvent(JSON.stringify({ event_id: randomUUID(), type: 'payment.updated', merchant_id: 'M', data }))
  expect(await shop.rows('select body from webhook_events')).toEqual([
    { body: { data: { type: 'payment', id: 'p-1' } } },
  ])
})

test('dead-letters an event that keeps crashing its process', async () => {
  await shop.square.setFault('500-before', { count: 10, path: '/v2/payments/deadly', method: 'GET' })
  await shop.rows(
    `insert into webhook_events (event_id, type, body, attempts)
     values ('deadly', 'payment.updated', '{"data": {"type": "payment", "id": "deadly"}}', $1)`,
    [FAST_PAYMENT_TIMINGS.eventRetry.maxAttempts],
  )
  await eventually(async () => (await statesOfEvents()).dead === 1)
  expect(await failedCalls(10)).toBe(0)
})

test('refunds the rest of a canceled order of which some was refunded at Square', async () => {
  const { body } = await shop.pay()
  const number = String(body.orderNumber)
  await eventually(() => isPaid(number))
  const [row] = await shop.rows(
    `select o.id, o.total_cents, a.square_payment_id as payment_id from orders o
     join payment_attempts a on a.order_id = o.id where o.number = $1`,
    [number],
  )
  const { gateway, links } = shop.services.payments
  const order = { idempotencyKey: randomUUID(), paymentId: String(row?.payment_id), amountCents: 500, reason: 'There' }
  const sent = await gateway.refund(order)
  if (!('refund' in sent)) throw new Error('not refunded')
  const event = eventAbout(sent.refund.id, 'refund')
  for (let times = 0; times < 2; times += 1) expect(await shop.sendEvent(event)).toBe(200)
  expect(await shop.sendEvent(eventAbout(sent.refund.id, 'refund'))).toBe(200)
  const refundsOf = () =>
    shop.rows(
      `select r.amount_cents, r.state from refunds r join payment_attempts a on a.id = r.attempt_id
       where a.order_id = $1 order by r.created_at`,
      [row?.id],
    )
  await eventually(async () => (await refundsOf())[0]?.state === 'completed')
  const token = links.pathFor(String(row?.id)).replace('/order/', '')
  expect(await shop.services.orders.cancel(token)).toBe(true)
  await eventually(async () => (await shop.square.ledger()).refundedCents[number] === row?.total_cents)
  const restCents = Number(row?.total_cents) - 500
  expect((await refundsOf()).map(({ amount_cents: cents }) => cents)).toEqual([500, restCents])
  const [mail] = await shop.rows(
    `select payload from outbox where template = 'cancelled' and payload->>'orderNumber' = $1`,
    [number],
  )
  expect(mail?.payload).toMatchObject({ refundCents: restCents, isRest: true })
  expect(await alerts()).toEqual([])
})

test.each([
  ['completed', 'A part', 'The refund went through.'],
  ['rejected', 'emulator:reject', null],
])('settles a stray refund that was given up once Square says that it is %s', async (state, reason, resolution) => {
  const { gateway } = shop.services.payments
  const { id: paymentId } = await shop.square.charge({ reference: 'BLM-22222222-2222', amountCents: 1234 })
  const sent = await gateway.refund({ idempotencyKey: randomUUID(), paymentId, amountCents: 1234, reason })
  if (!('refund' in sent)) throw new Error('not refunded')
  const { id } = sent.refund
  await shop.rows(
    `insert into stray_refunds (id, square_payment_id, amount_cents, reason, state, square_refund_id, parked_at)
     values (gen_random_uuid(), $1, 1234, $2, 'pending', $3, now())`,
    [paymentId, reason, id],
  )
  await shop.rows(`insert into alerts (kind, subject, detail) values ('refund-refused', $1, 'x')`, [paymentId])
  await eventually(async () => (await gateway.findRefund(id))?.status !== 'PENDING')
  await shop.sendEvent(eventAbout(id, 'refund'))
  await eventually(async () => (await statesOfEvents()).done === 1)
  expect(await shop.rows('select state from stray_refunds where square_refund_id = $1', [id])).toEqual([{ state }])
  expect(await shop.rows('select resolution from alerts')).toEqual([{ resolution }])
})

// Last, because nothing is handled after it.
test('handles an event in one process at a time, and a late one cannot undo later work', async () => {
  await shop.services.reconciler.stop()
  const another = await database.openAnother()
  for (let index = 0; index < 20; index += 1) await shop.sendEvent(eventAbout(`p-${index}`))
  const claim = (orm: typeof another.orm) => claimDueEvents(orm, { limit: 12, leaseMs: 60_000 })
  const [ours, theirs] = await Promise.all([claim(database.current.orm), claim(another.orm)])
  expect([...ours, ...theirs]).toHaveLength(20)
  expect(new Set([...ours, ...theirs].map(({ eventId }) => eventId)).size).toBe(20)
  const [event] = ours
  if (!event) throw new Error('nothing was claimed')
  // Its lease expired and another process took it over.
  await shop.rows('update webhook_events set attempts = attempts + 1 where event_id = $1', [event.eventId])
  await markEventDone(database.current.orm, event)
  await postponeEvent(database.current.orm, event, { lastError: 'late', retryInMs: 0, isFault: true })
  expect(await shop.rows('select state, last_error from webhook_events where event_id = $1', [event.eventId])).toEqual([
    { state: 'waiting', last_error: null },
  ])
  if (another !== database.current) await another.close()
})
