import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { drain, queueNamed } from '#test/drain-queue.ts'
import { eventually } from '#test/eventually.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { FAST_PAYMENT_TIMINGS } from './payment-timings.ts'

const database = useTestDatabase()
const ana: Actor = { operatorId: null, actor: 'ana@bloomera.example' }
const { maxAttempts } = FAST_PAYMENT_TIMINGS.refundRetry
let shop: DeskShop

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  await shop.parts.shop.reconciler.start()
})
afterEach(async () => {
  await shop.square.clearFaults()
  await shop.rows('delete from alerts')
})
afterAll(() => shop.end())

const alerts = () => shop.rows('select kind, subject, seen_at is null as is_new, resolution from alerts')

async function addDeadEvent(eventId: string, paymentId: string): Promise<void> {
  await shop.rows(
    `insert into webhook_events (event_id, type, body, state, attempts, last_error)
     values ($1, 'payment.updated', $2, 'dead', 12, 'HTTP 500')`,
    [eventId, JSON.stringify({ data: { type: 'payment', id: paymentId } })],
  )
  await shop.rows(`insert into alerts (kind, subject, detail) values ('event-stuck', 'Messages from Square', 'x')
    on conflict do nothing`)
}

async function post(path: string, cookie: string, form: Record<string, string>): Promise<number> {
  return (await shop.request(path, { cookie, form })).status
}

test('lists a dead event at the desk, retries or closes it, and resolves the alert with the last one', async () => {
  const { id, paymentId } = await shop.order()
  await shop.rows(
    `update payment_attempts set state = 'sending', square_payment_id = null, lease_until = now() + interval '1 day'
     where order_id = $1`,
    [id],
  )
  await shop.rows(`update orders set state = 'pending_payment', paid_at = null where id = $1`, [id])
  await addDeadEvent('first', paymentId)
  await addDeadEvent('second', 'no-such-payment')
  const cookie = await shop.signIn('owner')
  const page = await (await shop.request('/admin/money', { cookie })).text()
  expect(page).toContain('Message from Square (payment.updated)')
  expect(page).toContain('12 tries · HTTP 500')

  expect(await post('/admin/money/retry-stuck', cookie, { queue: 'events', subject: 'first' })).toBe(303)
  await eventually(async () => (await shop.rows('select state from orders where id = $1', [id]))[0]?.state === 'paid')
  expect(await alerts()).toMatchObject([{ is_new: true, resolution: null }])

  expect(await post('/admin/money/close-stuck', cookie, { queue: 'events', subject: 'second' })).toBe(303)
  expect(await alerts()).toEqual([
    { kind: 'event-stuck', subject: 'Messages from Square', is_new: false, resolution: 'Nothing is stuck anymore.' },
  ])
  expect(await shop.rows(`select state from webhook_events where event_id = 'second'`)).toEqual([{ state: 'closed' }])
  expect(
    await shop.rows(`select action, after ->> 'state' as state from audit_log where action like 'queue.%' order by id`),
  ).toEqual([
    { action: 'queue.retry', state: 'waiting' },
    { action: 'queue.close', state: 'closed' },
  ])
  expect(await (await shop.request('/admin/money', { cookie })).text()).not.toContain('Message from Square')
})

test('says of each stuck item what it is about, since when, and what can be done', async () => {
  const { stuckWork } = shop.parts.desk
  const since = new Date('2026-11-18T12:00:00Z')
  await addDeadEvent('third', 'p-third')
  await shop.rows(`update webhook_events set received_at = $1 where event_id = 'third'`, [since.toISOString()])
  const { id, number } = await shop.order()
  const [refundId, strayId] = [randomUUID(), randomUUID()]
  await shop.rows(
    `insert into refunds (id, attempt_id, amount_cents, reason, state, parked_at, attempts)
     select $1, id, 300, 'A part', 'unknown', $3, 40 from payment_attempts where order_id = $2`,
    [refundId, id, since.toISOString()],
  )
  await shop.rows(
    `insert into stray_refunds (id, square_payment_id, amount_cents, reason, state, parked_at, attempts)
     values ($1, 'p-stray', 1234, 'x', 'unknown', $2, 41)`,
    [strayId, since.toISOString()],
  )
  expect(await stuckWork.list()).toEqual([
    {
      queue: 'events',
      id: 'third',
      title: 'Message from Square (payment.updated)',
      about: 'p-third',
      since,
      attempts: 12,
      lastError: 'HTTP 500',
      mayClose: true,
    },
    {
      queue: 'refunds',
      id: refundId,
      title: 'Refund of $3.00',
      about: number,
      since,
      attempts: 40,
      lastError: null,
      mayClose: false,
    },
    {
      queue: 'stray-refunds',
      id: strayId,
      title: 'Refund of $12.34',
      about: 'p-stray',
      since,
      attempts: 41,
      lastError: null,
      mayClose: false,
    },
  ])
  // Money is owed until it is back.
  const gone = { ok: false, message: 'This isn’t stuck anymore.' }
  expect(await stuckWork.close('refunds', refundId, ana)).toEqual(gone)
  expect(await stuckWork.close('stray-refunds', strayId, ana)).toEqual(gone)
  expect(await stuckWork.close('events', 'third', ana)).toEqual({
    ok: true,
    message: 'Closed. Reconciliation still covers this payment.',
  })
  await shop.rows(`delete from refunds where id = $1`, [refundId])
  await shop.rows(`delete from stray_refunds where id = $1`, [strayId])
})

test('refuses to retry or close anything that is not stuck, and rejects invalid input', async () => {
  const { stuckWork } = shop.parts.desk
  const gone = { ok: false, message: 'This isn’t stuck anymore.' }
  expect(await stuckWork.retry('events', 'no such event', ana)).toEqual(gone)
  expect(await stuckWork.retry('refunds', 'not an id', ana)).toEqual(gone)
  expect(await stuckWork.close('stray-refunds', randomUUID(), ana)).toEqual(gone)
  const cookie = await shop.signIn('owner')
  expect(await post('/admin/money/retry-stuck', cookie, { queue: 'orders', subject: 'x' })).toBe(400)
  expect(await post('/admin/money/retry-stuck', cookie, { queue: 'events', subject: '' })).toBe(400)
})

test('retries the refund that was chosen, and resolves the alert about its own order', async () => {
  const orders = [await shop.order(), await shop.order()]
  const refundIds = orders.map((): string => randomUUID())
  for (const [index, { id, number }] of orders.entries()) {
    await shop.rows(
      `insert into refunds (id, attempt_id, amount_cents, reason, state, parked_at)
       select $1, id, 100, 'A part', 'unknown', now() from payment_attempts where order_id = $2`,
      [refundIds[index], id],
    )
    await shop.rows(`insert into alerts (kind, subject, detail) values ('refund-stuck', $1, 'x')`, [number])
  }
  const { stuckWork } = shop.parts.desk
  const listed = (await stuckWork.list()).map(({ id }) => id).filter((id) => refundIds.includes(id))
  const last = listed.at(-1) ?? ''
  expect(await stuckWork.retry('refunds', last, ana)).toMatchObject({ ok: true })
  const open = await shop.rows('select subject from alerts where resolution is null')
  expect(open).toEqual([{ subject: orders[1 - refundIds.indexOf(last)]?.number }])
  await shop.rows('delete from refunds where id = any($1)', [refundIds])
})

test('parks a refund that never gets through after a limited number of attempts and alerts the owner', async () => {
  const { id, number } = await shop.order()
  await shop.square.setFault('401', { count: 1000, path: '/v2/refunds', method: 'POST' })
  await shop.parts.desk.orderDesk.refund(id, { amountCents: 300, reason: 'A part', formKey: randomUUID() }, ana)
  // As if it had been retried for days.
  await shop.rows('update refunds set attempts = $1 where amount_cents = 300', [maxAttempts - 3])
  await eventually(async () => (await alerts()).length === 1)
  expect(await alerts()).toEqual([{ kind: 'refund-stuck', subject: number, is_new: true, resolution: null }])
  const [{ detail } = {}] = await shop.rows(`select detail from alerts where kind = 'refund-stuck'`)
  expect(detail).toMatch(`A refund of $3.00 for order ${number} has no result after ${maxAttempts} tries.`)
  const [left] = await shop.square.faults()
  const asked = 1000 - (left?.count ?? 0)
  expect(asked).toBeLessThanOrEqual(maxAttempts)
  const { stuckWork } = shop.parts.desk
  const [stuck] = await stuckWork.list()
  expect(stuck).toMatchObject({ queue: 'refunds', title: 'Refund of $3.00', about: number, mayClose: false })
  expect(await stuckWork.close('refunds', stuck?.id ?? '', ana)).toMatchObject({ ok: false })

  await shop.square.clearFaults()
  expect(await stuckWork.retry('refunds', stuck?.id ?? '', ana)).toEqual({ ok: true, message: 'Trying again now.' })
  await eventually(async () => (await shop.square.ledger()).refundedCents[number] === 300)
  expect(await stuckWork.list()).toEqual([])
  expect(await alerts()).toMatchObject([{ is_new: false, resolution: 'Trying again now.' }])
})

test('parks a stuck refund of a stray payment the same way', async () => {
  const { id, number, paymentId } = await shop.order()
  await shop.rows('delete from orders where id = $1', [id])
  await shop.square.setFault('503', { count: 1000, path: '/v2/refunds', method: 'POST' })
  await shop.parts.desk.moneyRepairs.giveBack(paymentId, ana)
  await shop.rows('update stray_refunds set attempts = $1', [maxAttempts - 1])
  await eventually(async () => {
    await drain(queueNamed(shop.parts.shop.reconciler, 'stray_refunds'))
    return (await alerts()).length === 1
  })
  expect(await alerts()).toMatchObject([{ kind: 'refund-stuck', subject: paymentId }])
  await shop.square.clearFaults()
  const { stuckWork } = shop.parts.desk
  const [stuck] = await stuckWork.list()
  await stuckWork.retry('stray-refunds', stuck?.id ?? '', ana)
  await eventually(async () => ((await shop.square.ledger()).refundedCents[number] ?? 0) > 0)
  expect(await alerts()).toMatchObject([{ is_new: false, resolution: 'Trying again now.' }])
})

test('keeps the alert about stuck refunds until the last of the order is tried again, also if it is not shown', async () => {
  const { id, number } = await shop.order()
  const { id: otherId } = await shop.order()
  const park = async (orderId: string, parkedAt: string): Promise<string> => {
    const refundId = randomUUID()
    await shop.rows(
      `insert into refunds (id, attempt_id, amount_cents, reason, state, parked_at)
       select $1, id, 100, 'A part', 'unknown', $3 from payment_attempts where order_id = $2`,
      [refundId, orderId, parkedAt],
    )
    return refundId
  }
  for (let index = 0; index < 49; index += 1) await park(otherId, '2026-11-17')
  const [first, second] = [await park(id, '2026-11-18'), await park(id, '2026-11-19')]
  await shop.rows(`insert into alerts (kind, subject, detail) values ('refund-stuck', $1, 'x')`, [number])
  const resolution = async () =>
    (await shop.rows(`select resolution from alerts where kind = 'refund-stuck' and subject = $1`, [number]))[0]
  const { stuckWork } = shop.parts.desk
  await stuckWork.retry('refunds', first, ana)
  expect(await resolution()).toEqual({ resolution: null })
  await stuckWork.retry('refunds', second, ana)
  expect(await resolution()).not.toEqual({ resolution: null })
})
