import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { drain, queueNamed } from '#test/drain-queue.ts'
import { eventually } from '#test/eventually.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createMoneyCheckService, openDifferences } from './money-check.service.ts'

const database = useTestDatabase()
const ana = { operatorId: null, actor: 'ana@bloomera.example' }
const HOUR_MS = 3_600_000
let shop: DeskShop

// Nothing but these tests settles or refunds anything: the workers are not started.
beforeAll(async () => {
  shop = await openDeskShop(database.current)
})
afterEach(() => shop.square.clearFaults())
afterAll(() => shop.end())

type Made = { id: string; number: string; paymentId: string }

/** Leaves an order as it is once its buyer was told that nothing was charged, or while nobody knows. */
async function forget({ id }: Made, attempt: 'abandoned' | 'unknown'): Promise<void> {
  const state = attempt === 'abandoned' ? 'payment_failed' : 'pending_payment'
  await shop.rows(`update orders set state = $2, paid_at = null where id = $1`, [id, state])
  await shop.rows(
    `update payment_attempts set state = $2, square_payment_id = null, lease_until = now() + interval '1 hour'
     where order_id = $1`,
    [id, attempt],
  )
}

/** Settles it as an event or the reconciler does. */
async function accept({ id, paymentId }: Made): Promise<void> {
  const { gateway, settlement } = shop.parts.shop.payments
  const payment = await gateway.findPayment(paymentId)
  if (!payment) throw new Error('no such payment')
  await inTransaction(database.current.orm, (tx) => settlement.accept(tx, { orderId: id, attemptNo: 1 }, payment))
}

async function sendRefunds(): Promise<void> {
  await shop.rows('update stray_refunds set lease_until = now()')
  await drain(queueNamed(shop.parts.shop.reconciler, 'stray_refunds'))
}

/** As of two hours later, so nothing about this payment is still in progress. */
async function differencesOf({ paymentId }: Made) {
  const later = () => new Date(Date.now() + 2 * HOUR_MS)
  const span = { from: new Date(Date.now() - HOUR_MS), to: new Date(Date.now() + HOUR_MS) }
  const { gateway } = shop.parts.shop.payments
  const report = await createMoneyCheckService(database.current, gateway, later).check(span)
  return openDifferences(report).filter(({ subject }) => subject === paymentId)
}

function mailsAbout({ number }: Made) {
  return shop.rows(
    `select payload->>'why' as why, (payload->>'refundCents')::int as cents from outbox
     where template = 'payment-returned' and payload->>'orderNumber' = $1`,
    [number],
  )
}

async function historyOf({ id }: Made): Promise<string[]> {
  const detail = await shop.parts.desk.orderDesk.find(id)
  return (detail?.timeline ?? []).map(({ title, detail: more }) => (more ? `${title} (${more})` : title))
}

async function openAlerts({ number, paymentId }: Made) {
  const rows = await shop.rows(
    'select kind from alerts where subject in ($1, $2) and resolved_at is null order by kind',
    [number, paymentId],
  )
  return rows.map(({ kind }) => kind)
}

async function isRefunded({ number }: Made): Promise<boolean> {
  const { capturedCents, refundedCents } = await shop.square.ledger()
  return refundedCents[number] === capturedCents[number]
}

const LATE = 'Arrived after the order was closed'

test.each([
  ['late', 'late-payment', LATE],
  ['of another amount', 'wrong-amount', 'Wrong amount'],
] as const)('lets the owner return a payment that is %s if Square refused that at first', async (_, why, reason) => {
  const order = await shop.order()
  await forget(order, why === 'late-payment' ? 'abandoned' : 'unknown')
  // What was asked for, so that what was captured is another amount.
  if (why === 'wrong-amount')
    await shop.rows(`update payment_attempts set amount_cents = 1 where order_id = $1`, [order.id])
  await accept(order)
  await shop.square.setFault('400', { path: '/v2/refunds', method: 'POST' })
  await sendRefunds()
  // An event or a look that comes later leaves it to the owner, who may have paid the buyer back another way.
  await accept(order)
  await sendRefunds()
  expect(await mailsAbout(order)).toEqual([])
  const refused = [
    `$63.57 refund was rejected by Square (${reason})`,
    `Payment of $63.57 wasn’t accepted: ${why === 'late-payment' ? 'it arrived after the order was closed' : 'the amount was wrong'}`,
  ]
  expect(await historyOf(order)).toEqual(expect.arrayContaining(refused))
  expect(await openAlerts(order)).toEqual(why === 'late-payment' ? [why, 'refund-refused'] : ['refund-refused', why])
  expect(await differencesOf(order)).toMatchObject([{ kind: 'unsettled', providerCents: 6357 }])

  expect(await shop.parts.desk.moneyRepairs.settle(order.paymentId, ana)).toEqual({
    ok: true,
    message: `Order ${order.number} can’t take this payment anymore. We’re refunding it.`,
  })
  await sendRefunds()
  await eventually(() => isRefunded(order))
  expect(await mailsAbout(order)).toEqual([{ why, cents: 6357 }])
  expect(await openAlerts(order)).toEqual([why])
  await eventually(async () => {
    await sendRefunds()
    return (await historyOf(order)).includes(`$63.57 refunded (${reason})`)
  })
  expect(await differencesOf(order)).toEqual([])
  const [row] = await shop.rows('select state, refunded_cents from orders where id = $1', [order.id])
  expect(row).toEqual({ state: 'payment_failed', refunded_cents: 0 })
})

/** Leaves a late payment as it was stored before migration 146: as its order's own, with a refund in this state. */
async function storeAsBefore(order: Made, state: 'sending' | 'rejected'): Promise<void> {
  await forget(order, 'abandoned')
  await shop.rows(
    `with attempt as (
       update payment_attempts set state = 'orphan_refunded', square_payment_id = $2 where order_id = $1 returning id, amount_cents)
     insert into refunds (id, attempt_id, amount_cents, reason, state)
     select gen_random_uuid(), id, amount_cents, $3, $4 from attempt`,
    // Migration 147 drops the id of a payment whose refund was refused.
    [order.id, state === 'sending' ? order.paymentId : null, LATE, state],
  )
}

test.each(['sending', 'rejected'] as const)(
  'lets only the owner return a late payment from before, whose refund is %s when Square refuses it',
  async (state) => {
    const order = await shop.order()
    await storeAsBefore(order, state)
    const isSent = state === 'sending'
    if (isSent) await shop.square.setFault('400', { path: '/v2/refunds', method: 'POST' })
    await drain(queueNamed(shop.parts.shop.reconciler, 'refunds'))
    expect(await openAlerts(order)).toEqual(isSent ? ['refund-refused'] : [])
    for (let events = 0; events < 2; events += 1) await accept(order)
    await sendRefunds()
    expect((await shop.square.ledger()).refundedCents[order.number]).toBe(0)
    expect(await differencesOf(order)).toMatchObject([{ kind: 'unsettled', providerCents: 6357 }])
    const refused = (await historyOf(order)).filter((entry) => entry.includes('was rejected by Square'))
    expect(refused).toEqual([`$63.57 refund was rejected by Square (${LATE})`])
    expect(await shop.parts.desk.moneyRepairs.settle(order.paymentId, ana)).toMatchObject({ ok: true })
    await sendRefunds()
    await eventually(() => isRefunded(order))
    expect(await mailsAbout(order)).toEqual([{ why: 'late-payment', cents: 6357 }])
    expect(await openAlerts(order)).toEqual([])
  },
)

test('tells the buyer of a second payment that it goes back only once Square has agreed', async () => {
  const order = await shop.order()
  const second = await shop.square.charge({ reference: order.number, amountCents: 500 })
  await accept({ ...order, paymentId: second.id })
  await shop.square.setFault('400', { path: '/v2/refunds', method: 'POST' })
  await sendRefunds()
  await accept({ ...order, paymentId: second.id })
  await sendRefunds()
  expect((await shop.square.ledger()).refundedCents[order.number]).toBe(0)
  expect(await mailsAbout(order)).toEqual([])
  expect(await shop.parts.desk.moneyRepairs.giveBack(second.id, ana)).toMatchObject({ ok: true })
  expect(await mailsAbout(order)).toEqual([{ why: 'second-payment', cents: 500 }])
})
