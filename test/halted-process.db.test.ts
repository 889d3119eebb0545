import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '#server/listen.ts'
import type { Database } from '#server/platform/db/database.ts'
import { queryRows } from '#server/platform/db/query-rows.ts'
import { anOrder } from './an-order.ts'
import { openDatabaseLine } from './database-line.ts'
import { eventually } from './eventually.ts'
import { openPayingShop } from './paying-shop.ts'
import { isPostgres, useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const database = useTestDatabase()

test('a process that was halted serves no outdated page, however soon a request arrives', async () => {
  let isBehind = false
  // No notification reaches it, as if it was halted while the changes were made.
  const deaf: Database = { ...database.current, listen: async () => {}, isBehind: () => isBehind }
  const shop = await createTestShop(deaf)
  const { app, answerFirst, clientOf, refusalHeaders } = shop
  const server = await listen({
    host: 'localhost',
    port: 0,
    fetch: app.fetch,
    answerFirst,
    clientOf,
    refusalHeaders,
  })
  onTestFinished(async () => {
    await server.close(0)
    await shop.services.checkout.finish()
  })
  const page = async () => {
    const response = await fetch(`http://localhost:${server.port}/products/pure-bloom`)
    return /<title>([^<]*)/.exec(await response.text())?.[1]
  }
  const rename = (name: string) =>
    database.current.withConnection((connection) =>
      connection.rows(`update products set name = $1 where id = 'pure-bloom'`, [name]),
    )
  await rename('Before the halt')
  expect(await page()).toContain('Before the halt')
  await rename('After the halt')
  expect(await page()).toContain('Before the halt')
  isBehind = true
  expect(await page()).toContain('After the halt')
})

/** Well below the timeout of a statement in tests. */
const UNLOCKED_MS = 15_000

// PGlite belongs to one process.
test.runIf(isPostgres)(
  'a process that halts before COMMIT does not keep the last bottles and the code locked',
  async () => {
    const line = await openDatabaseLine(database.current)
    const [victim, other] = [await openPayingShop(line.database), await openPayingShop(database.current)]
    onTestFinished(async () => {
      await victim.end()
      await other.end()
      await line.database.close()
      line.close()
    })
    expect(await queryRows(line.database.orm, sql`show idle_in_transaction_session_timeout`)).toEqual([
      { idle_in_transaction_session_timeout: '5s' },
    ])
    await other.rows(`insert into stock_levels (product_id, size, on_hand) values ('pure-bloom', '1oz', 4)`)
    await other.rows(`insert into discount_codes (code, kind, percent) values ('HALT10', 'percent', 10)`)
    const [order, key] = [
      { ...anOrder(), discountCode: 'HALT10', sourceId: await victim.square.tokenize() },
      randomUUID(),
    ]

    const halted = line.haltNextOrder()
    const answer = victim.pay(order, { key })
    await halted
    const start = performance.now()
    expect((await other.pay({ discountCode: 'HALT10' })).body).toMatchObject({ success: true })
    expect(performance.now() - start).toBeLessThan(UNLOCKED_MS)

    line.mend()
    // Its COMMIT reached nothing, so no outcome may be claimed, and nothing was charged.
    expect((await answer).body).toMatchObject({ success: false, isPending: true })
    expect(await victim.statusOf(key)).toMatchObject({ status: 'none' })
    expect((await victim.square.ledger()).payments).toEqual([])
    await eventually(async () => (await victim.pay(order, { key })).body.success)
    expect(Object.values((await victim.square.ledger()).captures)).toEqual([1])
    expect(await other.rows(`select on_hand from stock_levels where product_id = 'pure-bloom'`)).toEqual([
      { on_hand: 0 },
    ])
  },
)
