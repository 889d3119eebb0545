import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { AN_ORDER_CENTS, type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { drain, queueNamed } from '#test/drain-queue.ts'
import { eventually } from '#test/eventually.ts'
import { EMULATOR_CREDENTIALS } from '#test/square-emulator.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createMoneyCheckService } from './money-check.service.ts'
import { claimOpenRefunds } from './payments.queries.ts'

const database = useTestDatabase()
const ana: Actor = { operatorId: null, actor: 'ana@bloomera.example' }
let shop: DeskShop

beforeAll(async () => {
  shop = await openDeskShop(database.current)
})
afterAll(() => shop.end())

const HOUR_MS = 3_600_000
const span = () => ({ from: new Date(Date.now() - HOUR_MS), to: new Date(Date.now() + HOUR_MS) })

/** As if looked at two hours later: nothing is under way any more. */
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

/** Leaves the order as a shop would that never heard of its payment and still waits for it. */
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

test('orders and payments that match are matched to the cent; orders without card do not count', async () => {
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

test('refunds that stay open do not hold up those that wait', async () => {
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

test('money that has not reached its order is brought there, once', async () => {
  const { id, number, paymentId } = await shop.order()
  await forget(id)
  expect(await found()).toEqual([{ kind: 'unsettled', number, isExplained: false }])
  expect(await repairs().giveBack(paymentId, ana)).toMatchObject({ ok: false })
  expect(await repairs().settle(paymentId, ana)).toEqual({ ok: true, message: `Order ${number} is now paid.` })
  expect(await repairs().settle(paymentId, ana)).toMatchObject({ ok: false })
  expect(await found()).toEqual([])
  expect(await shop.rows('select state from orders where id = $1', [id])).toEqual([{ state: 'paid' }])
  expect(
    await shop.rows(`select actor, before, after from audit_log where action = 'money.settle' and subject_id = $1`, [
      id,
    ]),
  ).toEqual([{ actor: ana.actor, before: { state: 'pending_payment' }, after: { state: 'paid', paymentId } }])
})

test('money for an order that was closed goes back, as its buyer was told that nothing was taken', async () => {
  const { id, number, paymentId } = await shop.order()
  await forget(id)
  await shop.rows(`update payment_attempts set state = 'abandoned' where order_id = $1`, [id])
  await shop.rows(`update orders set state = 'payment_failed' where id = $1`, [id])
  expect(await repairs().settle(paymentId, ana)).toEqual({
    ok: true,
    message: `Order ${number} can’t take this payment anymore. We’re refunding it.`,
  })
  expect(await shop.rows('select state from orders where id = $1', [id])).toEqual([{ state: 'payment_failed' }])
  // Leaves nothing behind for the tests below.
  await remove(id)
  await repairs().giveBack(paymentId, ana)
})

test('a payment of the last minutes is under way, not wrong', async () => {
  const { id, paymentId } = await shop.order()
  await forget(id)
  const report = await shop.parts.desk.moneyCheck.check(span())
  expect(report).toMatchObject({ underWay: 1, differences: [] })
  await repairs().settle(paymentId, ana)
})

test('money without an order goes back, once, also when it is asked for twice at the same moment', async () => {
  const { id, number, paymentId } = await shop.order()
  await remove(id)
  expect(await found()).toEqual([{ kind: 'money-without-order', number: undefined, isExplained: false }])
  const twice = await Promise.all([repairs().giveBack(paymentId, ana), repairs().giveBack(paymentId, ana)])
  expect(twice.some(({ ok }) => ok)).toBe(true)
  // The second may come so late that nothing is left.
  const late = twice.filter(({ ok }) => !ok).map(({ message }) => message)
  expect(late.filter((message) => message !== 'There’s nothing left to refund.')).toEqual([])
  expect((await shop.square.ledger()).refundedCents[number]).toBe(AN_ORDER_CENTS)
  expect(await found()).toEqual([])
  expect(await repairs().giveBack('no-such-payment', ana)).toMatchObject({ ok: false })
})

test('a refund whose answer is lost is asked for again under its key', async () => {
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

test('a refund that fails at the provider is no refund, is told of, and can be asked for again', async () => {
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

test('an order without money is closed, and one that has left is only explained', async () => {
  const [open, gone] = [await shop.order(), await shop.order()]
  for (const { id } of [open, gone])
    await shop.rows(`update payment_attempts set square_payment_id = 'lost-' || id where order_id = $1`, [id])
  await shop.rows(`update orders set state = 'shipped' where id = $1`, [gone.id])
  // Their payments are at the provider and known to no order: both sides differ.
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
  // Leaves nothing behind for the tests below.
  for (const { id, paymentId } of [open, gone])
    await shop.rows(`update payment_attempts set square_payment_id = $2, state = 'succeeded' where order_id = $1`, [
      id,
      paymentId,
    ])
  expect(await found()).toEqual([])
})

test('an order cannot be closed while the provider has its money', async () => {
  const { id } = await shop.order()
  expect(await repairs().close(id, ana)).toEqual({ ok: false, message: 'Square has this payment after all.' })
})

test('different amounts are found, and what is too much goes back', async () => {
  const { id, number, paymentId } = await shop.order()
  await shop.rows('update payment_attempts set amount_cents = amount_cents - 57 where order_id = $1', [id])
  expect(await found()).toEqual([{ kind: 'amount', number, isExplained: false }])
  expect(await repairs().giveBack(paymentId, ana)).toMatchObject({ ok: true })
  expect((await shop.square.ledger()).refundedCents[number]).toBe(57)
  expect(await found()).toEqual([])
})

test('a refund made at the provider is written into its order and ends like any other', async () => {
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

test('a refund the provider knows nothing of is sent again', async () => {
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
  // The same key: the provider answers with the refund it has, and no cent more goes back.
  await eventually(
    async () => (await shop.rows('select state from refunds where id = $1', [refund?.id]))[0]?.state === 'completed',
  )
  expect((await shop.square.ledger()).refundedCents[number]).toBe(300)
  expect(await found()).toEqual([])
})

test('a refund of ours whose answer was lost is not written down a second time', async () => {
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

test('a refund made at the provider counts on its own day', async () => {
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

test('a refund that was refused is never sent again, and one the provider refused later is crossed out', async () => {
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

  // As if we had believed it was through.
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

test('a pair counts once and on the provider’s day, however far apart the two clocks are', async () => {
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

test('a payment that is only approved is no money yet, for the check and for its repairs', async () => {
  const before = await check()
  const { number } = await shop.order()
  const response = await fetch(`${shop.square.address}/v2/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${EMULATOR_CREDENTIALS.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      source_id: 'cnon:card-nonce-ok',
      idempotency_key: randomUUID(),
      amount_money: { amount: 1234, currency: 'USD' },
      location_id: EMULATOR_CREDENTIALS.locationId,
      reference_id: number,
      autocomplete: false,
    }),
  })
  const { payment } = (await response.json()) as { payment: { id: string; status: string } }
  expect(payment.status).toBe('APPROVED')
  const after = await check()
  expect(after.provider.payments.cents).toBe(before.provider.payments.cents + AN_ORDER_CENTS)
  expect(after.differences).toEqual(before.differences)
  const refusal = { ok: false, message: 'Square has not taken this payment.' }
  expect(await repairs().settle(payment.id, ana)).toEqual(refusal)
  expect(await repairs().giveBack(payment.id, ana)).toEqual(refusal)
})

test('a provider that is away is said to be, and the page is there all the same', async () => {
  const cookie = await shop.signIn('owner')
  await shop.square.setFault('500-before', { count: 20, path: '/v2/payments', method: 'GET' })
  const response = await shop.request('/admin/money', { cookie })
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('isn’t answering right now')
  await shop.square.clearFaults()
})
