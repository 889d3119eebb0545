import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { UnknownCommit } from '#server/platform/db/in-transaction.ts'
import { askForBottles } from '#test/chaos/requests.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { drain, queueNamed } from '#test/drain-queue.ts'
import { eventually } from '#test/eventually.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createMoneyAlerts } from './money-alerts.service.ts'
import { findShopRefund, reopenRefund, voidRefund } from './money-check.queries.ts'
import { createMoneyRepairs } from './money-repair.service.ts'
import { moneyRoutes } from './money.desk.tsx'
import { findStrayRefund, voidStrayRefund } from './stray-refunds.queries.ts'

const database = useTestDatabase()
const ana: Actor = { operatorId: null, actor: 'ana@bloomera.example' }
let shop: DeskShop
let lastAudit: unknown

// Nothing but these tests repairs or settles anything: the workers are not started.
beforeAll(async () => {
  shop = await openDeskShop(database.current)
})
beforeEach(async () => {
  const [last] = await shop.rows('select coalesce(max(id), 0) as id from audit_log')
  lastAudit = last?.id
})
afterEach(() => shop.square.clearFaults())
afterAll(() => shop.end())

const repairs = () => shop.parts.desk.moneyRepairs
const refused = (message: string) => ({ ok: false, message })
const done = (message: string) => ({ ok: true, message })

type Made = { id: string; number: string; paymentId: string }

/** An alert about it, as the money check raises one. */
async function alertAbout(subject: string, kind = 'money-difference'): Promise<void> {
  await shop.rows(`insert into alerts (kind, subject, detail) values ($1, $2, 'x')`, [kind, subject])
}

async function resolutionOf(subject: string): Promise<unknown> {
  const [row] = await shop.rows('select resolution from alerts where subject = $1', [subject])
  return row?.resolution
}

/** What the test has added to the log, which forgets nothing. */
function audits() {
  return shop.rows(
    'select actor, action, subject_kind, subject_id, before, after from audit_log where id > $1 order by id',
    [lastAudit],
  )
}

/** Leaves an order as if the shop had never heard of its payment. */
async function forget({ id }: Made, attempt: 'unknown' | 'abandoned' = 'unknown'): Promise<void> {
  const order = attempt === 'unknown' ? 'pending_payment' : 'payment_failed'
  await shop.rows(`update orders set state = $2, paid_at = null where id = $1`, [id, order])
  await shop.rows(
    `update payment_attempts set state = $2, square_payment_id = null, lease_until = now() + interval '1 hour'
     where order_id = $1`,
    [id, attempt],
  )
}

async function stateOf({ id }: Made): Promise<unknown> {
  return (await shop.rows('select state from orders where id = $1', [id]))[0]?.state
}

async function refundAtSquare({ paymentId }: Made, amountCents: number, reason = 'There'): Promise<string> {
  const { gateway } = shop.parts.shop.payments
  const sent = await gateway.refund({ idempotencyKey: randomUUID(), paymentId, amountCents, reason })
  if (!('refund' in sent)) throw new Error('not refunded')
  return sent.refund.id
}

const settleStrays = () => drain(queueNamed(shop.parts.shop.reconciler, 'stray_refunds'))

test('settles a payment on its order, and says so in the alert and the log', async () => {
  const order = await shop.order()
  await forget(order)
  await alertAbout(order.paymentId)
  expect(await repairs().settle(order.paymentId, ana)).toEqual(done(`Order ${order.number} is now paid.`))
  expect(await resolutionOf(order.paymentId)).toBe(`Order ${order.number} is paid.`)
  expect(await audits()).toEqual([
    {
      actor: ana.actor,
      action: 'money.settle',
      subject_kind: 'order',
      subject_id: order.id,
      before: { state: 'pending_payment' },
      after: { state: 'paid', paymentId: order.paymentId },
    },
  ])
})

test('says that a payment goes back if its order was closed', async () => {
  const order = await shop.order()
  await forget(order, 'abandoned')
  await alertAbout(order.paymentId)
  const { number } = order
  expect(await repairs().settle(order.paymentId, ana)).toEqual(
    done(`Order ${number} can’t take this payment anymore. We’re refunding it.`),
  )
  expect(await resolutionOf(order.paymentId)).toBe('The money is being refunded.')
  expect(await audits()).toMatchObject([
    { before: { state: 'payment_failed' }, after: { state: 'payment_failed', paymentId: order.paymentId } },
  ])
})

test('matches a payment only to an order that waits for it', async () => {
  const order = await shop.order()
  const { number, id } = order
  const foreign = await shop.square.charge({ reference: 'a sale at the market', amountCents: 500 })
  const orphan = await shop.square.charge({ reference: 'BLM-22222222-2222', amountCents: 500 })
  const second = await shop.square.charge({ reference: number, amountCents: 500 })
  const seventh = await shop.square.charge({ reference: `${number}-7`, amountCents: 500 })
  const approved = await shop.square.charge({ reference: number, amountCents: 500, autocomplete: false })
  const settle = (paymentId: string) => repairs().settle(paymentId, ana)
  expect(await settle('no-such-payment')).toEqual(refused('Square hasn’t completed this payment.'))
  expect(await settle(approved.id)).toEqual(refused('Square hasn’t completed this payment.'))
  expect(await settle(foreign.id)).toEqual(refused('This payment has no order. You can refund it.'))
  expect(await settle(orphan.id)).toEqual(refused('This payment has no order. You can refund it.'))
  expect(await settle(second.id)).toEqual(refused('This order already has its payment.'))
  const noCard = 'This order doesn’t take a card payment. You can refund it or mark it as explained.'
  expect(await settle(seventh.id)).toEqual(refused(noCard))
  await shop.rows('delete from payment_attempts where order_id = $1', [id])
  expect(await settle(order.paymentId)).toEqual(refused(noCard))
  expect(await audits()).toEqual([])
})

test('refunds what is left of a payment without an order, in the log and at Square', async () => {
  const orphan = await shop.square.charge({ reference: 'BLM-22222222-2222', amountCents: 1234 })
  await refundAtSquare({ id: '', number: '', paymentId: orphan.id }, 234)
  await eventually(
    async () => ((await shop.parts.shop.payments.gateway.findPayment(orphan.id))?.refundedCents ?? 0) > 0,
  )
  await alertAbout(orphan.id, 'money-without-order')
  expect(await repairs().giveBack(orphan.id, ana)).toEqual(done('Refunding $10.00.'))
  expect(await resolutionOf(orphan.id)).toBe('$10.00 refunded.')
  const [row] = await shop.rows('select id, amount_cents, reason from stray_refunds where square_payment_id = $1', [
    orphan.id,
  ])
  expect(row).toMatchObject({ amount_cents: 1000, reason: 'No order for this payment' })
  expect(await audits()).toEqual([
    {
      actor: ana.actor,
      action: 'money.give-back',
      subject_kind: 'payment',
      subject_id: orphan.id,
      before: { refundedCents: 234 },
      after: { amountCents: 1000, refundId: row?.id },
    },
  ])
  await eventually(async () => {
    await settleStrays()
    const [stray] = await shop.rows('select state, resolved_at from stray_refunds where id = $1', [row?.id])
    return stray?.state === 'completed' && stray.resolved_at !== null
  })
  expect(await repairs().giveBack(orphan.id, ana)).toEqual(refused('There’s nothing left to refund.'))
})

test('refunds nothing that an order has taken or may still take, or that is none of ours', async () => {
  const [paid, open] = [await shop.order(), await shop.order()]
  await forget(open)
  const foreign = await shop.square.charge({ reference: 'a sale at the market', amountCents: 500 })
  const giveBack = (paymentId: string) => repairs().giveBack(paymentId, ana)
  expect(await giveBack(paid.paymentId)).toEqual(refused('There’s nothing left to refund.'))
  expect(await giveBack(open.paymentId)).toEqual(refused('This payment has an order. Match it to the order instead.'))
  expect(await giveBack(foreign.id)).toEqual(refused('This payment isn’t from this shop.'))
  expect(await giveBack('no-such-payment')).toEqual(refused('Square hasn’t completed this payment.'))
  // The order is paid, so its second payment can only go back.
  const second = await shop.square.charge({ reference: paid.number, amountCents: 500 })
  await shop.square.setFault('500-before', { path: '/v2/refunds', method: 'POST' })
  expect(await giveBack(second.id)).toMatchObject({ ok: true })
  expect(await giveBack(second.id)).toEqual(done('This payment is already being refunded.'))
  expect(await shop.rows('select from stray_refunds where square_payment_id = $1', [second.id])).toHaveLength(1)
})

const TRY_AGAIN = 'No money was refunded. Open Payouts & reconciliation to try again.'

test.each([
  [
    '400',
    refused('Square refused the refund (BAD_REQUEST). You can try again.'),
    { state: 'rejected', is_over: true },
    [{ kind: 'refund-refused', detail: `Square answered BAD_REQUEST to a refund of $12.34. ${TRY_AGAIN}` }],
  ],
  [
    '500-after',
    done('Refund saved. Square hasn’t answered yet; we’ll keep asking.'),
    { state: 'unknown', is_over: false },
    [],
  ],
] as const)('says what Square answered to a refund: %s', async (fault, answer, state, alerts) => {
  const orphan = await shop.square.charge({ reference: 'BLM-22222222-2222', amountCents: 1234 })
  await shop.square.setFault(fault, { path: '/v2/refunds', method: 'POST' })
  expect(await repairs().giveBack(orphan.id, ana)).toEqual(answer)
  const [stray] = await shop.rows(
    'select state, resolved_at is not null as is_over from stray_refunds where square_payment_id = $1',
    [orphan.id],
  )
  expect(stray).toEqual(state)
  expect(await shop.rows('select kind, detail from alerts where subject = $1', [orphan.id])).toEqual(alerts)
})

test('closes an order that nothing was charged for: its stock, code and request are free again', async () => {
  const onHand = async () => {
    const [row] = await shop.rows(`select on_hand from stock_levels where product_id = 'pure-bloom' and size = '1oz'`)
    return Number(row?.on_hand)
  }
  await shop.rows(`insert into stock_levels (product_id, size, on_hand) values ('pure-bloom', '1oz', 1000)`)
  await shop.rows(`insert into discount_codes (code, kind, percent, total_limit) values ('REPAIRED', 'percent', 10, 1)`)
  const order = await shop.order({ discountCode: 'REPAIRED' })
  await shop.rows(`update orders set created_at = '2026-01-01' where id = $1`, [order.id])
  const [request] = await askForBottles(database.current, 1)
  expect(request?.orderId).toBe(order.id)
  await shop.rows(`update payment_attempts set square_payment_id = 'lost' where order_id = $1`, [order.id])
  await alertAbout(order.id)
  const before = await onHand()
  expect(await repairs().close(order.id, ana)).toEqual(done(`Order ${order.number} is closed.`))
  expect(await resolutionOf(order.id)).toBe(`Order ${order.number} is closed.`)
  expect(
    await shop.rows(
      `select a.state, a.square_payment_id, a.resolved_at is not null as is_over, o.state as order_state
      from payment_attempts a join orders o on o.id = a.order_id where o.id = $1`,
      [order.id],
    ),
  ).toEqual([{ state: 'abandoned', square_payment_id: null, is_over: true, order_state: 'payment_failed' }])
  const [row] = await shop.rows(
    `select (select used_count from discount_codes where code = 'REPAIRED') as used,
       (select withdrawn_by from balance_requests where order_id = $1) as withdrawn_by`,
    [order.id],
  )
  expect(row).toEqual({ used: 0, withdrawn_by: 'change' })
  // Its two bottles, and the one that it was asked to pay for.
  expect(await onHand()).toBe(before + 3)
  expect(await audits()).toEqual([
    {
      actor: ana.actor,
      action: 'money.close',
      subject_kind: 'order',
      subject_id: order.id,
      before: { state: 'paid', paymentId: 'lost' },
      after: { state: 'payment_failed' },
    },
  ])
  await shop.rows(`delete from stock_levels where product_id = 'pure-bloom'`)
})

test('closes no order that is paid, was paid otherwise or later, or has shipped', async () => {
  const close = (id: string) => repairs().close(id, ana)
  const [order, later, outside, shipped] = [
    await shop.order(),
    await shop.order(),
    await shop.order(),
    await shop.order(),
  ]
  expect(await close(order.id)).toEqual(refused('Square has this payment after all.'))
  await shop.rows(`update payment_attempts set square_payment_id = null where order_id = any($1)`, [
    [later.id, outside.id, shipped.id],
  ])
  await shop.rows(
    `with asked as (
       insert into balance_requests (order_id, amount_cents, expires_at, state, ended_at, goods_cents, discount_cents,
         shipping_cents, tax_cents, state_code, tax_basis_points, items_goods_cents, items_discount_cents, items_tax_cents)
       values ($1, 100, now(), 'paid', now(), 100, 0, 0, 0, 'UT', 0, 5100, 0, 358) returning id, order_id)
     insert into payment_attempts (id, order_id, attempt_no, request_id, state, source_hash, amount_cents, lease_until)
     select gen_random_uuid(), order_id, 2, id, 'succeeded', gen_random_uuid(), 100, now() from asked`,
    [later.id],
  )
  await shop.rows(`update orders set paid_outside = 'cash' where id = $1`, [outside.id])
  await shop.rows(`update orders set state = 'shipped', shipped_at = now() where id = $1`, [shipped.id])
  expect(await close(later.id)).toEqual(
    refused('Part of this order was paid later. Mark the difference as explained instead.'),
  )
  expect(await close(outside.id)).toEqual(refused('Order not found.'))
  expect(await close(randomUUID())).toEqual(refused('Order not found.'))
  expect(await close(shipped.id)).toEqual(
    refused('Only an order that hasn’t shipped can be closed. Mark the difference as explained instead.'),
  )
  expect(await Promise.all([order, later, outside, shipped].map(stateOf))).toEqual(['paid', 'paid', 'paid', 'shipped'])
  expect(await audits()).toEqual([])
})

test('records a refund of Square’s once, with its parts, and withdraws what was asked for', async () => {
  const order = await shop.order()
  await shop.rows(`update orders set created_at = '2026-01-01' where id = $1`, [order.id])
  const [request] = await askForBottles(database.current, 1)
  expect(request?.orderId).toBe(order.id)
  const first = await refundAtSquare(order, 1000)
  await alertAbout(first)
  expect(await repairs().recordRefund(first, ana)).toEqual(done(`Refund recorded on order ${order.number}.`))
  expect(await repairs().recordRefund(first, ana)).toEqual(refused('This refund is already recorded.'))
  expect(await resolutionOf(first)).toBe(`Recorded on order ${order.number}.`)
  const recorded = await shop.rows(
    `select r.amount_cents, r.goods_cents, r.discount_cents, r.shipping_cents, r.tax_cents, r.reason, r.state
     from refunds r join payment_attempts a on a.id = r.attempt_id where a.order_id = $1`,
    [order.id],
  )
  expect(recorded).toEqual([
    {
      amount_cents: 1000,
      // A share of $50.00, $9.99 and $3.58.
      goods_cents: 787,
      discount_cents: 0,
      shipping_cents: 157,
      tax_cents: 56,
      reason: 'Made at Square',
      state: 'pending',
    },
  ])
  const [withdrawn] = await shop.rows('select withdrawn_by from balance_requests where order_id = $1', [order.id])
  expect(withdrawn).toEqual({ withdrawn_by: 'change' })
  const second = await refundAtSquare(order, 500)
  await repairs().recordRefund(second, ana)
  const log = await audits()
  expect(log.map(({ before, after }) => ({ before, after }))).toEqual([
    { before: { refundedCents: 0 }, after: { refundedCents: 1000, amountCents: 1000, squareRefundId: first } },
    { before: { refundedCents: 1000 }, after: { refundedCents: 1500, amountCents: 500, squareRefundId: second } },
  ])
  expect(log[0]).toMatchObject({ action: 'money.refund-record', subject_kind: 'order', subject_id: order.id })
})

test('records no refund that is not of an order, was refused, or may be one of ours', async () => {
  const order = await shop.order()
  const record = (id: string) => repairs().recordRefund(id, ana)
  const none = refused('Square has no such refund for one of our orders.')
  expect(await record('no-such-refund')).toEqual(none)
  const foreign = await shop.square.charge({ reference: 'a sale at the market', amountCents: 500 })
  expect(await record(await refundAtSquare({ ...order, paymentId: foreign.id }, 100))).toEqual(none)
  const rejected = await refundAtSquare(order, 300, 'emulator:reject')
  const { gateway } = shop.parts.shop.payments
  await eventually(async () => (await gateway.findRefund(rejected))?.status === 'REJECTED')
  expect(await record(rejected)).toEqual(refused('Square refused this refund. No money was refunded.'))
  // A refund of ours without an answer yet, of the order or of what was paid too much.
  const made = await refundAtSquare(order, 200)
  const sending = refused('A refund of this amount is still being sent. Check again in a few minutes.')
  const stray = randomUUID()
  await shop.rows(
    `insert into stray_refunds (id, square_payment_id, amount_cents, reason) values ($1, $2, 200, 'Too much')`,
    [stray, order.paymentId],
  )
  expect(await record(made)).toEqual(sending)
  await shop.rows(`update stray_refunds set square_refund_id = 'r' where id = $1`, [stray])
  await shop.rows(
    `insert into refunds (id, attempt_id, amount_cents, reason, state)
     select gen_random_uuid(), id, 200, 'A part', 'unknown' from payment_attempts where order_id = $1`,
    [order.id],
  )
  expect(await record(made)).toEqual(sending)
  await shop.rows(`update refunds set state = 'rejected' where reason = 'A part'`)
  expect(await record(made)).toMatchObject({ ok: true })
  await shop.rows('delete from stray_refunds where id = $1', [stray])
})

/** A refund of an order that Square knows as this, and we as completed. */
async function refundOf(order: Made, squareRefundId: string): Promise<string> {
  const id = randomUUID()
  await shop.rows(
    `insert into refunds (id, attempt_id, amount_cents, reason, state, square_refund_id, resolved_at, attempts, lease_until)
     select $1, a.id, 300, 'A part', 'completed', $2, now(), 7, now() + interval '1 hour'
     from payment_attempts a where a.order_id = $3`,
    [id, squareRefundId, order.id],
  )
  return id
}

test('sends a refund again that Square does not know, and never one that it has', async () => {
  const order = await shop.order()
  const kept = await refundOf(order, await refundAtSquare(order, 300))
  expect(await repairs().resendRefund(kept, ana)).toEqual(refused('Square has this refund after all.'))
  const lost = await refundOf(order, 'lost')
  await alertAbout(lost)
  expect(await repairs().resendRefund(lost, ana)).toEqual(done('Refund sent again.'))
  expect(await resolutionOf(lost)).toBe('Sent again.')
  const [row] = await shop.rows(
    `select state, square_refund_id, attempts, resolved_at, lease_until <= now() as is_due from refunds where id = $1`,
    [lost],
  )
  expect(row).toEqual({ state: 'sending', square_refund_id: null, attempts: 0, resolved_at: null, is_due: true })
  expect(await audits()).toEqual([
    {
      actor: ana.actor,
      action: 'money.refund-again',
      subject_kind: 'order',
      subject_id: order.id,
      before: { state: 'completed', squareRefundId: 'lost' },
      after: { state: 'sending', amountCents: 300 },
    },
  ])
  expect(await repairs().resendRefund(randomUUID(), ana)).toEqual(refused('Refund not found.'))
})

test('takes back a refund that Square refused in the end, so that it can be made again', async () => {
  const order = await shop.order()
  const square = await refundAtSquare(order, 300, 'emulator:reject')
  const { gateway } = shop.parts.shop.payments
  await eventually(async () => (await gateway.findRefund(square))?.status === 'REJECTED')
  const id = await refundOf(order, square)
  await alertAbout(id)
  expect(await repairs().resendRefund(id, ana)).toEqual(
    done(`Square refused this refund, so we removed it. You can refund order ${order.number} again.`),
  )
  expect(await resolutionOf(id)).toBe('Refused by Square and removed.')
  expect(await audits()).toMatchObject([
    {
      action: 'money.refund-cross-out',
      subject_id: order.id,
      before: { state: 'completed', squareRefundId: square },
      after: { state: 'rejected', amountCents: 300 },
    },
  ])
  expect(await repairs().resendRefund(id, ana)).toEqual(
    refused('This refund was refused. Make a new one on its order.'),
  )
})

test('closes the alert about stuck refunds once the last of the order is sent again or taken back', async () => {
  const order = await shop.order()
  const rejected = await refundAtSquare(order, 300, 'emulator:reject')
  const { gateway } = shop.parts.shop.payments
  await eventually(async () => (await gateway.findRefund(rejected))?.status === 'REJECTED')
  const parked = [await refundOf(order, 'lost'), await refundOf(order, rejected)]
  await shop.rows(`update refunds set state = 'pending', resolved_at = null, parked_at = now() where id = any($1)`, [
    parked,
  ])
  await alertAbout(order.number, 'refund-stuck')
  await repairs().resendRefund(parked[0] ?? '', ana)
  expect(await resolutionOf(order.number)).toBeNull()
  await repairs().resendRefund(parked[1] ?? '', ana)
  expect(await resolutionOf(order.number)).toBe('Refused by Square and removed.')
})

test('takes back the refund of a stray payment only if Square refused it, and once', async () => {
  const orphan = await shop.square.charge({ reference: 'BLM-22222222-2222', amountCents: 1234 })
  const about = { id: '', number: '', paymentId: orphan.id }
  const id = randomUUID()
  await shop.rows(
    `insert into stray_refunds (id, square_payment_id, amount_cents, reason, state) values ($1, $2, 1234, 'x', 'completed')`,
    [id, orphan.id],
  )
  const resend = () => repairs().resendRefund(id, ana)
  // It may be on its way, or it is.
  expect(await resend()).toEqual(refused('Square has this refund after all.'))
  const known = async (squareRefundId: string) =>
    shop.rows('update stray_refunds set square_refund_id = $2 where id = $1', [id, squareRefundId])
  await known(await refundAtSquare(about, 100))
  expect(await resend()).toEqual(refused('Square has this refund after all.'))
  const rejected = await refundAtSquare(about, 200, 'emulator:reject')
  const { gateway } = shop.parts.shop.payments
  await eventually(async () => (await gateway.findRefund(rejected))?.status === 'REJECTED')
  await known(rejected)
  await alertAbout(id)
  await alertAbout(orphan.id, 'refund-stuck')
  expect(await resend()).toEqual(
    done('Square refused this refund, so we removed it. You can refund the payment again.'),
  )
  expect(await resend()).toEqual(refused('This refund was already removed.'))
  expect(await resolutionOf(id)).toBe('Refused by Square and removed.')
  expect(await resolutionOf(orphan.id)).toBe('Square refused the refund.')
  const [row] = await shop.rows('select state, resolved_at is not null as is_over from stray_refunds where id = $1', [
    id,
  ])
  expect(row).toEqual({ state: 'rejected', is_over: true })
  expect(await audits()).toEqual([
    {
      actor: ana.actor,
      action: 'money.refund-cross-out',
      subject_kind: 'payment',
      subject_id: orphan.id,
      before: { state: 'completed', squareRefundId: rejected },
      after: { state: 'rejected', amountCents: 1234 },
    },
  ])
})

test('keeps the note before in the log when a difference is explained again', async () => {
  const { paymentId } = await shop.order()
  await alertAbout(paymentId)
  const explain = (note: string) => repairs().explain('money-without-order', paymentId, note, ana)
  expect(await explain('A gift card')).toEqual(done('Explained: payment without an order.'))
  expect(await resolutionOf(paymentId)).toBe('Marked as explained: A gift card')
  await explain('Two gift cards')
  expect(
    await shop.rows('select kind, note, actor from explained_differences where subject = $1', [paymentId]),
  ).toEqual([{ kind: 'money-without-order', note: 'Two gift cards', actor: ana.actor }])
  const about = { actor: ana.actor, action: 'money.explain', subject_kind: 'difference', subject_id: paymentId }
  expect(await audits()).toEqual([
    { ...about, before: null, after: { kind: 'money-without-order', note: 'A gift card' } },
    { ...about, before: { note: 'A gift card' }, after: { kind: 'money-without-order', note: 'Two gift cards' } },
  ])
  // An explanation belongs to one kind of difference.
  await repairs().explain('amount', paymentId, 'Rounded', ana)
  expect((await audits()).at(-1)).toMatchObject({ before: null })
})

test('leaves a refund alone that was settled while Square was asked about it', async () => {
  const order = await shop.order()
  const id = await refundOf(order, 'lost')
  const { orm } = database.current
  const before = await findShopRefund(orm, id)
  if (!before) throw new Error('no refund')
  for (const change of [`square_refund_id = 'found'`, `square_refund_id = 'lost', state = 'pending'`]) {
    await shop.rows(`update refunds set ${change} where id = $1`, [id])
    expect(await reopenRefund(orm, before)).toBe(false)
    expect(await voidRefund(orm, before)).toBe(false)
  }
  await shop.rows(`update refunds set state = 'completed' where id = $1`, [id])
  expect(await reopenRefund(orm, before)).toBe(true)
})

test('leaves the refund of a stray payment alone that was settled while Square was asked about it', async () => {
  const { orm } = database.current
  const id = randomUUID()
  await shop.rows(
    `insert into stray_refunds (id, square_payment_id, amount_cents, reason, state, square_refund_id)
     values ($1, $2, 500, 'x', 'pending', $3)`,
    [id, randomUUID(), randomUUID()],
  )
  const before = await findStrayRefund(orm, id)
  if (!before) throw new Error('no refund')
  for (const [state, isVoided] of [
    ['completed', false],
    ['rejected', false],
    ['pending', true],
  ] as const) {
    await shop.rows('update stray_refunds set state = $2 where id = $1', [id, state])
    expect(await voidStrayRefund(orm, before, new Date())).toBe(isVoided)
  }
})

/** The answer of the desk when a refund of this payment goes wrong that way. */
async function givingBack(paymentId: string, failure: { pushing?: Error; saving?: Error }): Promise<unknown> {
  const { payments } = shop.parts.shop
  const { moneyRepairs, ...desk } = shop.parts.desk
  const log = pino({ level: 'silent' })
  const made = createMoneyRepairs({
    ...payments,
    database: database.current,
    alerts: createMoneyAlerts({ database: database.current, raiseAlert: payments.raiseAlert, now: () => new Date() }),
    strayRefunds: { push: () => Promise.reject(failure.pushing ?? new Error('not pushed')) },
    log,
    now: () => new Date(),
  })
  const giveBack: typeof made.giveBack = (id, actor) =>
    failure.saving ? Promise.reject(failure.saving) : made.giveBack(id, actor)
  const routes = moneyRoutes({ ...desk, moneyRepairs: { ...moneyRepairs, giveBack }, log, now: () => new Date() })
  let text: unknown
  const visit = {
    actor: ana,
    form: async () => new URLSearchParams({ subject: paymentId }),
    go: (_: string, message: { text: string }) => {
      text = message.text
      return new Response()
    },
  }
  const route = routes.find(({ path }) => path === '/money/give-back')
  await route?.handle(visit as never)
  return text
}

test('says whether a refund is saved when something fails on the way', async () => {
  const stray = await shop.square.charge({ reference: 'BLM-22222222-2222', amountCents: 1234 })
  const away = new Error('Square is away')
  expect(await givingBack(stray.id, { saving: new UnknownCommit('lost') })).toBe(
    'We don’t know if that was saved. Reload the page.',
  )
  expect(await givingBack(stray.id, { saving: away })).toBe(
    'Square isn’t answering right now. Try again in a few minutes. Nothing was changed.',
  )
  expect(await shop.rows('select from stray_refunds where square_payment_id = $1', [stray.id])).toEqual([])
  expect(await givingBack(stray.id, { pushing: away })).toBe('Refund saved. We’ll keep trying until Square has it.')
  expect(await shop.rows('select state from stray_refunds where square_payment_id = $1', [stray.id])).toEqual([
    { state: 'sending' },
  ])
})
