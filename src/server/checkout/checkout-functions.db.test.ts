import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SquareConfig } from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import { anOrder } from '#test/an-order.ts'
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts'
import { EMULATOR_CREDENTIALS } from '#test/square-emulator.ts'
import { useTestDatabase } from '#test/test-database.ts'

/** What the functions of the checkout answer with, apart from payments. */
const database = useTestDatabase()
let shop: PayingShop

beforeAll(async () => {
  shop = await openPayingShop(database.current)
})
afterAll(() => shop.end())

test('gives the card form what it needs, and another ticket each time', async () => {
  const config = async () => (await shop.post<SquareConfig>('get-square-config', '')).body
  const [first, second] = [await config(), await config()]
  expect(first).toMatchObject({
    applicationId: EMULATOR_CREDENTIALS.applicationId,
    locationId: EMULATOR_CREDENTIALS.locationId,
    ticket: expect.stringMatching(/^[0-9a-z]{8}\./),
  })
  expect(second).toEqual({ ...first, ticket: expect.any(String) })
  expect(second.ticket).not.toBe(first.ticket)
})

test.each([
  ['get-square-config', 60, ''],
  ['order-status', 60, { checkoutId: randomUUID() }],
  ['quote-order', 40, { items: anOrder().items }],
])('turns away who calls %s more than %i times a minute, with a sentence', async (name, count, body) => {
  const from = { 'x-forwarded-for': '203.0.113.9' }
  // All at once, because calls are allowed again as time passes.
  const answers = await Promise.all(Array.from({ length: count + 20 }, () => shop.post(name, body, from)))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(count)
  expect(new Set(refused.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ status: 429, body: { error: MESSAGES.tooManyRequests } })]),
  )
  expect((await shop.post(name, body)).status).toBe(200)
})

test.each([
  ['an item without a size', { items: [{ productId: 'pure-bloom', quantity: 1, size: null }] }, 422, 'invalid'],
  ['an item that is not sold', { items: [{ productId: 'snake-oil', quantity: 1 }] }, 409, 'gone'],
])('quotes nothing for %s', async (_, body, status, problem) => {
  const answer = await shop.quote(body)
  expect(answer).toEqual({ status, body: { error: expect.stringMatching(/^[A-Z].+/), problem } })
})

test('says that a quote is not one, and a checkout id neither', async () => {
  expect(await shop.quote({ items: 'all' })).toEqual({ status: 422, body: { error: expect.any(String) } })
  expect(await shop.post('order-status', { checkoutId: 'x' })).toMatchObject({ status: 400 })
})

test('tells a program when to try again if cards cannot be charged', async () => {
  await shop.square.setFault('401', { path: '/v2/payments' })
  const body = JSON.stringify({ ...anOrder(), sourceId: await shop.square.tokenize() })
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const away = await shop.app.request('/functions/v1/process-square-payment', request)
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5'])
  const paid = JSON.stringify({ ...anOrder(), sourceId: await shop.square.tokenize() })
  const answer = await shop.app.request('/functions/v1/process-square-payment', { ...request, body: paid })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([200, null])
})
