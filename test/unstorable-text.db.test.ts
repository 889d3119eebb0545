import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { signWebhook } from '#emulators/square/sign-webhook.ts'
import { FUNCTION_NAMES, functionSample } from './function-samples.ts'
import { useTestDatabase } from './test-database.ts'
import { createTestDesk } from './test-desk.ts'
import { createTestShop } from './test-shop.ts'

/** What PostgreSQL refuses to store: NUL, and half of a surrogate pair. */
const UNSTORABLE = ['a\u0000b', 'a\ud800b', '\udc00'] as const
const WEBHOOK = { SQUARE_WEBHOOK_URL: 'http://localhost:3000/webhooks/square', SQUARE_WEBHOOK_SIGNATURE_KEY: 'a key' }

const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof createTestShop>>

beforeAll(async () => {
  shop = await createTestShop(database.current, WEBHOOK)
})

/** Each request comes from its own address, so that none is throttled. */
let visitors = 0
function send(path: string, init: { body: string | FormData; headers?: Record<string, string> }): Promise<Response> {
  visitors += 1
  const remoteAddress = `127.1.${visitors >> 8}.${visitors & 255}`
  return Promise.resolve(
    shop.app.request(path, { method: 'POST', ...init }, { incoming: { socket: { remoteAddress } } }),
  )
}

/** Variants of the body, each with one string or field name replaced. */
function* poisoned(value: unknown, text: string): Generator {
  if (typeof value === 'string') yield text
  if (typeof value !== 'object' || value === null) return
  for (const [key, item] of Object.entries(value)) {
    for (const variant of poisoned(item, text)) {
      yield Array.isArray(value)
        ? value.map((other, index) => (String(index) === key ? variant : other))
        : { ...value, [key]: variant }
    }
    if (!Array.isArray(value)) yield { ...value, [text]: item }
  }
}

test.each(FUNCTION_NAMES)('refuses text that cannot be stored in any field of %s', async (name) => {
  const { body, headers: key } = functionSample(name)
  const headers = { 'content-type': 'application/json', ...key }
  for (const text of UNSTORABLE) {
    for (const variant of poisoned(body, text)) {
      const sent = JSON.stringify(variant)
      const { status } = await send(`/functions/v1/${name}`, { body: sent, headers })
      expect(status, sent).toBeGreaterThanOrEqual(400)
      expect(status, sent).toBeLessThan(500)
    }
  }
})

test.each(['find-order', 'email-signup'])('refuses it in a form for %s too', async (name) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { body } = functionSample(name)
  for (const field of Object.keys(body)) {
    const filled = new URLSearchParams(body as Record<string, string>)
    filled.set(field, 'a\u0000b')
    expect((await send(`/functions/v1/${name}`, { body: filled.toString(), headers })).status, field).toBe(400)
  }
})

test('refuses a signed webhook that cannot be stored, and stores nothing of it', async () => {
  const event = { event_id: randomUUID(), type: 'payment.updated', data: { object: { payment: { note: 'x' } } } }
  for (const text of UNSTORABLE) {
    for (const variant of poisoned(event, text)) {
      const body = JSON.stringify(variant)
      const { SQUARE_WEBHOOK_SIGNATURE_KEY: key, SQUARE_WEBHOOK_URL: url } = WEBHOOK
      const signature = signWebhook(key, url, body)
      const headers = { 'content-type': 'application/json', 'x-square-hmacsha256-signature': signature }
      expect((await send('/webhooks/square', { body, headers })).status, body).toBe(400)
    }
  }
  expect(
    await database.current.withConnection((connection) => connection.rows('select 1 from webhook_events')),
  ).toEqual([])
})

test('refuses a NUL anywhere in a path or query', async () => {
  for (const path of [
    '/shop-all?search=%00',
    '/shop-all?without=nuts&without=a%00b',
    '/reviews?product=%00&page=1',
    '/products/a%00b',
    '/api/suggestions?q=%00',
    '/api/reviews?product=%00',
    '/api/products/%00/reviews',
    '/order/%00',
    '/unsubscribe/%00',
    '/admin/orders?q=%00',
  ])
    expect((await shop.app.request(path)).status, path).toBe(400)
})

test('refuses it in forms of the desk, with or without a file', async () => {
  const desk = createTestDesk(database.current)
  const cookie = await desk.signIn('owner')
  for (const form of [{ email: 'a\u0000b' }, { 'a\u0000b': 'x' }] as Record<string, string>[])
    expect((await desk.request('/admin/team', { cookie, form })).status).toBeLessThan(500)
  const body = new FormData()
  body.set('a\u0000b', 'x')
  const headers = { cookie, accept: 'text/html', 'sec-fetch-site': 'same-origin' }
  const response = await desk.app.request('/admin/catalogue/import', { method: 'POST', body, headers })
  expect(response.status).toBe(400)
})
