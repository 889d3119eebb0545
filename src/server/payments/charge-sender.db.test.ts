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
  // The first checkout compiles modules; on a busy machine that can exceed these timings.
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

/** Pauses the checkout between committing the order and charging it, while `work` runs. */
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

test('does not send a charge whose lease expired, and tells the buyer that nothing was charged', async () => {
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

test('does not send a charge that another process took over, even if its lease is live again', async () => {
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

test('does not send a charge whose order was closed in the meantime', async () => {
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

test('asks for permission before each retry: an expired lease ends the retries', async () => {
  await meddle(`new.lease_until := now() - interval '1 second';`)
  const charges = (await shop.square.ledger()).payments.length
  await shop.square.setFault('500-before', { path: '/v2/payments', method: 'POST' })
  const key = randomUUID()
  const { status } = await shop.pay({}, { key })
  expect(status).toBe(202)
  await eventually(async () => (await attemptOf(key)).attempt === 'unknown')
  // Only the first call was sent, and it failed before charging.
  expect((await shop.square.ledger()).payments).toHaveLength(charges)
})

test('ignores a permission that arrives too late', async () => {
  await meddle('perform pg_sleep(4.2);')
  const charges = (await shop.square.ledger()).payments.length
  const key = randomUUID()
  await shop.pay({}, { key })
  await eventually(async () => (await attemptOf(key)).attempt === 'not_sent')
  expect((await shop.square.ledger()).payments).toHaveLength(charges)
})

test('renews a live lease and sends the charge', async () => {
  const { status } = await shop.pay()
  expect(status).toBe(200)
})
