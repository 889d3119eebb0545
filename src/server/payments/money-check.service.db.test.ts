import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { AN_ORDER_CENTS, type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { drain, queueNamed } from '#test/drain-queue.ts'
import { eventually } from '#test/eventually.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createMoneyCheckService } from './money-check.service.ts'
import { claimOpenRefunds } from './refunds.queries.ts'

const database = useTestDatabase()
const ana: Actor = { operatorId: null, actor: 'ana@bloomera.example' }
let shop: DeskShop

beforeAll(async () => {
  shop = await openDeskShop(database.current)
})
afterAll(() => shop.end())

const HOUR_MS = 3_600_000
const span = () => ({ from: new Date(Date.now() - HOUR_MS), to: new Date(Date.now() + HOUR_MS) })

/** Checks as of two hours later, when nothing is still in progress. */
function check() {
  const { gateway } = shop.parts.shop.payments
  const later = () => new Date(Date.now() + 2 * HOUR_MS)
  return createMoneyCheckService(database.current, gateway, later).check(span())
}

async function found() {
  const report = await check()
  return report.differences.map(({ kind, order, explanation }) => ({
    kind,
    number: order?.number,
    isExplained: explanation !== undefined,
  }))
}

const repairs = () => shop.parts.desk.moneyRepairs

/** Leaves the order as if the shop had never heard of its payment and were still waiting for it. */
async function forget(id: string): Promise<void> {
  await shop.rows(`update orders set state = 'pending_payment', paid_at = null where id = $1`, [id])
  await shop.rows(
    `update payment_attempts set state = 'unknown', square_payment_id = null, lease_until = now() + interval '1 hour'
     where order_id = $1`,
    [id],
  )
}

async function remove(id: string): Promise<void> {
  await shop.rows(`delete from refunds r using payment_attempts a where a.id = r.attempt_id and a.order_id = $1`, [id])
  await shop.rows(`delete from orders where id = $1`, [id])
}

test('matches orders and payments to the cent and ignores orders without a card', async () => {
  await shop.order()
  await shop.order()
  await shop.rows(
    `insert into orders (number, checkout_key, request_hash, state, email, folded_email, first_name, last_name, line1, city,
       state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents, paid_at, paid_outside)
     values ('BLM-22222222-2222', 'desk-manual-1', 'desk', 'paid', 'a@example.com', 'a@example.com', 'A', 'B', '1 Main', 'Provo',
       'UT', '84601', 1000, 0, 0, 0, 0, 1000, now(), 'cash')`,
  )
  const report = await check()
  const both = { count: 2, cents: 2 * AN_ORDER_CENTS }
  expect(report).toMatchObject({
    shop: { payments: both },
    provider: { payments: both },
    matched: { payments: both },
    differences: [],
  })
})

test('does not let unresolved refunds hold up waiting ones', async () => {
  const { id } = await shop.order()
  const ids = Array.from({ length: 13 }, () => randomUUID())
  for (const refundId of ids)
    await shop.rows(
      `insert into refunds (id, attempt_id, amount_cents, reason, state)
       select $1, a.id, 1, 'A cent', 'pending' from payment_attempts a where a.order_id = $2`,
      [refundId, id],
    )
  const claim = () => claimOpenRefunds(database.current.orm, { limit: 12, leaseMs: HOUR_MS })
  const [first, second, third] = [await claim(), await claim(), await claim()]
  expect([first.length, second.length, third.length]).toEqual([12, 1, 0])
  expect(new Set([...first, ...second].map((refund) => refund.id))).toEqual(new Set(ids))
  await shop.rows('delete from refunds')
  await shop.rows('update orders set refunded_cents = 0')
})

test('settles a payment that has not reached its order, once', async () => {
  const { id, number, paymentId } = await shop.order()
  await forget(id)
  expect(await found()).toEqual([{ kind: 'unsettled', number, isExplained: false }])
  expect(await repairs().giveBack(paymentId, ana)).toMatchObject({ ok: false })
  expect(await repairs().settle(paymentId, ana)).toEqual({ ok: true, message: `Order ${number} is now paid.` })
  expect(await repairs().settle(paymentId, ana)).toMatchObject({ ok: false })
  expect(await found()).toEqual([])
  expect(await shop.rows('select state from orders where id = $1', [id])).toEqual([{ state: 'paid' }])
  expect(
    await shop.rows(
      `select actor, before, after from audit_log where action = 'money.settle' and subject_kind = 'order' and subject_id = $1`,
      [id],
    ),
  ).toEqual([{ actor: ana.actor, before: { state: 'pending_payment' }, after: { state: 'paid', paymentId } }])
})

test('refunds a payment for a closed order, whose buyer was told that nothing was charged', async () => {
  const { id, number, paymentId } = await shop.order()
  await forget(id)
  await shop.rows(`update payment_attempts set state = 'abandoned' where order_id = $1`, [id])
  await shop.rows(`update orders set state = 'payment_failed' where id = $1`, [id])
  expect(await repairs().settle(paymentId, ana)).toEqual({
    ok: true,
    message: `Order ${number} can’t take this payment anymore. We’re refunding it.`,
  })
  expect(await shop.rows('select state from orders where id = $1', [id])).toEqual([{ state: 'payment_failed' }])
  expect(await repairs().giveBack(paymentId, ana)).toMatchObject({ ok: false })
  await shop.rows('update stray_refunds set lease_until = now()')
  await drain(queueNamed(shop.parts.shop.reconciler, 'stray_refunds'))
  expect((await shop.square.ledger()).refundedCents[number]).toBe(AN_ORDER_CENTS)
  // Cleans up for the tests below.
  await remove(id)
})

test('treats a payment of the last few minutes as in progress, not as a difference', async () => {
  const { id, paymentId } = await shop.order()
  await forget(id)
  const report = await shop.parts.desk.moneyCheck.check(span())
  expect(report).toMatchObject({ underWay: 1, differences: [] })
  await repairs().settle(paymentId, ana)
})

test('refunds a payment without an order once, even if requested twice concurrently', async () => {
  const { id, number, paymentId } = await shop.order()
  await remove(id)
  expect(await found()).toEqual([{ kind: 'money-without-order', number: undefined, isExplained: false }])
  const twice = await Promise.all([repairs().giveBack(paymentId, ana), repairs().giveBack(paymentId, ana)])
  expect(twice.some(({ ok }) => ok)).toBe(true)
  // The second request may come so late that nothing is left to refund.
  const late = twice.filter(({ ok }) => !ok).map(({ message }) => message)
  expect(late.filter((message) => message !== 'There’s nothing left to refund.')).toEqual([])
  expect((await shop.square.ledger()).refundedCents[number]).toBe(AN_ORDER_CENTS)
  expect(await found()).toEqual([])
  expect(await repairs().giveBack('no-such-payment', ana)).toMatchObject({ ok: false })
})

test('retries a refund whose response was lost with the same key', async () => {
  const { id, number, paymentId } = await shop.order()
  await remove(id)
  await shop.square.setFault('500-after', { count: 1, path: '/v2/refunds', method: 'POST' })
  expect(await repairs().giveBack(paymentId, ana)).toMatchObject({ ok: true })
  expect(await shop.rows(`select state from stray_refunds where square_payment_id = $1`, [paymentId])).toEqual([
    { state: 'unknown' },
  ])
  await drain(queueNamed(shop.parts.shop.reconciler, 'stray_refunds'))
  expect(await shop.rows(`select 1 from stray_refunds where state in ('sending', 'unknown')`)).toEqual([])
  expect((await shop.square.ledger()).refundedCents[number]).toBe(AN_ORDER_CENTS)
})

test('reports a refund that fails at the provider and allows another one', async () => {
  const { id, number, paymentId } = await shop.order()
  await remove(id)
  await shop.rows(
    `insert into stray_refunds (id, square_payment_id, amount_cents, reason) values ($1, $2, $3, 'emulator:fail')`,
    [randomUUID(), paymentId, AN_ORDER_CENTS],
  )
  const statesBecome = (states: string[]) =>
    eventually(async () => {
      await drain(queueNamed(shop.parts.shop.reconciler, 'stray_refunds'))
      const rows = await shop.rows('select state from stray_refunds where square_payment_id = $1 order by created_at', [
        paymentId,
      ])
      return rows.map(({ state }) => state).join() === states.join()
    })
  await statesBecome(['rejected'])
  expect(await shop.rows('select kind from alerts where subject = $1', [paymentId])).toEqual([
    { kind: 'refund-refused' },
  ])
  expect(await found()).toEqual([{ kind: 'money-without-order', number: undefined, isExplained: false }])
  expect(await repairs().giveBack(paymentId, ana)).toMatchObject({ ok: true })
  await statesBecome(['rejected', 'completed'])
  expect((await shop.square.ledger()).refundedCents[number]).toBe(AN_ORDER_CENTS)
  expect(await found()).toEqual([])
})

test('neither misses nor waits for refunds that Square refused', async () => {
  const { id } = await shop.order()
  const { underWay } = await check()
  await shop.rows(
    `insert into refunds (id, attempt_id, amount_cents, reason, state)
     select gen_random_uuid(), id, 900, 'Refused', 'rejected' from payment_attempts where order_id = $1`,
    [id],
  )
  await shop.rows(
    `insert into stray_refunds (id, square_payment_id, amount_cents, reason, state)
     values (gen_random_uuid(), 'refused-payment', 900, 'Refused', 'rejected')`,
  )
  expect(await check()).toMatchObject({ underWay, differences: [] })
})

test('closes an unpaid order, but only explains one that has shipped', async () => {
  const [open, gone] = [await shop.order(), await shop.order()]
  for (const { id } of [open, gone])
    await shop.rows(`update payment_attempts set square_payment_id = 'lost-' || id where order_id = $1`, [id])
  await shop.rows(`update orders set state = 'shipped' where id = $1`, [gone.id])
  // Their payments exist at the provider but belong to no order, so both sides differ.
  expect((await found()).filter(({ kind }) => kind === 'order-without-money')).toEqual([
    { kind: 'order-without-money', number: open.number, isExplained: false },
    { kind: 'order-without-money', number: gone.number, isExplained: false },
  ])
  expect(await repairs().close(open.id, ana)).toMatchObject({ ok: true })
  expect(await repairs().close(gone.id, ana)).toMatchObject({ ok: false })
  expect(await shop.rows('select state, paid_at from orders where id = $1', [open.id])).toEqual([
    { state: 'payment_failed', paid_at: null },
  ])
  await repairs().explain('order-without-money', gone.id, 'Paid in the shop', ana)
  expect((await found()).filter(({ kind }) => kind === 'order-without-money')).toEqual([
    { kind: 'order-without-money', number: gone.number, isExplained: true },
  ])
  // Cleans up for the tests below.
  for (const { id, paymentId } of [open, gone])
    await shop.rows(`update payment_attempts set square_payment_id = $2, state = 'succeeded' where order_id = $1`, [
      id,
      paymentId,
    ])
  expect(await found()).toEqual([])
})

test('refuses to close an order whose payment the provider has', async () => {
  const { id } = await shop.order()
  expect(await repairs().close(id, ana)).toEqual({ ok: false, message: 'Square has this payment after all.' })
})

test('finds different amounts and refunds the excess', async () => {
  const { id, number, paymentId } = await shop.order()
  await shop.rows('update payment_attempts set amount_cents = amount_cents - 57 where order_id = $1', [id])
  expect(await found()).toEqual([{ kind: 'amount', number, isExplained: false }])
  expect(await repairs().giveBack(paymentId, ana)).toMatchObject({ ok: true })
  expect((await shop.square.ledger()).refundedCents[number]).toBe(57)
  expect(await found()).toEqual([])
})

test('records a refund made at the provider on its order and settles it like any other', async () => {
  const { id, number, paymentId } = await shop.order()
  await shop.parts.shop.payments.gateway.refund({
    idempotencyKey: randomUUID(),
    paymentId,
    amountCents: AN_ORDER_CENTS,
    reason: 'At the provider',
  })
  const report = await check()
  const [difference] = report.differences
  expect(report.differences).toMatchObject([{ kind: 'refund-at-provider', order: { number } }])
  expect(await repairs().recordRefund(difference?.subject ?? '', ana)).toMatchObject({ ok: true })
  expect(await repairs().recordRefund(difference?.subject ?? '', ana)).toMatchObject({ ok: false })
  expect(await found()).toEqual([])
  await shop.parts.shop.reconciler.start()
  await eventually(
    async () => (await shop.rows('select state from orders where id = $1', [id]))[0]?.state === 'refunded',
  )
})

test('resends a refund unknown to the provider', async () => {
  const { id, number } = await shop.order()
  await shop.parts.desk.orderDesk.refund(id, { amountCents: 300, reason: 'A part', formKey: randomUUID() }, ana)
  await eventually(async () => (await shop.square.ledger()).refundedCents[number] === 300)
  await eventually(
    async () =>
      (await shop.rows(`select 1 from refunds where state in ('sending', 'pending', 'unknown')`)).length === 0,
  )
  const [refund] = await shop.rows(
    `update refunds set square_refund_id = 'lost-' || id where amount_cents = 300 returning id`,
  )
  const kinds = (await check()).differences.map(({ kind, subject }) => ({ kind, subject }))
  expect(kinds).toContainEqual({ kind: 'refund-in-shop', subject: refund?.id })
  expect(await repairs().resendRefund(String(refund?.id), ana)).toMatchObject({ ok: true })
  // Same key: the provider returns its existing refund, and no additional money is refunded.
  await eventually(
    async () => (await shop.rows('select state from refunds where id = $1', [refund?.id]))[0]?.state === 'completed',
  )
  expect((await shop.square.ledger()).refundedCents[number]).toBe(300)
  expect(await found()).toEqual([])
})

test('does not record a refund of ours twice if its response was lost', async () => {
  const { id, number, paymentId } = await shop.order()
  const ours = randomUUID()
  await shop.rows(
    `insert into refunds (id, attempt_id, amount_cents, reason, state, lease_until)
     select $1, a.id, 700, 'A part', 'unknown', now() + interval '1 hour' from payment_attempts a where a.order_id = $2`,
    [ours, id],
  )
  const { gateway } = shop.parts.shop.payments
  const sent = await gateway.refund({ idempotencyKey: ours, paymentId, amountCents: 700, reason: 'A part' })
  const squareRefundId = 'refund' in sent ? sent.refund.id : ''
  expect((await shop.parts.desk.moneyCheck.check(span())).differences).toEqual([])
  expect(await repairs().recordRefund(squareRefundId, ana)).toMatchObject({ ok: false })
  await shop.rows('update refunds set lease_until = now() where id = $1', [ours])
  await eventually(async () => {
    const [row] = await shop.rows('select state, square_refund_id as at from refunds where id = $1', [ours])
    return row?.state === 'completed' && row.at === squareRefundId
  })
  expect(await shop.rows('select refunded_cents from orders where number = $1', [number])).toEqual([
    { refunded_cents: 700 },
  ])
})

test('counts a refund made at the provider on its own day', async () => {
  const { paymentId } = await shop.order()
  const { gateway } = shop.parts.shop.payments
  const sent = await gateway.refund({ idempotencyKey: randomUUID(), paymentId, amountCents: 500, reason: 'There' })
  if (!('refund' in sent)) throw new Error('not refunded')
  expect(await repairs().recordRefund(sent.refund.id, ana)).toMatchObject({ ok: true })
  expect(
    await shop.rows('select created_at = $2::timestamptz as is_same from refunds where square_refund_id = $1', [
      sent.refund.id,
      sent.refund.createdAt.toISOString(),
    ]),
  ).toEqual([{ is_same: true }])
})

test('never resends a rejected refund, and voids one that the provider rejected later', async () => {
  const { id, number } = await shop.order()
  const refund = async (reason: string) => {
    await shop.parts.desk.orderDesk.refund(id, { amountCents: 900, reason, formKey: randomUUID() }, ana)
    const [row] = await shop.rows('select id from refunds where reason = $1 order by created_at desc limit 1', [reason])
    return String(row?.id)
  }
  const stateOf = async (refundId: string) =>
    (await shop.rows('select state from refunds where id = $1', [refundId]))[0]?.state
  const refundedCents = async () =>
    (await shop.rows('select refunded_cents from orders where id = $1', [id]))[0]?.refunded_cents
  await shop.parts.shop.reconciler.start()
  const refused = await refund('emulator:reject')
  await eventually(async () => (await stateOf(refused)) === 'rejected')
  expect(await repairs().resendRefund(refused, ana)).toMatchObject({ ok: false })
  expect(await refundedCents()).toBe(0)

  // As if we had believed that it went through.
  const failed = await refund('emulator:fail')
  await eventually(async () => (await stateOf(failed)) === 'rejected')
  await shop.rows(`update refunds set state = 'completed' where id = $1`, [failed])
  await shop.rows(`update orders set refunded_cents = refunded_cents + 900 where id = $1`, [id])
  expect(await repairs().resendRefund(failed, ana)).toMatchObject({
    ok: true,
    message: expect.stringContaining(`refund order ${number} again`),
  })
  expect(await refundedCents()).toBe(0)
  expect(await repairs().resendRefund(failed, ana)).toMatchObject({ ok: false })
})

test('counts a matched pair once, on the provider’s day, however far apart the clocks are', async () => {
  const before = await check()
  const { id } = await shop.order()
  await shop.rows(`update payment_attempts set created_at = now() - interval '26 hours' where order_id = $1`, [id])
  const after = await check()
  for (const side of [after.shop, after.provider, after.matched])
    expect(side.payments.cents).toBe(before.matched.payments.cents + AN_ORDER_CENTS)
  const yesterday = { from: new Date(Date.now() - 27 * HOUR_MS), to: new Date(Date.now() - 25 * HOUR_MS) }
  const empty = await createMoneyCheckService(
    database.current,
    shop.parts.shop.payments.gateway,
    () => new Date(),
  ).check(yesterday)
  expect(empty).toMatchObject({
    shop: { payments: { count: 0 } },
    provider: { payments: { count: 0 } },
    differences: [],
  })
})

test('does not count an approved payment as captured, in the check or its repairs', async () => {
  const before = await check()
  const { number } = await shop.order()
  const payment = await shop.square.charge({ reference: number, amountCents: 1234, autocomplete: false })
  expect(payment.status).toBe('APPROVED')
  const after = await check()
  expect(after.provider.payments.cents).toBe(before.provider.payments.cents + AN_ORDER_CENTS)
  expect(after.differences).toEqual(before.differences)
  const refusal = { ok: false, message: 'Square hasn’t completed this payment.' }
  expect(await repairs().settle(payment.id, ana)).toEqual(refusal)
  expect(await repairs().giveBack(payment.id, ana)).toEqual(refusal)
})

test('reports an unavailable provider and still shows the page', async () => {
  const cookie = await shop.signIn('owner')
  await shop.square.setFault('500-before', { count: 20, path: '/v2/payments', method: 'GET' })
  const response = await shop.request('/admin/money', { cookie })
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('isn’t answering right now')
  await shop.square.clearFaults()
})

test('names the days that were checked as every other date of the desk', async () => {
  await shop.rows(
    `insert into money_checks (day, finished_at, difference_count) values ('2026-03-04', now(), 0) on conflict do nothing`,
  )
  const html = await (await shop.request('/admin/money', { cookie: await shop.signIn('owner') })).text()
  expect(html).toMatch(/from=2026-03-04&amp;to=2026-03-04">March 4, 2026</)
})
