import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { MESSAGES } from '#contract/messages.ts'
import { eventually } from '#test/eventually.ts'
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { claimOpenAttempts } from './payments.queries.ts'

const database = useTestDatabase()
let shop: PayingShop

beforeAll(async () => {
  shop = await openPayingShop(database.current, { PAYMENT_TIMINGS: 'fast' })
  // The first checkout compiles what it needs; with these timings a busy machine may give it up.
  await shop.pay()
})
afterEach(() => shop.rows('drop trigger if exists meddle on payment_attempts'))
afterAll(() => shop.end())

async function attemptOf(key: string) {
  const [row] = await shop.rows(
    `select o.state, a.id, a.state as attempt from orders o join payment_attempts a on a.order_id = o.id
     where checkout_key = $1`,
    [key],
  )
  return row ?? {}
}

/** Holds the checkout up between the commit of its order and its charge, while somebody else does the work. */
async function payWhile(work: (key: string) => Promise<unknown>) {
  const key = randomUUID()
  const charges = (await shop.square.ledger()).payments.length
  await shop.square.setFault('slow', { path: '/v2/orders', method: 'POST', delayMs: 2000 })
  const answer = shop.pay({}, { key })
  await eventually(async () => (await attemptOf(key)).attempt === 'sending')
  await work(key)
  const { status, body } = await answer
  await eventually(async () => !['sending', 'unknown'].includes(String((await attemptOf(key)).attempt)))
  return { key, status, body, sent: (await shop.square.ledger()).payments.length - charges }
}

/** Runs when a lease is renewed. */
async function meddle(body: string): Promise<void> {
  await shop.rows(`create or replace function meddle() returns trigger language plpgsql as $$
    begin ${body} return new; end $$`)
  await shop.rows(`create trigger meddle before update of lease_until on payment_attempts
    for each row when (new.state = 'sending') execute function meddle()`)
}

test('a charge whose lease has run out is not sent, and the buyer hears the truth: nothing was taken', async () => {
  const { key, sent } = await payWhile((checkoutKey) =>
    shop.rows(
      `update payment_attempts a set lease_until = now() from orders o where o.id = a.order_id and o.checkout_key = $1`,
      [checkoutKey],
    ),
  )
  expect(sent).toBe(0)
  expect(await attemptOf(key)).toMatchObject({ state: 'payment_failed', attempt: 'not_sent' })
  expect(await shop.statusOf(key)).toMatchObject({ status: 'failed', error: MESSAGES.paymentFailed })
})

test('a charge that another process has taken over is not sent, although its lease is live again', async () => {
  const { key, sent } = await payWhile(async (checkoutKey) => {
    await shop.rows(
      `update payment_attempts a set lease_until = now() from orders o where o.id = a.order_id and o.checkout_key = $1`,
      [checkoutKey],
    )
    expect(await claimOpenAttempts(database.current.orm, { limit: 12, leaseMs: 60_000 })).toHaveLength(1)
  })
  expect(sent).toBe(0)
  expect(await attemptOf(key)).toMatchObject({ state: 'payment_failed', attempt: 'not_sent' })
})

test('a charge whose order was closed meanwhile is not sent', async () => {
  const { key, sent } = await payWhile(async (checkoutKey) => {
    await shop.rows(`update orders set state = 'payment_failed' where checkout_key = $1`, [checkoutKey])
    await shop.rows(
      `update payment_attempts a set state = 'abandoned', lease_until = now() + interval '1 hour'
       from orders o where o.id = a.order_id and o.checkout_key = $1`,
      [checkoutKey],
    )
  })
  expect(sent).toBe(0)
  expect(await attemptOf(key)).toMatchObject({ state: 'payment_failed', attempt: 'abandoned' })
})

test('each repeat asks anew: a lease that ran out after the first call ends the repeats', async () => {
  await meddle(`new.lease_until := now() - interval '1 second';`)
  const charges = (await shop.square.ledger()).payments.length
  await shop.square.setFault('500-before', { path: '/v2/payments', method: 'POST' })
  const key = randomUUID()
  const { status } = await shop.pay({}, { key })
  expect(status).toBe(202)
  await eventually(async () => (await attemptOf(key)).attempt === 'unknown')
  // Only the first call went out, and it failed before it charged.
  expect((await shop.square.ledger()).payments).toHaveLength(charges)
})

test('permission that is answered too late does not count', async () => {
  await meddle('perform pg_sleep(4.2);')
  const charges = (await shop.square.ledger()).payments.length
  const key = randomUUID()
  await shop.pay({}, { key })
  await eventually(async () => (await attemptOf(key)).attempt === 'not_sent')
  expect((await shop.square.ledger()).payments).toHaveLength(charges)
})

test('a lease that is live is renewed and the charge is sent', async () => {
  const { status } = await shop.pay()
  expect(status).toBe(200)
})
