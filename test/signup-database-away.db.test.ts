import { afterAll, beforeAll, expect, test } from 'vitest'
import { MESSAGES } from '#contract/messages.ts'
import { type DatabaseLine, openDatabaseLine } from './database-line.ts'
import { eventually } from './eventually.ts'
import { isPostgres, useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const database = useTestDatabase()
let line: DatabaseLine
let shop: Awaited<ReturnType<typeof createTestShop>>

beforeAll(async () => {
  if (!isPostgres) return
  line = await openDatabaseLine(database.current)
  shop = await createTestShop(line.database)
})

afterAll(async () => {
  if (!isPostgres) return
  await shop.close()
  line.close()
})

function post(path: string, body: unknown): Promise<Response> {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  return Promise.resolve(shop.app.request(path, init))
}

// PGlite runs in the process, so it's never down while the shop runs.
test.runIf(isPostgres)('reports a lost database, writes nothing, and recovers on its own', async () => {
  expect((await shop.app.request('/')).status).toBe(200)
  line.cut()

  const signup = await post('/functions/v1/email-signup', { email: 'away@example.com', website: '' })
  expect(signup.status).toBe(503)
  expect(await signup.json()).toEqual({
    error: { code: 'signup_failed', message: 'Failed to sign up. Please try again.' },
  })
  const check = await post('/functions/v1/validate-discount-code', { discountCode: 'X', subtotal: 5800 })
  expect(check.status).toBe(503)
  expect(await check.json()).toMatchObject({ isValid: false, error: MESSAGES.discountCheckFailed })
  expect((await shop.app.request('/')).status).toBe(200)

  const written = await database.current.withConnection((connection) =>
    connection.rows(`select 1 from subscribers union all select 1 from discount_codes union all select 1 from outbox`),
  )
  expect(written).toEqual([])

  line.mend()
  await eventually(async () => {
    const again = await post('/functions/v1/email-signup', { email: 'away@example.com', website: '' })
    return again.status === 200
  })
})
