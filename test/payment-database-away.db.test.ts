import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentResponse } from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import { lockOrder } from '#server/orders/orders.service.ts'
import { anOrder } from './an-order.ts'
import { askForBottles } from './chaos/requests.ts'
import { type DatabaseLine, openDatabaseLine } from './database-line.ts'
import { eventually } from './eventually.ts'
import { openPayingShop, type PayingShop } from './paying-shop.ts'
import { isPostgres, useTestDatabase } from './test-database.ts'

const database = useTestDatabase()
let line: DatabaseLine
let shop: PayingShop

beforeAll(async () => {
  if (!isPostgres) return
  line = await openDatabaseLine(database.current)
  shop = await openPayingShop(line.database)
})

afterAll(async () => {
  if (!isPostgres) return
  await shop.end()
  await line.database.close()
  line.close()
})

function statesOfOrders(): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows('select state from orders'))
}

// PGlite runs in the process, so it's never down while the shop runs.
test.runIf(isPostgres)(
  'charges no card and claims no failure without its database, and the same attempt succeeds once it is back',
  async () => {
    const [order, sourceId, key] = [anOrder(), await shop.square.tokenize(), randomUUID()]
    line.cut()
    expect(await shop.pay({ ...order, sourceId }, { key })).toEqual({
      status: 503,
      body: { success: false, orderNumber: null, isPending: true, error: MESSAGES.paymentPending },
    })
    expect((await shop.square.ledger()).payments).toEqual([])
    expect(await statesOfOrders()).toEqual([])

    line.mend()
    await eventually(async () => (await shop.pay({ ...order, sourceId }, { key })).body.success)
    expect(Object.values((await shop.square.ledger()).captures)).toEqual([1])
  },
)

test.runIf(isPostgres)('loses neither money nor the order if the database goes down during the charge', async () => {
  const [order, sourceId, key] = [anOrder(), await shop.square.tokenize(), randomUUID()]
  const before = (await shop.square.ledger()).payments.length
  await shop.square.setFault('hang-after', { path: '/v2/payments' })
  const answer = shop.pay({ ...order, sourceId }, { key })
  await eventually(async () => (await shop.square.ledger()).payments.length > before)
  line.cut()
  // The outcome is unknown, so no failure may be reported.
  expect(await answer).toMatchObject({ status: 202, body: { isPending: true, error: MESSAGES.paymentPending } })
  expect((await answer).body.orderNumber).toMatch(/^BLM-/)
  // Asking again while it's down must not report a failure either.
  expect((await shop.pay({ ...order, sourceId }, { key })).body).toMatchObject({ isPending: true })

  line.mend()
  // The charge is retried only after the hanging call has timed out.
  await eventually(async () => (await shop.pay({ ...order, sourceId }, { key })).body.success, 60_000)
  expect(Object.values((await shop.square.ledger()).captures)).toEqual([1, 1])
  expect(await statesOfOrders()).toEqual([{ state: 'paid' }, { state: 'paid' }])
})

test.runIf(isPostgres)(
  'without its database, claims no failure of a pay-link payment, and quotes nothing',
  async () => {
    const sourceId = await shop.square.tokenize()
    const { body } = await shop.pay()
    const token = String(body.orderPath).replace('/order/', '')
    line.cut()
    expect(await shop.post('pay-balance', { token, requestId: randomUUID(), sourceId })).toEqual({
      status: 503,
      body: { success: false, orderNumber: null, isPending: true, error: MESSAGES.paymentPending },
    })
    const { items } = anOrder()
    expect(await shop.quote({ items })).toEqual({ status: 503, body: { error: MESSAGES.productsFailed } })
    line.mend()
    await eventually(async () => (await shop.quote({ items })).status === 200)
  },
)

test.runIf(isPostgres)(
  'asks to wait for a payment asked for later when the database goes away during the charge, and books it once',
  async () => {
    const { body } = await shop.pay()
    await database.current.withConnection((connection) =>
      connection.rows(`update orders set created_at = '2026-01-01' where number = $1`, [body.orderNumber]),
    )
    const [asked] = await askForBottles(database.current, 1)
    const token = String(body.orderPath).replace('/order/', '')
    const payment = { token, requestId: asked?.requestId, sourceId: await shop.square.tokenize() }
    const before = (await shop.square.ledger()).payments.length
    await shop.square.setFault('hang-after', { path: '/v2/payments' })
    const answer = shop.post<PaymentResponse>('pay-balance', payment)
    await eventually(async () => (await shop.square.ledger()).payments.length > before)
    line.cut()
    const { orderNumber, orderPath } = body
    expect(await answer).toEqual({
      status: 202,
      body: { success: false, orderNumber, orderPath, isPending: true, error: MESSAGES.paymentPending },
    })
    line.mend()
    // The charge is retried only after the hanging call has timed out.
    const again = () => shop.post<PaymentResponse>('pay-balance', payment)
    await eventually(async () => (await again()).body.success, 60_000)
    expect((await shop.square.ledger()).captures[`${orderNumber}-2`]).toBe(1)
  },
)

test.runIf(isPostgres)(
  'claims no failure of a pay-link payment while its order is locked, whether or not an earlier press was charged',
  async () => {
    const { body } = await shop.pay()
    await database.current.withConnection((connection) =>
      connection.rows(`update orders set created_at = '2026-01-02' where number = $1`, [body.orderNumber]),
    )
    const [asked] = await askForBottles(database.current, 1)
    const token = String(body.orderPath).replace('/order/', '')
    const press = async () =>
      shop.post<PaymentResponse>('pay-balance', {
        token,
        requestId: asked?.requestId,
        sourceId: await shop.square.tokenize(),
      })
    const whileLocked = async (work: () => Promise<void>) => {
      await database.current.orm.transaction(async (tx) => {
        await lockOrder(tx, String(asked?.orderId))
        await work()
      })
    }
    await whileLocked(async () => {
      expect(await press()).toMatchObject({ status: 503, body: { isPending: true, error: MESSAGES.paymentPending } })
    })
    await shop.square.setFault('slow', { path: '/v2/payments' })
    const first = press()
    await eventually(
      async () =>
        (
          await database.current.withConnection((connection) =>
            connection.rows(`select from payment_attempts where request_id = $1 and state = 'sending'`, [
              asked?.requestId,
            ]),
          )
        ).length > 0,
    )
    await whileLocked(async () => {
      expect(await press()).toMatchObject({ status: 202, body: { isPending: true, error: MESSAGES.paymentPending } })
    })
    expect(await first).toMatchObject({ body: { success: expect.any(Boolean) } })
    await eventually(async () => (await press()).body.success)
    expect((await shop.square.ledger()).captures[`${body.orderNumber}-2`]).toBe(1)
  },
)

test.runIf(isPostgres)('finds an order whose COMMIT went unanswered and charges it once', async () => {
  const [order, sourceId, key] = [anOrder(), await shop.square.tokenize(), randomUUID()]
  const lost = line.loseNextOrder()
  const answer = shop.pay({ ...order, sourceId }, { key })
  await lost
  line.mend()
  const { status, body } = await answer
  expect([status, body.success]).toEqual([200, true])
  expect((await shop.square.ledger()).captures[String(body.orderNumber)]).toBe(1)
})

test.runIf(isPostgres)(
  'reports no failure for an order whose COMMIT went unanswered while the database is away, and closes it uncharged later',
  async () => {
    const [order, sourceId, key] = [anOrder(), await shop.square.tokenize(), randomUUID()]
    const before = (await shop.square.ledger()).payments.length
    const lost = line.loseNextOrder()
    const answer = shop.pay({ ...order, sourceId }, { key })
    await lost
    expect(await answer).toMatchObject({ status: 202, body: { isPending: true, error: MESSAGES.paymentPending } })
    line.mend()
    await eventually(async () => (await shop.statusOf(key)).status === 'pending')
    // The process that sent it has given up; the reconciler takes over when the lease expires.
    await database.current.withConnection((connection) =>
      connection.exec(`update payment_attempts set lease_until = now(), missing_since = now() - interval '1 hour'
        where state = 'sending'`),
    )
    await shop.services.reconciler.start()
    await eventually(async () => (await shop.statusOf(key)).status === 'failed')
    expect((await shop.square.ledger()).payments).toHaveLength(before)
  },
)
