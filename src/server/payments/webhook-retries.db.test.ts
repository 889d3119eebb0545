import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts'
import { useTestDatabase } from '#test/test-database.ts'
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

test('doubles the wait after each failure of an event and gives up after its last attempt', async () => {
  const { gateway, settlement, raiseAlert } = shop.services.payments
  let asked = 0
  const events = createWebhookEventQueue({
    database: database.current,
    gateway: {
      ...gateway,
      findPayment: async () => {
        asked += 1
        throw new Error('a fault of our own')
      },
    },
    settlement,
    refunds: { check: async () => {} },
    raiseAlert,
    timings: {
      ...FAST_PAYMENT_TIMINGS,
      eventFaultRetry: { firstMs: 8 * MINUTE, longestMs: 60 * MINUTE, maxAttempts: 3 },
    },
    log,
    now: () => new Date(),
  })
  const eventId = randomUUID()
  const body = { event_id: eventId, type: 'payment.updated', data: { type: 'payment', id: 'p-1' } }
  await insertWebhookEvent(database.current.orm, { eventId, type: 'payment.updated', body })

  for (const [attempts, minutes] of [
    [1, 8],
    [2, 16],
  ]) {
    expect(await events.sweep(log)).toEqual({ isFull: false, settled: 0 })
    expect(await waitOf(eventId)).toEqual({ state: 'waiting', attempts, minutes })
    // Not due, so the provider is not called again.
    await events.sweep(log)
    expect(asked).toBe(attempts)
    await shop.rows('update webhook_events set next_attempt_at = now()')
  }
  await events.sweep(log)
  expect(await waitOf(eventId)).toMatchObject({ state: 'dead', attempts: 3 })
  expect(await shop.rows('select kind from alerts')).toEqual([{ kind: 'event-stuck' }])
})
