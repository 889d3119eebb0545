import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { orderNumberFrom } from '#domain/orders/order-number.ts'
import { createRaiseAlert } from '#server/alerts/raise-alert.ts'
import { createOrderLinks } from '#server/orders/order-links.ts'
import { readQueueDepths } from '#server/platform/worker/queue-depths.queries.ts'
import { drain, queueNamed } from '#test/drain-queue.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { type PaymentGateway, ProviderAway, type ProviderPayment } from './gateway.ts'
import { FAST_PAYMENT_TIMINGS } from './payment-timings.ts'
import { openChargeDepth } from './payments.queries.ts'
import { createReconciler } from './reconciler.worker.ts'
import { createSettlement } from './settlement.service.ts'

/** What becomes of a charge by what a lookup finds, against a Square that is scripted. */
const database = useTestDatabase()
const MINUTE_MS = 60_000
const timings = {
  ...FAST_PAYMENT_TIMINGS,
  missingMs: MINUTE_MS,
  lateLooksMs: [MINUTE_MS, 5 * MINUTE_MS, 60 * MINUTE_MS],
}
let listed: ProviderPayment[]
let searches: { reference: string; since: Date }[]
let cancelled: string[]
/** Found only once it was asked to release the payment. */
let afterCancel: ProviderPayment[]
let isAway: boolean

beforeEach(() => {
  listed = []
  searches = []
  cancelled = []
  afterCancel = []
  isAway = false
})

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

function sweep(queue: 'open_charges' | 'late_charges'): Promise<number> {
  const square: Pick<PaymentGateway, 'findPaymentsOf' | 'cancelByKey'> = {
    findPaymentsOf: async (search) => {
      searches.push(search)
      if (isAway) throw new ProviderAway('no response')
      return listed
    },
    cancelByKey: async (key) => {
      cancelled.push(key)
      listed = afterCancel
    },
  }
  const raiseAlert = createRaiseAlert(async () => [])
  const settlement = createSettlement({
    links: createOrderLinks('the key of this test, which is long'),
    secretKey: 'x',
    raiseAlert,
    timings,
    now: () => new Date(),
  })
  const gateway = square as PaymentGateway
  const now = () => new Date()
  const queues = createReconciler({ database: database.current, gateway, settlement, raiseAlert, timings, now })
  return drain(queueNamed({ queues }, queue))
}

type Made = { id: string; orderId: string; number: string; createdAt: Date }

async function charge(change = ''): Promise<Made> {
  const number = orderNumberFrom(randomBytes(64))
  const [row] = await rows(
    `with bought as (
       insert into orders (number, checkout_key, request_hash, state, email, folded_email, first_name, last_name, line1, city,
         state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents)
       values ($1, gen_random_uuid()::text, 'x', 'pending_payment', 'a@example.com', 'a@example.com', 'A', 'B', '1 Main', 'Provo',
         'UT', '84601', 5000, 0, 0, 0, 0, 5000) returning id)
     insert into payment_attempts (id, order_id, attempt_no, source_hash, amount_cents, lease_until)
     select gen_random_uuid(), id, 1, gen_random_uuid(), 5000, now() from bought returning id, order_id, created_at`,
    [number],
  )
  const made = { id: String(row?.id), orderId: String(row?.order_id), number, createdAt: row?.created_at as Date }
  if (change) await rows(`update payment_attempts set ${change} where id = $1`, [made.id])
  return made
}

const payment = (change: Partial<ProviderPayment> = {}): ProviderPayment => ({
  id: randomUUID(),
  status: 'COMPLETED',
  amountCents: 5000,
  currency: 'USD',
  referenceId: undefined,
  refundedCents: 0,
  cardBrand: undefined,
  cardLast4: undefined,
  cardFingerprint: undefined,
  createdAt: new Date(),
  ...change,
})

async function stateOf({ id, number }: Made) {
  const [row] = await rows(
    `select a.state, o.state as order_state, a.next_look_at is not null as is_looked_for, a.missing_since is not null as is_missing,
       (select coalesce(string_agg(template, ', ' order by template), '') from outbox where payload->>'orderNumber' = $2) as mails
     from payment_attempts a join orders o on o.id = a.order_id where a.id = $1`,
    [id, number],
  )
  return row
}

const OPEN = { state: 'unknown', order_state: 'pending_payment', is_looked_for: false }
const isDue = (made: Made) => rows('update payment_attempts set lease_until = now() where id = $1', [made.id])

test('books a captured payment, even if another try with the same reference failed', async () => {
  const due = await charge()
  listed = [payment({ status: 'FAILED' }), payment()]
  expect(await sweep('open_charges')).toBe(1)
  expect(await stateOf(due)).toMatchObject({ state: 'succeeded', order_state: 'paid', mails: 'order-confirmation' })
  expect(searches).toEqual([{ reference: due.number, since: due.createdAt }])
})

test.each(['FAILED', 'CANCELED'] as const)(
  'closes an order whose payment is %s, and looks for it later',
  async (status) => {
    const due = await charge()
    listed = [payment({ status })]
    await sweep('open_charges')
    expect(await stateOf(due)).toEqual({
      state: 'declined',
      order_state: 'payment_failed',
      is_looked_for: true,
      is_missing: false,
      mails: '',
    })
  },
)

test.each(['APPROVED', 'PENDING'] as const)('waits for a payment that is %s, and tells the buyer', async (status) => {
  const due = await charge()
  listed = [payment({ status })]
  await sweep('open_charges')
  expect(await stateOf(due)).toEqual({ ...OPEN, is_missing: false, mails: 'payment-pending' })
  expect(cancelled).toEqual([])
  await rows(`update payment_attempts set state = 'abandoned' where id = $1`, [due.id])
})

test.each(['away', 'APPROVED'] as const)(
  'while Square is %s, tells the buyer and, after a quarter of an hour, the owner once',
  async (what) => {
    const due = await charge()
    isAway = what === 'away'
    if (!isAway) listed = [payment({ status: 'APPROVED' })]
    const alerts = () =>
      rows(
        `select seen_at is not null as is_seen, resolution from alerts where kind = 'payment-open' and subject = $1 order by created_at`,
        [due.number],
      )
    const sweepAt = async (age: string) => {
      await rows('update payment_attempts set lease_until = now(), created_at = now() - $2::interval where id = $1', [
        due.id,
        age,
      ])
      await sweep('open_charges')
    }
    await sweepAt('14 minutes')
    expect(await stateOf(due)).toEqual({ ...OPEN, is_missing: false, mails: 'payment-pending' })
    expect(await alerts()).toEqual([])
    await sweepAt('16 minutes')
    await rows('update alerts set seen_at = now()')
    await sweepAt('17 minutes')
    expect(await alerts()).toEqual([{ is_seen: true, resolution: null }])
    expect(await stateOf(due)).toMatchObject({ mails: 'payment-pending' })
    const [depth] = await readQueueDepths(database.current.orm, [{ name: 'open_charges', depth: openChargeDepth }])
    expect(depth).toMatchObject({ due: 1 })
    expect(depth?.oldestDueSeconds).toBeGreaterThan(16 * 60)
    isAway = false
    listed = [payment()]
    await sweepAt('18 minutes')
    await sweep('open_charges')
    expect(await stateOf(due)).toMatchObject({ state: 'succeeded', order_state: 'paid' })
    expect(await alerts()).toEqual([{ is_seen: true, resolution: 'We know the outcome now.' }])
  },
)

test('says that bottles stay reserved only of the charge of an order, not of one for a request', async () => {
  const details: unknown[] = []
  for (const paysRequest of [false, true]) {
    const due = await charge()
    if (paysRequest)
      await rows(
        `with asked as (
           insert into balance_requests (order_id, amount_cents, expires_at, state, ended_at, withdrawn_by, goods_cents,
             discount_cents, shipping_cents, tax_cents, state_code, tax_basis_points, items_goods_cents,
             items_discount_cents, items_tax_cents)
           values ($1, 5000, now(), 'withdrawn', now(), 'owner', 5000, 0, 0, 0, 'UT', 0, 5000, 0, 0) returning id)
         update payment_attempts set request_id = (select id from asked) where order_id = $1`,
        [due.orderId],
      )
    await rows(`update payment_attempts set created_at = now() - interval '16 minutes' where id = $1`, [due.id])
    await sweep('open_charges')
    const [alert] = await rows(`select detail from alerts where kind = 'payment-open' and subject = $1`, [due.number])
    details.push(String(alert?.detail).includes('its bottles stay reserved'))
    await rows(`update payment_attempts set state = 'abandoned' where id = $1`, [due.id])
  }
  expect(details).toEqual([true, false])
})

test('gives up on a charge only after it was missing for a while, and has it released first', async () => {
  const due = await charge()
  await sweep('open_charges')
  expect(await stateOf(due)).toEqual({ ...OPEN, is_missing: true, mails: 'payment-pending' })
  await isDue(due)
  await sweep('open_charges')
  expect(cancelled).toEqual([])
  await rows(`update payment_attempts set missing_since = now() - interval '1 minute' where id = $1`, [due.id])
  await isDue(due)
  await sweep('open_charges')
  expect(cancelled).toEqual([due.id])
  expect(await stateOf(due)).toEqual({
    state: 'abandoned',
    order_state: 'payment_failed',
    is_looked_for: true,
    is_missing: true,
    mails: 'payment-not-taken, payment-pending',
  })
})

test('books a payment that shows up while it is given up', async () => {
  const due = await charge(`missing_since = now() - interval '1 hour'`)
  afterCancel = [payment()]
  await sweep('open_charges')
  expect(await stateOf(due)).toMatchObject({ state: 'succeeded', order_state: 'paid', is_looked_for: false })
})

test('looks for a late charge on schedule, from shortly before the last search, and returns what it finds', async () => {
  const due = await charge(`state = 'abandoned', next_look_at = now()`)
  await rows(`update orders set state = 'payment_failed' where id = $1`, [due.orderId])
  const waitOf = async () => {
    const [row] = await rows(
      `select looks, looked_at, round(extract(epoch from next_look_at - now()) / 60)::int as minutes from payment_attempts where id = $1`,
      [due.id],
    )
    return row
  }
  const look = async () => {
    await rows('update payment_attempts set next_look_at = now() where id = $1', [due.id])
    await sweep('late_charges')
  }
  await look()
  const first = await waitOf()
  expect(first).toMatchObject({ looks: 1, minutes: 5 })
  await look()
  expect(await waitOf()).toMatchObject({ looks: 2, minutes: 60 })
  listed = [payment({ status: 'APPROVED' }), payment()]
  await look()
  expect(await waitOf()).toMatchObject({ looks: 3, minutes: null })
  const [second, third] = searches.slice(1).map(({ since }) => since.getTime())
  expect(searches[0]).toEqual({ reference: due.number, since: due.createdAt })
  expect(second).toBe(Number(first?.looked_at) - 10 * MINUTE_MS)
  expect(third).toBeGreaterThan(second ?? 0)
  expect(await stateOf(due)).toMatchObject({ state: 'orphan_refunded', order_state: 'payment_failed' })
  expect(await rows('select amount_cents from stray_refunds where attempt_id = $1', [due.id])).toEqual([
    { amount_cents: 5000 },
  ])
})

test('backs off and ends searches that fail, and the first that succeeds covers their time', async () => {
  const due = await charge(`state = 'abandoned', next_look_at = now()`)
  await rows(`update orders set state = 'payment_failed' where id = $1`, [due.orderId])
  const look = async () => {
    await rows('update payment_attempts set next_look_at = now() where id = $1 and next_look_at is not null', [due.id])
    await sweep('late_charges')
    const [row] = await rows(
      `select looks, looked_at, round(extract(epoch from next_look_at - now()) / 60)::int as minutes from payment_attempts where id = $1`,
      [due.id],
    )
    return row
  }
  isAway = true
  expect(await look()).toEqual({ looks: 1, looked_at: null, minutes: 5 })
  isAway = false
  expect(await look()).toMatchObject({ looks: 2, looked_at: expect.any(Date), minutes: 60 })
  expect(searches.map(({ since }) => since)).toEqual([due.createdAt, due.createdAt])
  isAway = true
  expect(await look()).toMatchObject({ looks: 3, minutes: null })
  await look()
  expect(searches).toHaveLength(3)
})

test('searches from the charge on if the last search was recorded while the clock was ahead', async () => {
  const due = await charge(`state = 'abandoned', next_look_at = now(), looked_at = now() + interval '1 hour'`)
  isAway = true
  await sweep('late_charges')
  isAway = false
  await rows('update payment_attempts set next_look_at = now() where id = $1', [due.id])
  await sweep('late_charges')
  expect(searches).toEqual([
    { reference: due.number, since: due.createdAt },
    { reference: due.number, since: due.createdAt },
  ])
})

test('does not ship an order whose payment was refunded at Square before the shop knew of it', async () => {
  const due = await charge()
  listed = [payment({ refundedCents: 5000 })]
  await sweep('open_charges')
  expect(await stateOf(due)).toMatchObject({ state: 'orphan_refunded', order_state: 'payment_failed', mails: '' })
  expect(await rows('select 1 from stray_refunds where attempt_id = $1', [due.id])).toEqual([])
  const partly = await charge()
  listed = [payment({ id: randomUUID(), refundedCents: 4999 })]
  await sweep('open_charges')
  expect(await stateOf(partly)).toMatchObject({ state: 'succeeded', order_state: 'paid' })
})
