import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createRaiseAlert } from '#server/alerts/raise-alert.ts'
import { createOrderLinks } from '#server/orders/order-links.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { type PaymentGateway, ProviderAway, type ProviderRefund, type RefundResult } from './gateway.ts'
import { claimOpenRefunds } from './refunds.queries.ts'
import { createRefundService } from './refunds.service.ts'

/** Against a Square that is scripted: the emulator settles every refund. */
const database = useTestDatabase()
const links = createOrderLinks('the key of this test, which is long')
let answer: RefundResult
let known: ProviderRefund | undefined
let asked: unknown[]
let order: { id: string; number: string; attemptId: string }
/** What happens before Square's response arrives. */
let meanwhile: (() => Promise<unknown>) | undefined

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

beforeEach(async () => {
  asked = []
  meanwhile = undefined
  known = undefined
  answer = { unknown: true }
  for (const table of [
    'alerts',
    'outbox',
    'refunds',
    'stray_refunds',
    'payment_attempts',
    'balance_requests',
    'orders',
  ])
    await rows(`delete from ${table}`)
  const [row] = await rows(
    `insert into orders (number, checkout_key, request_hash, state, email, folded_email, first_name, last_name, line1, city,
       state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents, paid_at)
     values ('BLM-22222222-2222', 'a checkout of its own', 'x', 'paid', 'ana@example.com', 'ana@example.com', 'Ana', 'Prado', '1 Main', 'Provo',
       'UT', '84601', 4000, 0, 1000, 0, 0, 5000, now()) returning id`,
  )
  const attemptId = randomUUID()
  await rows(
    `insert into payment_attempts (id, order_id, attempt_no, state, source_hash, amount_cents, square_payment_id, lease_until)
     values ($1, $2, 1, 'succeeded', 'x', 5000, 'p-1', now())`,
    [attemptId, row?.id],
  )
  order = { id: String(row?.id), number: 'BLM-22222222-2222', attemptId }
})

function service() {
  const square: Pick<PaymentGateway, 'refund' | 'findRefund' | 'findPayment'> = {
    refund: async (request) => {
      asked.push(request)
      await meanwhile?.()
      return answer
    },
    findRefund: async (id) => {
      asked.push(id)
      return known
    },
    findPayment: async (id) => ({
      id,
      status: 'COMPLETED',
      amountCents: 5000,
      currency: 'USD',
      referenceId: id === 'p-1' ? order.number : undefined,
      refundedCents: 500,
      cardBrand: undefined,
      cardLast4: undefined,
      cardFingerprint: undefined,
      createdAt: new Date(),
    }),
  }
  const raiseAlert = createRaiseAlert(async () => [])
  const gateway = square as PaymentGateway
  return createRefundService({ database: database.current, gateway, raiseAlert, links, now: () => new Date() })
}

type Columns = {
  state?: string
  squareRefundId?: string | null
  cents?: number
  shipping?: number
  partOf?: string | null
}

/** Claimed, as the queue hands it out. */
async function refund({
  state = 'sending',
  squareRefundId = null,
  cents = 500,
  shipping = 0,
  partOf = null,
}: Columns = {}) {
  const id = randomUUID()
  await rows(
    `insert into refunds (id, attempt_id, amount_cents, goods_cents, discount_cents, shipping_cents, tax_cents, reason, state,
       square_refund_id, part_of)
     values ($1, $2, $3::int, $3::int - $4::int, 0, $4, 0, 'A part', $5, $6, $7)`,
    [id, order.attemptId, cents, shipping, state, squareRefundId, partOf],
  )
  const claimed = await claimOpenRefunds(database.current.orm, { limit: 12, leaseMs: 1 })
  const found = claimed.find((one) => one.id === id)
  if (!found) throw new Error('nothing was claimed')
  return found
}

async function stateOf(id: string) {
  const [row] = await rows(
    `select r.state, r.square_refund_id, r.resolved_at is not null as is_over, r.parked_at is not null as is_parked, o.state as order_state
     from refunds r join payment_attempts a on a.id = r.attempt_id join orders o on o.id = a.order_id where r.id = $1`,
    [id],
  )
  return row
}

const mails = () => rows('select template, recipient, payload from outbox order by created_at')
const alerts = () => rows('select kind, subject, detail, resolution from alerts order by kind')

const square = (status: ProviderRefund['status']): ProviderRefund => ({
  id: 'r-1',
  status,
  paymentId: 'p-1',
  amountCents: 500,
  createdAt: new Date(),
})

test.each([
  ['PENDING', 'pending', false],
  ['COMPLETED', 'completed', true],
] as const)(
  'sends a refund that Square answers with %s: one email, and its alerts are closed',
  async (status, state, isOver) => {
    const due = await refund()
    for (const kind of ['refund-refused', 'refund-stuck', 'odd-answer'])
      await rows(`insert into alerts (kind, subject, detail) values ($1, $2, 'x')`, [kind, order.number])
    answer = { refund: square(status) }
    expect(await service().advance(due)).toBe(isOver)
    await service().advance(due)
    expect(asked[0]).toEqual({ idempotencyKey: due.id, paymentId: 'p-1', amountCents: 500, reason: 'A part' })
    expect(await stateOf(due.id)).toEqual({
      state,
      square_refund_id: 'r-1',
      is_over: isOver,
      is_parked: false,
      order_state: 'paid',
    })
    expect(await mails()).toEqual([
      {
        template: 'refunded',
        recipient: 'ana@example.com',
        payload: {
          orderNumber: order.number,
          firstName: 'Ana',
          orderPath: links.pathFor(order.id),
          refundCents: 500,
          isComplete: false,
        },
      },
    ])
    expect((await alerts()).map(({ kind, resolution }) => `${String(kind)}: ${String(resolution)}`)).toEqual([
      'odd-answer: null',
      'refund-refused: The refund went through.',
      'refund-stuck: The refund went through.',
    ])
  },
)

test('says in the email whether all of it was refunded, shipping included', async () => {
  answer = { refund: square('COMPLETED') }
  await service().advance(await refund({ cents: 300, shipping: 300 }))
  answer = { refund: { ...square('COMPLETED'), id: 'r-2' } }
  await service().advance(await refund({ cents: 4700, shipping: 700 }))
  expect((await mails()).map(({ payload }) => payload)).toMatchObject([
    { refundCents: 300, isComplete: false, items: [], withShipping: true },
    { refundCents: 4700, isComplete: false },
  ])
  expect(await rows('select state from orders')).toEqual([{ state: 'refunded' }])
  await rows('delete from outbox')
  await rows('delete from refunds')
  await rows(`update orders set state = 'paid', refunded_cents = 0`)
  await service().advance(await refund({ cents: 5000, shipping: 1000 }))
  expect((await mails()).map(({ payload }) => payload)).toMatchObject([{ refundCents: 5000, isComplete: true }])
})

test('writes one email about a refund to two payments, with what was not refused of both', async () => {
  answer = { refund: square('COMPLETED') }
  const whole = await refund({ cents: 500 })
  const part = await refund({ cents: 40, partOf: whole.id })
  await rows(`update refunds set state = 'rejected' where id = $1`, [(await refund({ cents: 9, partOf: whole.id })).id])
  answer = { refund: { ...square('COMPLETED'), id: 'r-2' } }
  await service().advance(part)
  expect(await mails()).toEqual([])
  answer = { refund: square('COMPLETED') }
  await service().advance(whole)
  expect((await mails()).map(({ payload }) => payload)).toMatchObject([{ refundCents: 540 }])
})

test('writes no email about a refund that another process has settled as rejected since', async () => {
  const due = await refund()
  answer = { refund: square('COMPLETED') }
  meanwhile = () => rows(`update refunds set state = 'rejected', resolved_at = now() where id = $1`, [due.id])
  await service().advance(due)
  expect(await stateOf(due.id)).toMatchObject({ state: 'rejected', square_refund_id: null })
  expect(await mails()).toEqual([])
})

test('looks up a refund that is under way, and sends it no more', async () => {
  const due = await refund({ state: 'pending', squareRefundId: 'r-1' })
  expect(await service().advance(due)).toBe(false)
  known = square('PENDING')
  expect(await service().advance(due)).toBe(false)
  expect(await mails()).toEqual([])
  known = square('COMPLETED')
  expect(await service().advance(due)).toBe(true)
  expect(asked).toEqual(['r-1', 'r-1', 'r-1'])
  expect(await stateOf(due.id)).toMatchObject({ state: 'completed', is_over: true })
})

test('keeps asking while nobody knows whether a refund arrived', async () => {
  const due = await refund()
  expect(await service().advance(due)).toBe(false)
  expect(await stateOf(due.id)).toMatchObject({ state: 'unknown', is_over: false })
  expect([await mails(), await alerts()]).toEqual([[], []])
})

test.each(['REFUND_DECLINED', 'FAILED', 'REJECTED'] as const)(
  'tells the owner once that Square refused: %s',
  async (code) => {
    const due = await refund(code === 'REFUND_DECLINED' ? {} : { state: 'pending', squareRefundId: 'r-1' })
    answer = { refused: code }
    known = square(code === 'REJECTED' ? 'REJECTED' : 'FAILED')
    expect(await service().advance(due)).toBe(true)
    await rows('update alerts set seen_at = now()')
    await service().advance(due)
    expect(await stateOf(due.id)).toMatchObject({ state: 'rejected', is_over: true, order_state: 'paid' })
    expect(await alerts()).toEqual([
      {
        kind: 'refund-refused',
        subject: order.number,
        detail: `Square answered ${code} to a refund of order ${order.number}. No money was refunded. Open the order to try again.`,
        resolution: null,
      },
    ])
    expect(await mails()).toEqual([])
  },
)

test('asks Square about a refund that an event names, and settles it if it is one of ours', async () => {
  await service().check('r-1')
  expect(await rows('select from refunds')).toEqual([])
  const due = await refund({ state: 'pending', squareRefundId: 'r-1' })
  await service().check('r-1')
  known = square('PENDING')
  await service().check('r-1')
  expect(asked).toEqual(['r-1', 'r-1', 'r-1'])
  expect(await stateOf(due.id)).toMatchObject({ state: 'pending' })
  expect(await mails()).toEqual([])
  known = square('COMPLETED')
  await service().check('r-1')
  expect(await stateOf(due.id)).toMatchObject({ state: 'completed' })
  expect(await mails()).toHaveLength(1)
})

test('gives up on a refund once, and tells the owner how often it was tried', async () => {
  const due = { ...(await refund()), attempts: 40 }
  await service().park(due)
  await rows('update alerts set seen_at = now()')
  await service().park(due)
  expect(await stateOf(due.id)).toMatchObject({ state: 'sending', is_parked: true })
  expect(await alerts()).toMatchObject([
    {
      kind: 'refund-stuck',
      subject: order.number,
      detail: expect.stringMatching(`^A refund of \\$5.00 for order ${order.number} has no result after 40 tries`),
    },
  ])
  // Not claimed until the owner says so.
  expect(await claimOpenRefunds(database.current.orm, { limit: 12, leaseMs: 1 })).toEqual([])
})

const isAlertOpen = async (kind: string) =>
  (await alerts()).some((alert) => alert.kind === kind && alert.resolution === null)

test.each([
  ['one that was under way', { state: 'pending', squareRefundId: 'r-1' }],
  ['the other part of it', {}],
] as const)('keeps the alert about a refused refund when %s goes through', async (_, columns) => {
  const other = await refund({ cents: 500, ...columns })
  const due = await refund({ cents: 1000, partOf: 'state' in columns ? null : other.id })
  answer = { refused: 'REFUND_DECLINED' }
  await service().advance(due)
  expect(await isAlertOpen('refund-refused')).toBe(true)
  answer = { refund: square('COMPLETED') }
  known = square('COMPLETED')
  await service().advance(other)
  expect(await stateOf(other.id)).toMatchObject({ state: 'completed' })
  expect(await isAlertOpen('refund-refused')).toBe(true)
  // A second try for less of it, and one for the rest.
  for (const [cents, isOpen] of [
    [900, true],
    [100, false],
  ] as const) {
    answer = { refund: { ...square('PENDING'), id: `r-${cents}` } }
    await service().advance(await refund({ cents }))
    expect(await isAlertOpen('refund-refused')).toBe(isOpen)
  }
})

test('keeps the alert about a refused refund when the other one went through before', async () => {
  const [first, second] = [await refund({ cents: 500 }), await refund({ cents: 1000 })]
  answer = { refund: square('COMPLETED') }
  await service().advance(first)
  answer = { refused: 'REFUND_DECLINED' }
  await service().advance(second)
  expect(await isAlertOpen('refund-refused')).toBe(true)
})

test.each(['its call', 'a look'])(
  'closes the alert about a stuck refund that Square refuses at last, at %s',
  async (at) => {
    const stuck = await refund(at === 'a look' ? { state: 'pending', squareRefundId: 'r-1' } : {})
    await service().park(stuck)
    answer = { refused: 'REFUND_DECLINED' }
    known = square('REJECTED')
    await service().advance(stuck)
    expect([await isAlertOpen('refund-stuck'), await isAlertOpen('refund-refused')]).toEqual([false, true])
  },
)

test('closes the alert about a refused refund once all of the order went back at Square, even before', async () => {
  const due = await refund({ cents: 5000 })
  answer = { refused: 'REFUND_AMOUNT_INVALID' }
  await service().advance(due)
  expect(await isAlertOpen('refund-refused')).toBe(true)
  for (const [id, amountCents, isOpen] of [
    ['r-1', 2000, true],
    ['r-2', 3000, false],
  ] as const) {
    known = { ...square('COMPLETED'), id, amountCents, createdAt: new Date(Date.now() - 60_000) }
    await service().check(id)
    await service().check(id)
    expect(await isAlertOpen('refund-refused')).toBe(isOpen)
  }
  expect(await rows('select state from orders')).toEqual([{ state: 'refunded' }])
})

test('does not alert the owner about a refused refund if all of the order went back at Square', async () => {
  const due = await refund({ cents: 5000 })
  await rows(
    `insert into refunds (id, attempt_id, amount_cents, reason, state, square_refund_id)
     values (gen_random_uuid(), $1, 5000, 'Made at Square', 'completed', 'r-1')`,
    [order.attemptId],
  )
  answer = { refused: 'REFUND_AMOUNT_INVALID' }
  await service().advance(due)
  expect(await stateOf(due.id)).toMatchObject({ state: 'rejected' })
  expect(await alerts()).toEqual([])
})

test('keeps the alert about a stuck refund until none of the order is stuck', async () => {
  const [stuck, other] = [await refund({ cents: 500 }), await refund({ cents: 1000 })]
  await service().park(stuck)
  answer = { refund: square('COMPLETED') }
  await service().advance(other)
  expect(await isAlertOpen('refund-stuck')).toBe(true)
  answer = { refund: { ...square('COMPLETED'), id: 'r-2' } }
  await service().advance(stuck)
  expect(await isAlertOpen('refund-stuck')).toBe(false)
})

const recorded = () => rows(`select amount_cents, state, square_refund_id from refunds where reason = 'Made at Square'`)

test('records a refund made at Square once, and none that was refused or is of another sale', async () => {
  for (const change of [{ status: 'FAILED' }, { paymentId: 'another sale' }, { paymentId: undefined }] as const) {
    known = { ...square('COMPLETED'), ...change }
    await service().check('r-1')
  }
  expect(await recorded()).toEqual([])
  await rows(`insert into alerts (kind, subject, detail) values ('money-difference', 'r-1', 'x')`)
  known = square('PENDING')
  await service().check('r-1')
  known = square('COMPLETED')
  await Promise.all([service().check('r-1'), service().check('r-1')])
  expect(await recorded()).toMatchObject([{ amount_cents: 500, square_refund_id: 'r-1' }])
  expect(await alerts()).toMatchObject([{ subject: 'r-1', resolution: `Recorded on order ${order.number}.` }])
  expect(await rows(`select actor, action from audit_log where subject_id = $1`, [order.id])).toEqual([
    { actor: 'Square', action: 'money.refund-record' },
  ])
})

test('waits with a refund of Square’s that may be the one being sent, for as long as Square may be away', async () => {
  const due = await refund({ cents: 500 })
  known = square('COMPLETED')
  await expect(service().check('r-1')).rejects.toThrow(ProviderAway)
  answer = { refund: square('COMPLETED') }
  await service().advance(due)
  await service().check('r-1')
  expect(await recorded()).toEqual([])
  expect(await rows('select state from refunds')).toEqual([{ state: 'completed' }])
  // Another one, whose event came meanwhile, is recorded when its event is repeated.
  known = { ...square('COMPLETED'), id: 'r-2' }
  await service().check('r-2')
  expect(await recorded()).toMatchObject([{ amount_cents: 500, square_refund_id: 'r-2' }])
})

test.each([
  ['of another amount', () => refund({ cents: 501 })],
  ['of another payment', () => refundOfLaterPayment()],
  ['of what was paid too much, of another amount', () => strayOf('p-1', 501)],
])('records a refund made at Square while one is being sent that is %s', async (_, send) => {
  await send()
  known = square('COMPLETED')
  await service().check('r-1')
  expect(await recorded()).toMatchObject([{ amount_cents: 500, square_refund_id: 'r-1' }])
})

test('waits with a refund made at Square until its payment is settled', async () => {
  await rows(`update payment_attempts set state = 'unknown', square_payment_id = null`)
  known = square('COMPLETED')
  await expect(service().check('r-1')).rejects.toThrow(ProviderAway)
  await rows(`update payment_attempts set state = 'succeeded', square_payment_id = 'p-1'`)
  await service().check('r-1')
  expect(await recorded()).toHaveLength(1)
  // Of a payment that its order did not take.
  await rows(`delete from refunds`)
  await rows(`update payment_attempts set state = 'orphan_refunded', square_payment_id = null`)
  await service().check('r-1')
  expect(await recorded()).toEqual([])
})

test('waits with a refund made at Square that may be of what was paid too much', async () => {
  await strayOf('p-1', 500)
  known = square('COMPLETED')
  await expect(service().check('r-1')).rejects.toThrow(ProviderAway)
  expect(await recorded()).toEqual([])
})

/** Of the same order, and of the same amount. */
async function refundOfLaterPayment(): Promise<void> {
  await rows(
    `with asked as (
       insert into balance_requests (order_id, amount_cents, expires_at, state, ended_at, goods_cents, discount_cents,
         shipping_cents, tax_cents, state_code, tax_basis_points, items_goods_cents, items_discount_cents, items_tax_cents)
       values ($1, 900, now(), 'paid', now(), 900, 0, 0, 0, 'UT', 0, 4900, 0, 0) returning id, order_id),
     paid as (
       insert into payment_attempts (id, order_id, attempt_no, request_id, state, source_hash, amount_cents, square_payment_id, lease_until)
       select gen_random_uuid(), order_id, 2, id, 'succeeded', 'y', 900, 'p-2', now() from asked returning id)
     insert into refunds (id, attempt_id, amount_cents, reason) select gen_random_uuid(), id, 500, 'A part' from paid`,
    [order.id],
  )
}

async function strayOf(paymentId: string, cents: number): Promise<void> {
  await rows(
    `insert into stray_refunds (id, square_payment_id, amount_cents, reason) values (gen_random_uuid(), $1, $2, 'Too much')`,
    [paymentId, cents],
  )
}
