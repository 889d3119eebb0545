import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AN_ORDER_CENTS } from '#test/an-order.ts'
import { askForBottles } from '#test/chaos/requests.ts'
import { queueNamed } from '#test/drain-queue.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { openWebhookShop, type WebhookShop } from '#test/webhook-shop.ts'
import type { ProviderPayment } from './gateway.ts'

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

/** What goes back, whether as a refund of the charge or of a stray payment. */
async function goingBack(due: Due, { id }: ProviderPayment): Promise<unknown[]> {
  const found = await shop.rows(
    `select amount_cents, reason from refunds where attempt_id = $1
     union all select amount_cents, reason from stray_refunds where square_payment_id = $2`,
    [(await attemptOf(due))?.id, id],
  )
  return found.map(({ amount_cents, reason }) => `${String(amount_cents)} ${String(reason)}`)
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
    const returned = (await mailsAbout(due)).filter(({ template }) => template === 'payment-returned')
    expect(returned.map(({ payload }) => payload)).toMatchObject([{ refundCents: due.dueCents - 1, isOrderPaid: true }])
  },
)
