import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { type PaymentGateway, ProviderAway } from './gateway.ts'
import { FAST_PAYMENT_TIMINGS } from './payment-timings.ts'
import { insertWebhookEvent } from './webhook-events.queries.ts'
import { createWebhookEventQueue } from './webhook-events.service.ts'

const MINUTE = 60_000
const log = pino({ level: 'silent' })
const database = useTestDatabase()
let shop: PayingShop

beforeAll(async () => {
  shop = await openPayingShop(database.current)
})
afterAll(() => shop.end())

async function waitOf(eventId: string) {
  const [row] = await shop.rows(
    `select state, attempts, round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes
     from webhook_events where event_id = $1`,
    [eventId],
  )
  return row
}

/** A queue whose lookups are scripted. */
function eventsThat(findPayment: PaymentGateway['findPayment']) {
  const { gateway, settlement, strayRefunds, raiseAlert, moneyAlerts: alerts } = shop.services.payments
  return createWebhookEventQueue({
    database: database.current,
    gateway: { ...gateway, findPayment },
    settlement,
    refunds: { check: async () => {} },
    strayRefunds,
    raiseAlert,
    alerts,
    timings: {
      ...FAST_PAYMENT_TIMINGS,
      eventRetry: { firstMs: MINUTE, longestMs: 30 * MINUTE, maxAttempts: 12 },
      eventFaultRetry: { firstMs: 8 * MINUTE, longestMs: 60 * MINUTE, maxAttempts: 3 },
    },
    log,
  })
}

async function insertEvent(): Promise<string> {
  const eventId = randomUUID()
  const body = { event_id: eventId, type: 'payment.updated', data: { type: 'payment', id: 'p-1' } }
  await insertWebhookEvent(database.current.orm, { eventId, type: 'payment.updated', body })
  return eventId
}

const makeDue = () => shop.rows('update webhook_events set next_attempt_at = now()')

test('doubles the wait after each failure of an event and gives up after its last attempt', async () => {
  let asked = 0
  const events = eventsThat(async () => {
    asked += 1
    throw new Error('a fault of our own')
  })
  const eventId = await insertEvent()

  for (const [attempts, minutes] of [
    [1, 8],
    [2, 16],
  ]) {
    expect(await events.sweep(log)).toEqual({ isFull: false, settled: 0 })
    expect(await waitOf(eventId)).toEqual({ state: 'waiting', attempts, minutes })
    // Not due, so the provider is not called again.
    await events.sweep(log)
    expect(asked).toBe(attempts)
    await makeDue()
  }
  await events.sweep(log)
  expect(await waitOf(eventId)).toMatchObject({ state: 'dead', attempts: 3 })
  expect(await shop.rows('select kind from alerts')).toEqual([{ kind: 'event-stuck' }])
})

test('counts faults of our own apart from the time that Square was away', async () => {
  let isAway = true
  const events = eventsThat(async () => {
    throw isAway ? new ProviderAway('no response') : new Error('a fault of our own')
  })
  const eventId = await insertEvent()
  for (let tries = 1; tries <= 6; tries += 1) {
    await events.sweep(log)
    await makeDue()
  }
  isAway = false
  for (const [attempts, minutes] of [
    [7, 8],
    [8, 16],
  ]) {
    await events.sweep(log)
    expect(await waitOf(eventId)).toEqual({ state: 'waiting', attempts, minutes })
    await makeDue()
  }
  await events.sweep(log)
  expect(await waitOf(eventId)).toMatchObject({ state: 'dead', attempts: 9 })
})

test('tries an event again after a fault at its last attempt, and says of a dead one what went wrong', async () => {
  let asked = 0
  const events = eventsThat(async () => {
    asked += 1
    throw new Error('a fault of our own')
  })
  const eventId = await insertEvent()
  // The twelfth is its last one while Square is away.
  await shop.rows('update webhook_events set attempts = 11 where event_id = $1', [eventId])
  for (let tries = 1; tries <= 3; tries += 1) {
    await events.sweep(log)
    await makeDue()
  }
  expect(asked).toBe(3)
  expect(
    await shop.rows('select state, attempts, last_error from webhook_events where event_id = $1', [eventId]),
  ).toEqual([{ state: 'dead', attempts: 14, last_error: expect.stringContaining('a fault of our own') }])
})

test('handles an event at once whose transaction ran into a deadlock', async () => {
  await shop.rows('create sequence deadlocks')
  await shop.rows(`create function deadlock_once() returns trigger language plpgsql as $$
    begin
      if nextval('deadlocks') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
      return new;
    end $$`)
  await shop.rows('create trigger deadlock before insert on alerts for each row execute function deadlock_once()')
  const events = eventsThat(async (id) => ({
    id,
    status: 'COMPLETED',
    amountCents: 5000,
    currency: 'USD',
    referenceId: 'BLM-22222222-2222',
    refundedCents: 0,
    cardBrand: undefined,
    cardLast4: undefined,
    cardFingerprint: undefined,
    createdAt: new Date(),
  }))
  const eventId = await insertEvent()
  expect(await events.sweep(log)).toEqual({ isFull: false, settled: 1 })
  expect(await waitOf(eventId)).toMatchObject({ state: 'done', attempts: 1 })
  expect(await shop.rows(`select subject from alerts where kind = 'money-without-order'`)).toEqual([{ subject: 'p-1' }])
})
