import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { createRaiseAlert } from '#server/alerts/raise-alert.ts'
import { createOrderLinks } from '#server/orders/order-links.ts'
import { queueNamed } from '#test/drain-queue.ts'
import { useTestDatabase } from '#test/test-database.ts'
import type { PaymentGateway } from './gateway.ts'
import { createMoneyAlerts } from './money-alerts.service.ts'
import { createRefundService } from './refunds.service.ts'
import { createRefundQueues } from './refunds.worker.ts'
import { createStrayRefundService } from './stray-refunds.service.ts'

/** How often Square is asked for a refund that it never answers. */
const database = useTestDatabase()
const MINUTE_MS = 60_000
const ORDER = 'BLM-22222222-2222'
const refundRetry = { firstMs: 8 * MINUTE_MS, longestMs: 20 * MINUTE_MS, maxAttempts: 4 }
let asked: string[]

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

beforeEach(async () => {
  asked = []
  for (const table of ['alerts', 'refunds', 'stray_refunds', 'payment_attempts', 'orders'])
    await rows(`delete from ${table}`)
})

function queues() {
  const silent: Pick<PaymentGateway, 'refund'> = {
    refund: async ({ idempotencyKey }) => {
      asked.push(idempotencyKey)
      return { unknown: true }
    },
  }
  const now = () => new Date()
  const raiseAlert = createRaiseAlert(async () => [])
  const links = createOrderLinks('the key of this test, which is long')
  const parts = { database: database.current, gateway: silent as PaymentGateway, raiseAlert, links, now }
  const alerts = createMoneyAlerts({ database: database.current, raiseAlert, now })
  return createRefundQueues({
    database: database.current,
    refunds: createRefundService(parts),
    strayRefunds: createStrayRefundService({ ...parts, alerts }),
    timings: { leaseMs: MINUTE_MS, sweepMs: 1000, refundRetry },
  })
}

async function addRefund(): Promise<string> {
  const id = randomUUID()
  await rows(
    `with bought as (
       insert into orders (number, checkout_key, request_hash, state, email, folded_email, first_name, last_name, line1, city,
         state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents, paid_at)
       values ('${ORDER}', gen_random_uuid()::text, 'x', 'paid', 'a@example.com', 'a@example.com', 'A', 'B', '1 Main', 'Provo',
         'UT', '84601', 5000, 0, 0, 0, 0, 5000, now()) returning id),
     paid as (
       insert into payment_attempts (id, order_id, attempt_no, state, source_hash, amount_cents, square_payment_id, lease_until)
       select gen_random_uuid(), id, 1, 'succeeded', 'x', 5000, 'p-1', now() from bought returning id)
     insert into refunds (id, attempt_id, amount_cents, reason) select $1, id, 500, 'A part' from paid`,
    [id],
  )
  return id
}

async function addStrayRefund(): Promise<string> {
  const id = randomUUID()
  await rows(`insert into stray_refunds (id, square_payment_id, amount_cents, reason) values ($1, 'p-1', 500, 'x')`, [
    id,
  ])
  return id
}

test.each([
  ['refunds', addRefund, ORDER],
  ['stray_refunds', addStrayRefund, 'p-1'],
])('asks for one of the %s with doubling waits, and gives up after its last try', async (name, add, subject) => {
  const id = await add()
  const queue = queueNamed({ queues: queues() }, name)
  const sweep = () => queue.sweep(pino({ level: 'silent' }))
  const state = async () => {
    const [row] = await rows(
      `select state, attempts, round(extract(epoch from lease_until - now()) / 60)::int as minutes, parked_at is not null as is_parked
       from ${name} where id = $1`,
      [id],
    )
    return row
  }
  for (const [attempts, minutes] of [
    [1, 8],
    [2, 16],
    [3, 20],
  ]) {
    expect(await sweep()).toMatchObject({ settled: 0 })
    expect(await state()).toEqual({ state: 'unknown', attempts, minutes, is_parked: false })
    // Not due, so Square is not asked again.
    await sweep()
    expect(asked).toHaveLength(Number(attempts))
    await rows(`update ${name} set lease_until = now()`)
  }
  await sweep()
  expect(asked).toEqual([id, id, id, id])
  expect(await state()).toMatchObject({ attempts: 4, is_parked: true })
  expect(await rows('select kind, subject from alerts')).toEqual([{ kind: 'refund-stuck', subject }])
})

test.each([
  ['refunds', addRefund],
  ['stray_refunds', addStrayRefund],
])('does not ask once more for one of the %s whose process died each time', async (name, add) => {
  const id = await add()
  const queue = queueNamed({ queues: queues() }, name)
  // Claimed for the fifth time, as the four before ended without a result.
  await rows(`update ${name} set attempts = 4`)
  await queue.sweep(pino({ level: 'silent' }))
  expect(asked).toEqual([])
  expect(await rows(`select parked_at is not null as is_parked from ${name} where id = $1`, [id])).toEqual([
    { is_parked: true },
  ])
})

test('asks one last time for a refund that was asked for as often as allowed but once', async () => {
  const id = await addStrayRefund()
  await rows('update stray_refunds set attempts = 3')
  await queueNamed({ queues: queues() }, 'stray_refunds').sweep(pino({ level: 'silent' }))
  expect(asked).toEqual([id])
})
