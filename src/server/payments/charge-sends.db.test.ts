import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { orderNumberFrom } from '#domain/orders/order-number.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createChargeSender } from './charge-sender.ts'
import type { Charge, ChargeOptions, ChargeResult, PaymentGateway, ProviderPayment } from './gateway.ts'

/** How often a charge is sent, against a Square that is scripted: each answer in turn, and the last one from then on. */
const database = useTestDatabase()
const TIMINGS = { callMs: 800, chargeMs: 2200, leaseMs: 60_000, permissionMs: 1000 }
const UNKNOWN: ChargeResult = { failure: { verdict: { kind: 'unknown', isSuspicious: false } } }
const SUSPICIOUS: ChargeResult = { failure: { verdict: { kind: 'unknown', isSuspicious: true } } }
const DECLINED: ChargeResult = { failure: { verdict: { kind: 'declined', shouldCheckCard: false } } }
const NOT_SENT: ChargeResult = { failure: { verdict: { kind: 'not-sent' } } }
const PAID: ChargeResult = { payment: { id: 'p-1', status: 'COMPLETED' } as ProviderPayment }
const charge = { idempotencyKey: 'key' } as Charge

let answers: ChargeResult[]
let sends: ChargeOptions[]
/** Before each look at the till: whether it is open, or an error. */
let till: (boolean | Error)[]
let noted: unknown[]

beforeEach(() => {
  answers = []
  sends = []
  till = [true]
  noted = []
})

/** The first of a list, which stays when it is the last. */
const next = <T>(list: T[]): T => (list.length > 1 ? list.shift() : list[0]) as T

async function send({ isStale = false } = {}) {
  const [attempt] = await database.current.withConnection((connection) =>
    connection.rows(
      `with bought as (
         insert into orders (number, checkout_key, request_hash, state, email, folded_email, first_name, last_name, line1, city,
           state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents)
         values ($1, gen_random_uuid()::text, 'x', 'pending_payment', 'a@example.com', 'a@example.com', 'A', 'B', '1 Main', 'Provo', 'UT', '84601', 5000, 0, 0, 0, 0, 5000)
         returning id)
       insert into payment_attempts (id, order_id, attempt_no, source_hash, amount_cents, lease_until)
       select gen_random_uuid(), id, 1, gen_random_uuid(), 5000, now() + interval '1 hour' from bought returning id`,
      [orderNumberFrom(randomBytes(64))],
    ),
  )
  const gateway: Pick<PaymentGateway, 'charge'> = {
    async charge(_, options) {
      if (isStale) await new Promise((resolve) => setTimeout(resolve, TIMINGS.permissionMs + 100))
      if (!options.maySend()) return options.isRepeat ? UNKNOWN : NOT_SENT
      sends.push(options)
      return next(answers)
    },
  }
  const sender = createChargeSender({
    database: database.current,
    gateway: gateway as PaymentGateway,
    till: {
      async isOpen() {
        const state = next(till)
        if (state instanceof Error) throw state
        return state
      },
      noteError: (error) => void noted.push(error),
    },
    timings: TIMINGS,
    log: pino({ level: 'silent' }),
  })
  return sender.send(String(attempt?.id), charge)
}

test.each([
  ['a payment', PAID],
  ['a declined card', DECLINED],
  ['an answer that should be impossible', SUSPICIOUS],
])('sends a charge once if Square answers with %s', async (_, answer) => {
  answers = [answer, UNKNOWN]
  expect(await send()).toEqual({ result: answer, mayArriveLate: false })
  expect(sends).toHaveLength(1)
  expect(sends[0]).toMatchObject({ isRepeat: false, timeoutMs: TIMINGS.callMs })
})

test('sends it again after an answer that says nothing, and knows that the first may still arrive', async () => {
  answers = [UNKNOWN, DECLINED]
  expect(await send()).toEqual({ result: DECLINED, mayArriveLate: true })
  expect(sends.map(({ isRepeat }) => isRepeat)).toEqual([false, true])
})

test('stops at the deadline, with doubling pauses before', async () => {
  answers = [UNKNOWN]
  const start = performance.now()
  expect(await send()).toEqual({ result: UNKNOWN, mayArriveLate: true })
  // At once, after 0.5 seconds, and after 1 more; the next would be too late.
  expect(sends).toHaveLength(3)
  expect(performance.now() - start).toBeGreaterThan(1400)
  expect(sends.map(({ isRepeat }) => isRepeat)).toEqual([false, true, true])
  const [, , last] = sends.map(({ timeoutMs }) => timeoutMs)
  expect(last).toBeGreaterThanOrEqual(500)
  expect(last).toBeLessThanOrEqual(TIMINGS.chargeMs - 1500)
})

test('sends nothing while the till is closed, which is final if nothing was sent before', async () => {
  till = [false]
  expect(await send()).toEqual({ result: NOT_SENT, mayArriveLate: false })
  expect(sends).toEqual([])
  till = [true, false]
  answers = [UNKNOWN]
  expect(await send()).toEqual({ result: UNKNOWN, mayArriveLate: true })
  expect(sends).toHaveLength(1)
})

test('waits for the database, and sends a charge when it is back', async () => {
  const away = new Error('connect ECONNREFUSED')
  till = [away, true]
  answers = [PAID]
  expect(await send()).toEqual({ result: PAID, mayArriveLate: false })
  expect(sends.map(({ isRepeat }) => isRepeat)).toEqual([false])
  expect(noted).toEqual([away])
})

test('sends nothing if the database stays away until the deadline', async () => {
  till = [new Error('connect ECONNREFUSED')]
  expect(await send()).toEqual({ result: NOT_SENT, mayArriveLate: false })
  expect(sends).toEqual([])
})

test('sends nothing with a permission that took too long, and asks for another', async () => {
  expect(await send({ isStale: true })).toEqual({ result: NOT_SENT, mayArriveLate: false })
  expect(sends).toEqual([])
})
