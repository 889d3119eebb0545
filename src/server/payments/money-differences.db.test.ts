import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '#test/test-database.ts'
import type { Period, PaymentGateway, ProviderPayment, ProviderRefund } from './gateway.ts'
import { createMoneyCheckService, openDifferences } from './money-check.service.ts'

/** What the check says of each difference, against a Square that is scripted: the emulator loses and invents nothing. */
const database = useTestDatabase()
const HOUR_MS = 3_600_000
const SPAN = { from: new Date('2026-11-01T06:00:00Z'), to: new Date('2026-11-02T07:00:00Z') }
const AT = new Date('2026-11-01T12:00:00Z')
const LATER = new Date('2026-11-03T00:00:00Z')

let payments: ProviderPayment[]
let refunds: ProviderRefund[]
/** Known to a lookup only. */
let unlisted: (ProviderPayment | ProviderRefund)[]
let periods: Period[]
let lookups: string[]

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

beforeEach(async () => {
  payments = []
  refunds = []
  unlisted = []
  periods = []
  lookups = []
  for (const table of ['refunds', 'stray_refunds', 'explained_differences', 'payment_attempts', 'orders'])
    await rows(`delete from ${table}`)
})

function within<T extends { createdAt: Date }>(items: readonly T[], period: Period): AsyncIterable<T> {
  periods.push(period)
  const found = items.filter(({ createdAt }) => createdAt >= period.from && createdAt < period.to)
  return (async function* () {
    yield* found
  })()
}

async function find<T extends { id: string }>(id: string): Promise<T | undefined> {
  lookups.push(id)
  return unlisted.find((each) => each.id === id) as T | undefined
}

function check(now = LATER, span = SPAN) {
  const square: Pick<PaymentGateway, 'findPayment' | 'findRefund' | 'listPayments' | 'listRefunds'> = {
    findPayment: (id) => find<ProviderPayment>(id),
    findRefund: (id) => find<ProviderRefund>(id),
    listPayments: (period) => within(payments, period),
    listRefunds: (period) => within(refunds, period),
  }
  return createMoneyCheckService(database.current, square as PaymentGateway, () => now).check(span)
}

async function differencesOf(now?: Date) {
  const { differences } = await check(now)
  return differences.map(({ kind, subject, order, shopCents, providerCents, at, detail }) => ({
    kind,
    subject,
    number: order?.number,
    cents: [shopCents, providerCents],
    at,
    detail,
  }))
}

function payment(change: Partial<ProviderPayment>): ProviderPayment {
  return {
    id: `p-${randomUUID()}`,
    status: 'COMPLETED',
    amountCents: 5000,
    currency: 'USD',
    referenceId: undefined,
    refundedCents: 0,
    cardBrand: 'VISA',
    cardLast4: '1111',
    cardFingerprint: undefined,
    createdAt: AT,
    ...change,
  }
}

function refund(change: Partial<ProviderRefund>): ProviderRefund {
  return {
    id: `r-${randomUUID()}`,
    status: 'COMPLETED',
    paymentId: undefined,
    amountCents: 500,
    createdAt: AT,
    ...change,
  }
}

let count = 0
/** An order and its charge; `paymentId` null if it has none yet, and no charge at all without `state`. */
async function addOrder({ paymentId = null, state }: { paymentId?: string | null; state?: string }) {
  count += 1
  const tail = count
    .toString(8)
    .padStart(4, '0')
    .replaceAll(/./g, (digit) => String(Number(digit) + 2))
  const number = `BLM-22222222-${tail}`
  const [row] = await rows(
    `insert into orders (number, checkout_key, request_hash, state, email, folded_email, first_name, last_name, line1, city,
       state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents)
     values ($1, gen_random_uuid()::text, 'x', 'pending_payment', 'a@example.com', 'a@example.com', 'A', 'B', '1 Main', 'Provo',
       'UT', '84601', 5000, 0, 0, 0, 0, 5000) returning id`,
    [number],
  )
  const id = String(row?.id)
  const attemptId = randomUUID()
  if (state)
    await rows(
      `insert into payment_attempts (id, order_id, attempt_no, state, source_hash, amount_cents, square_payment_id, lease_until, created_at)
       values ($1, $2, 1, $3, gen_random_uuid(), 5000, $4, now(), $5)`,
      [attemptId, id, state, paymentId, AT.toISOString()],
    )
  return { id, number, attemptId }
}

async function refundOf({ attemptId }: { attemptId: string }, squareRefundId: string | null, state = 'completed') {
  const id = randomUUID()
  await rows(
    `insert into refunds (id, attempt_id, amount_cents, reason, state, square_refund_id, created_at)
     values ($1, $2, 500, 'A part', $3, $4, $5)`,
    [id, attemptId, state, squareRefundId, AT.toISOString()],
  )
  return id
}

async function strayRefund(
  squarePaymentId: string,
  change: { state?: string; squareRefundId?: string; cents?: number } = {},
) {
  const { state = 'completed', squareRefundId = null, cents = 5000 } = change
  const id = randomUUID()
  await rows(
    `insert into stray_refunds (id, square_payment_id, amount_cents, reason, state, square_refund_id, created_at)
     values ($1, $2, $3, 'x', $4, $5, $6)`,
    [id, squarePaymentId, cents, state, squareRefundId, AT.toISOString()],
  )
  return id
}

test('says to which order a payment belongs, and why it does not fit', async () => {
  const desk = await addOrder({})
  const paid = await addOrder({ state: 'succeeded', paymentId: 'p-paid' })
  const open = await addOrder({ state: 'unknown' })
  payments = [
    payment({ id: 'p-paid', amountCents: 5100, referenceId: paid.number }),
    payment({ id: 'p-nobody', referenceId: 'BLM-33333333-3333' }),
    payment({ id: 'p-desk', referenceId: desk.number }),
    payment({ id: 'p-second', referenceId: paid.number }),
    payment({ id: 'p-open', referenceId: open.number }),
    payment({ id: 'p-seventh', referenceId: `${paid.number}-7` }),
    // Other sales, and one that was not captured.
    payment({ referenceId: 'the market' }),
    payment({}),
    payment({ status: 'APPROVED', referenceId: open.number }),
  ]
  expect(await differencesOf()).toEqual([
    {
      kind: 'amount',
      subject: 'p-paid',
      number: paid.number,
      cents: [5000, 5100],
      at: AT,
      detail: 'The payment and the order have different amounts.',
    },
    {
      kind: 'money-without-order',
      subject: 'p-nobody',
      number: undefined,
      cents: [undefined, 5000],
      at: AT,
      detail: 'It names order BLM-33333333-3333, which isn’t one of ours.',
    },
    {
      kind: 'money-without-order',
      subject: 'p-desk',
      number: desk.number,
      cents: [undefined, 5000],
      at: AT,
      detail: `Order ${desk.number} was created at the desk without a card payment. If you took this payment for it, mark it as explained; otherwise refund it.`,
    },
    {
      kind: 'money-without-order',
      subject: 'p-second',
      number: paid.number,
      cents: [undefined, 5000],
      at: AT,
      detail: `Order ${paid.number} already has another payment.`,
    },
    {
      kind: 'unsettled',
      subject: 'p-open',
      number: open.number,
      cents: [undefined, 5000],
      at: AT,
      detail: 'The payment was taken, but its order is still pending or was closed.',
    },
    {
      kind: 'money-without-order',
      subject: 'p-seventh',
      number: undefined,
      cents: [undefined, 5000],
      at: AT,
      detail: `It names order ${paid.number}-7, which isn’t one of ours.`,
    },
  ])
})

test('waits ten minutes for a payment that is not settled yet, and for nothing else', async () => {
  const open = await addOrder({ state: 'unknown' })
  payments = [
    payment({ id: 'p-open', referenceId: open.number }),
    payment({ id: 'p-nobody', referenceId: 'BLM-33333333-3333' }),
  ]
  const after = (ms: number) => new Date(AT.getTime() + ms)
  const early = await check(after(600_000 - 1))
  expect(early.underWay).toBe(1)
  expect(early.differences.map(({ subject }) => subject)).toEqual(['p-nobody'])
  const late = await check(after(600_000))
  expect(late.underWay).toBe(0)
  expect(late.differences.map(({ subject }) => subject)).toEqual(['p-open', 'p-nobody'])
})

test('counts what goes back of a payment without an order once it is back', async () => {
  payments = [payment({ id: 'p-1', referenceId: 'BLM-33333333-3333' })]
  const id = await strayRefund('p-1', { state: 'pending' })
  // As much as the payment: both sides have it.
  expect(await check()).toMatchObject({ underWay: 1, differences: [] })
  await rows(`update stray_refunds set amount_cents = 4000 where id = $1`, [id])
  expect(await check()).toMatchObject({ underWay: 2, differences: [] })
  await rows(`update stray_refunds set state = 'completed' where id = $1`, [id])
  expect((await check()).differences).toMatchObject([
    { kind: 'money-without-order', shopCents: 4000, providerCents: 5000 },
    { kind: 'refund-in-shop', subject: id },
  ])
  // The rest was refunded at Square.
  payments = [payment({ id: 'p-1', referenceId: 'BLM-33333333-3333', refundedCents: 5000 })]
  expect((await check()).differences).toMatchObject([{ kind: 'refund-in-shop', subject: id }])
  await rows('delete from stray_refunds')
  expect((await check()).differences).toEqual([])
  payments = [payment({ id: 'p-1', referenceId: 'BLM-33333333-3333', refundedCents: 4999 })]
  expect((await check()).differences).toMatchObject([{ shopCents: undefined, providerCents: 1 }])
})

test('counts what an order was paid too much as paid and as going back', async () => {
  const paid = await addOrder({ state: 'succeeded', paymentId: 'p-paid' })
  payments = [payment({ id: 'p-paid', amountCents: 5100, referenceId: paid.number })]
  await strayRefund('p-paid', { cents: 100, squareRefundId: 'r-1' })
  refunds = [refund({ id: 'r-1', paymentId: 'p-paid', amountCents: 100 })]
  const { differences, shop, provider, matched } = await check()
  expect(differences).toEqual([])
  for (const side of [shop, provider, matched])
    expect(side).toEqual({ payments: { count: 1, cents: 5100 }, refunds: { count: 1, cents: 100 } })
})

test('says which payment of an order Square does not have, and which order has none', async () => {
  const lost = await addOrder({ state: 'succeeded', paymentId: 'p-lost' })
  const failed = await addOrder({ state: 'succeeded', paymentId: 'p-failed' })
  const slow = await addOrder({ state: 'succeeded', paymentId: 'p-slow' })
  const other = await addOrder({ state: 'succeeded', paymentId: 'p-other-day' })
  const bare = await addOrder({ state: 'succeeded' })
  const [demo, cash] = [await addOrder({}), await addOrder({})]
  await rows(`update orders set paid_at = '2026-11-01T18:00:00Z' where id = any($1)`, [[bare.id, demo.id, cash.id]])
  await rows(`update orders set is_demo = true where id = $1`, [demo.id])
  await rows(`update orders set paid_outside = 'cash' where id = $1`, [cash.id])
  unlisted = [
    payment({ id: 'p-failed', status: 'FAILED' }),
    payment({ id: 'p-slow', referenceId: slow.number }),
    payment({ id: 'p-other-day', referenceId: other.number, createdAt: SPAN.to }),
  ]
  expect(await differencesOf()).toEqual([
    ...[[lost, 'p-lost'] as const, [failed, 'p-failed'] as const]
      .toSorted(([one], [two]) => (one.attemptId < two.attemptId ? -1 : 1))
      .map(([{ id, number }, paymentId]) => ({
        kind: 'order-without-money',
        subject: id,
        number,
        cents: [5000, undefined],
        at: AT,
        detail: `Square hasn’t completed payment ${paymentId}.`,
      })),
    {
      kind: 'order-without-money',
      subject: bare.id,
      number: bare.number,
      cents: [5000, undefined],
      at: new Date('2026-11-01T18:00:00Z'),
      detail: 'The order is marked as paid, but has no payment.',
    },
  ])
  expect((await check()).matched.payments).toEqual({ count: 1, cents: 5000 })
})

test('says where a refund is recorded, and where it is not', async () => {
  const paid = await addOrder({ state: 'succeeded', paymentId: 'p-paid' })
  payments = [payment({ id: 'p-paid', referenceId: paid.number })]
  await refundOf(paid, 'r-less')
  await refundOf(paid, 'r-refused', 'rejected')
  const lost = await refundOf(paid, 'r-lost')
  const unsent = await refundOf(paid, null, 'sending')
  refunds = [
    refund({ id: 'r-less', paymentId: 'p-paid', amountCents: 400 }),
    refund({ id: 'r-refused', paymentId: 'p-paid' }),
    refund({ id: 'r-square', paymentId: 'p-paid' }),
    // Of another sale, and one that moves no money.
    refund({ id: 'r-market', paymentId: 'p-market' }),
    refund({ id: 'r-failed', paymentId: 'p-paid', status: 'FAILED' }),
  ]
  const about = { number: paid.number, at: AT }
  const at = 'refund-at-provider'
  const differences = await differencesOf()
  expect(differences.slice(0, 3)).toEqual([
    { ...about, kind: at, subject: 'r-less', cents: [500, 400], detail: 'The two amounts are different.' },
    { ...about, kind: at, subject: 'r-refused', cents: [undefined, 500], detail: 'Our records show it as refused.' },
    {
      ...about,
      kind: at,
      subject: 'r-square',
      cents: [undefined, 500],
      detail: 'It was made at Square, not at this desk.',
    },
  ])
  const inShop = { ...about, kind: 'refund-in-shop', cents: [500, undefined] }
  expect(differences.slice(3).toSorted((a, b) => a.detail.localeCompare(b.detail))).toEqual([
    { ...inShop, subject: unsent, detail: 'It hasn’t reached Square.' },
    { ...inShop, subject: lost, detail: 'Square doesn’t have it, or refused it.' },
  ])
})

test('waits for refunds that are on their way, and looks up those that a listing leaves out', async () => {
  const paid = await addOrder({ state: 'succeeded', paymentId: 'p-paid' })
  payments = [payment({ id: 'p-paid', referenceId: paid.number })]
  await refundOf(paid, null, 'sending')
  await refundOf(paid, 'r-slow')
  await refundOf(paid, 'r-other-day')
  unlisted = [
    refund({ id: 'r-slow', paymentId: 'p-paid', status: 'PENDING' }),
    refund({ id: 'r-other-day', paymentId: 'p-paid', createdAt: SPAN.to }),
  ]
  // One of ours has an hour to reach Square, one of Square’s ten minutes to reach us.
  refunds = [refund({ id: 'r-square', paymentId: 'p-paid' })]
  const after = (ms: number) => check(new Date(AT.getTime() + ms))
  expect(await after(600_000 - 1)).toMatchObject({ underWay: 2, differences: [] })
  expect(await after(600_000)).toMatchObject({ underWay: 1, differences: [{ subject: 'r-square' }] })
  expect((await after(HOUR_MS - 1)).differences).toHaveLength(1)
  const report = await after(HOUR_MS)
  expect(report.underWay).toBe(0)
  expect(report.differences.map(({ kind }) => kind)).toEqual(['refund-at-provider', 'refund-in-shop'])
  expect(report.matched.refunds).toEqual({ count: 1, cents: 500 })
  // The answer to one of ours may have been lost: it is found by its key.
  await strayRefund('p-paid', { state: 'unknown', cents: 100 })
  payments = [payment({ id: 'p-paid', referenceId: paid.number, amountCents: 5100 })]
  expect((await after(2 * HOUR_MS)).differences.map(({ kind }) => kind)).toEqual(['refund-in-shop'])
})

test('reads each day of a span by itself, with an hour on both sides for clocks that differ', async () => {
  await check()
  const day = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) })
  const days = [
    day('2026-11-01T05:00:00Z', '2026-11-02T05:00:00Z'),
    day('2026-11-02T05:00:00Z', '2026-11-02T08:00:00Z'),
  ]
  expect(periods).toEqual([...days, ...days])
  // What is listed only because of that belongs to another span.
  const before = new Date(SPAN.from.getTime() - 1)
  payments = [
    payment({ referenceId: 'BLM-33333333-3333', createdAt: before }),
    payment({ referenceId: 'BLM-33333333-3333', createdAt: SPAN.to }),
  ]
  expect((await check()).differences).toEqual([])
  payments = [payment({ referenceId: 'BLM-33333333-3333', createdAt: SPAN.from })]
  expect((await check()).differences).toHaveLength(1)
})

test('looks up fifty payments at most, and shows five hundred differences, open ones first', async () => {
  payments = Array.from({ length: 501 }, (_, index) => payment({ id: `p-${index}`, referenceId: 'BLM-33333333-3333' }))
  await rows(
    `insert into explained_differences (kind, subject, note, actor) values ('money-without-order', 'p-0', 'A gift card', 'ana'),
       ('amount', 'p-1', 'Another kind', 'ana')`,
  )
  const report = await check()
  expect(report.differences).toHaveLength(500)
  expect(report.differences[0]?.subject).toBe('p-1')
  expect(openDifferences(report)).toHaveLength(500)
  expect(report.explained.payments).toBe(-5000)
  payments.length = 250
  const shown = (await check()).differences
  expect(shown.at(-1)).toMatchObject({ subject: 'p-0', explanation: { note: 'A gift card', actor: 'ana' } })
  payments = []
  for (let made = 0; made < 51; made += 1) await addOrder({ state: 'succeeded', paymentId: `p-lost-${made}` })
  expect((await check()).differences).toHaveLength(51)
  expect(lookups).toHaveLength(50)
})
