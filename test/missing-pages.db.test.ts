import http from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deskPaths } from '#desk/desk-paths.ts'
import type { Listening } from '#server/listen.ts'
import { eventually } from './eventually.ts'
import { listen } from './shop-code.ts'
import { useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof createTestShop>>
let server: Listening
/** Requests that never reached the framework. */
const fromMemory: string[] = []

beforeAll(async () => {
  shop = await createTestShop(database.current)
  const { app, clientOf, refusalHeaders } = shop
  server = await listen({
    host: '127.0.0.1',
    port: 0,
    fetch: app.fetch,
    answerFirst: (request, response) => {
      const isAnswered = shop.answerFirst(request, response)
      if (isAnswered) fromMemory.push(request.url ?? '')
      return isAnswered
    },
    clientOf,
    refusalHeaders,
  })
})
afterAll(() => server.close(0))

type Answer = { status: number; headers: http.IncomingHttpHeaders; body: string; isFromMemory: boolean }

async function get(path: string, method = 'GET'): Promise<Answer> {
  fromMemory.length = 0
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  http.request({ host: '127.0.0.1', port: server.port, path, method }, resolve).on('error', reject).end()
  const response = await promise
  const body = Buffer.concat(await response.toArray()).toString()
  const headers = { ...response.headers, date: '', 'x-request-id': typeof response.headers['x-request-id'] }
  return { status: response.statusCode ?? 0, headers, body, isFromMemory: fromMemory.length > 0 }
}

test.each([
  '/nothing-here',
  '/no/such/page',
  '/no/such/page.data',
  '/no/such/page?utm_source=letter',
  '/products/no-such-oil',
  '/products/no-such-oil.data',
  '/product-guide/no-such-oil',
  '/ingredients/no-such-oil',
  '/order/no-such-order',
])('%s gets the same response from memory as from the framework', async (path) => {
  // Renders it, if no earlier test has.
  await get(path)
  const { isFromMemory, ...answer } = await get(path)
  expect(isFromMemory).toBe(true)
  expect(answer.status).toBe(404)
  const { answerFirst } = shop
  shop.answerFirst = () => false
  const framework = await get(path)
  shop.answerFirst = answerFirst
  expect(framework).toEqual({ ...answer, isFromMemory: false })
  expect(answer.headers['referrer-policy'] === 'no-referrer', 'kept private').toBe(path.startsWith('/order/'))
  expect(await get(path, 'HEAD')).toEqual({ ...answer, body: '', isFromMemory: true })
})

test.each([
  ['/api/nothing', 404, 'application/json'],
  ['/api/%73uggestions', 200, 'application/json; charset=utf-8'],
  ['/functions/v1/nothing', 404, 'application/json'],
  ['/uploads/nothing.avif', 404, 'application/json'],
  ['/assets/nothing.js', 404, 'application/json'],
  ['/order/no-such-order/reminder.ics', 404, 'application/json'],
  ['/favicon.svg', 200, 'image/svg+xml'],
  ['/%66avicon.svg', 200, 'image/svg+xml'],
  ['/robots.txt', 200, 'text/plain; charset=utf-8'],
  ['/no/%2e%2e/about', 200, 'text/html; charset=utf-8'],
  ['/ABOUT', 308, undefined],
  ['/PRODUCTS/no-such-oil', 308, undefined],
  [`${deskPaths.today()}/nothing`, 303, undefined],
])('%s may not be a page, and is left to the framework', async (path, status, contentType) => {
  await get('/no/such/page')
  const answer = await get(path)
  expect([answer.status, answer.headers['content-type']], path).toEqual([status, contentType])
  expect(answer.isFromMemory, path).toBe(false)
})

test.each(['/', '/?utm_source=letter', '/about', '/about?utm_source=letter'])(
  '%s is served from memory',
  async (path) => {
    await get(path)
    expect(await get(path)).toMatchObject({ status: 200, isFromMemory: true })
  },
)

test('finds a product that is put on sale, and not one that is taken off sale', async () => {
  const path = '/products/pure-bloom'
  const sell = (isActive: boolean) =>
    database.current.orm.execute(sql`update products set is_active = ${isActive} where id = 'pure-bloom'`)
  expect((await get(path)).status).toBe(200)
  await sell(false)
  await eventually(async () => {
    const { status, isFromMemory } = await get(path)
    return status === 404 && isFromMemory
  })
  await sell(true)
  await eventually(async () => (await get(path)).status === 200)
})

test('finds a collection that is added', async () => {
  const path = '/gifts'
  await get(path)
  expect(await get(path)).toMatchObject({ status: 404, isFromMemory: true })
  await database.current.orm.execute(sql`update collections set slug = 'gifts' where slug = 'body-hair'`)
  await eventually(async () => (await get(path)).status === 200)
  await eventually(async () => (await get('/body-hair')).status === 404)
})
