import net from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { MESSAGES } from '#contract/messages.ts'
import { type Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/open-postgres.ts'
import { eventually } from './eventually.ts'
import { isPostgres, useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const database = useTestDatabase()
let line: Awaited<ReturnType<typeof startLine>>
let remote: Database
let shop: Awaited<ReturnType<typeof createTestShop>>

/** The wire between shop and database, to be cut and mended. */
async function startLine(port: number) {
  const sockets = new Set<net.Socket>()
  let isCut = false
  const server = net.createServer((near) => {
    if (isCut) return void near.destroy()
    const far = net.connect(port, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => sockets.delete(one))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as net.AddressInfo).port,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend: () => (isCut = false),
    close: () => server.close(),
  }
}

beforeAll(async () => {
  if (!isPostgres) return
  const address = new URL(inject('databaseTemplate'))
  line = await startLine(Number(address.port))
  const [row] = await database.current.withConnection((connection) =>
    connection.rows('select current_database() as name'),
  )
  address.port = String(line.port)
  remote = openPostgres({ url: `${address.href.replace(/\/$/, '')}/${String(row?.name)}` })
  shop = await createTestShop(remote)
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

// The built-in database lives in the process: it is away only when the shop is.
test.runIf(isPostgres)('without its database the shop says so, writes nothing, and recovers by itself', async () => {
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
  }, 15_000)
})
