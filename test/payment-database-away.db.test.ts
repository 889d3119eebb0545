import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MESSAGES } from '#contract/messages.ts'
import { type DatabaseLine, openDatabaseLine } from './database-line.ts'
import { eventually } from './eventually.ts'
import { anOrder, openPayingShop, type PayingShop } from './paying-shop.ts'
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

// The built-in database lives in the process: it is away only when the shop is.
test.runIf(isPostgres)(
  'without its database no card is charged, and the same try succeeds once it is back',
  async () => {
    const [order, sourceId, key] = [anOrder(), await shop.square.tokenize(), randomUUID()]
    line.cut()
    expect(await shop.pay({ ...order, sourceId }, { key })).toEqual({
      status: 503,
      body: { success: false, orderNumber: null, error: MESSAGES.paymentFailed },
    })
    expect((await shop.square.ledger()).payments).toEqual([])
    expect(await statesOfOrders()).toEqual([])

    line.mend()
    await eventually(async () => (await shop.pay({ ...order, sourceId }, { key })).body.success)
    expect(Object.values((await shop.square.ledger()).captures)).toEqual([1])
  },
)

test.runIf(isPostgres)(
  'a database that goes away while the card is charged costs neither the money nor the order',
  async () => {
    const [order, sourceId, key] = [anOrder(), await shop.square.tokenize(), randomUUID()]
    const before = (await shop.square.ledger()).payments.length
    await shop.square.setFault('hang-after', { path: '/v2/payments' })
    const answer = shop.pay({ ...order, sourceId }, { key })
    await eventually(async () => (await shop.square.ledger()).payments.length > before)
    line.cut()
    // Not known, and so never a word of a declined card.
    expect((await answer).status).toBe(503)

    line.mend()
    // Only after the time-out of the call that hangs is the charge asked for again.
    await eventually(async () => (await shop.pay({ ...order, sourceId }, { key })).body.success, 60_000)
    expect(Object.values((await shop.square.ledger()).captures)).toEqual([1, 1])
    expect(await statesOfOrders()).toEqual([{ state: 'paid' }, { state: 'paid' }])
  },
)
