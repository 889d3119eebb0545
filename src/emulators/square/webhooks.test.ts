import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { startTestEmulator, type TestEmulator } from '#test/square-emulator.ts'
import { signWebhook } from './sign-webhook.ts'

type Received = { headers: http.IncomingHttpHeaders; body: string; type: string; status: string; eventId: string }

const SIGNATURE_KEY = 'emulator-signature-key'

let emulator: TestEmulator
let shop: http.Server
let url: string
let received: Received[]
let answer: number

beforeEach(async () => {
  received = []
  answer = 200
  shop = http.createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const { type, event_id: eventId, data } = JSON.parse(body)
      received.push({ headers: request.headers, body, type, eventId, status: data.object[data.type].status })
      response.writeHead(answer).end()
    })
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/webhooks/square`
  emulator = await startTestEmulator({
    webhook: { url, signatureKey: SIGNATURE_KEY },
    timing: { webhookDelayMs: 5, webhookRetryMs: [60_000, 120_000], refundMs: 60_000 },
  })
})

afterEach(async () => {
  await emulator.close()
  shop.closeAllConnections()
  shop.close()
})

async function post(path: string, body: object): Promise<{ payment: { id: string } }> {
  const response = await fetch(emulator.address + path, {
    method: 'POST',
    headers: { authorization: 'Bearer emulator-access-token', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { payment: { id: string } }
}

function charge() {
  return post('/v2/payments', {
    source_id: 'cnon:card-nonce-ok',
    idempotency_key: crypto.randomUUID(),
    amount_money: { amount: 5000, currency: 'USD' },
  })
}

function seen(): string[] {
  return received.map(({ type, status }) => `${type} ${status}`).sort()
}

test('signs as Square does', () => {
  expect(signWebhook('asdf1234', 'https://example.com/webhook', '{"hello":"world"}')).toBe(
    '2kRE5qRU2tR+tBGlDwMEw2avJ7QM4ikPYD/PJ3bd9Og=',
  )
})

test('sends two events for a charge and for a refund, all signed over address and bytes', async () => {
  const { payment } = await charge()
  await eventually(() => received.length === 2)
  expect(seen()).toEqual(['payment.created APPROVED', 'payment.updated COMPLETED'])
  await post('/v2/refunds', {
    idempotency_key: 'r',
    payment_id: payment.id,
    amount_money: { amount: 100, currency: 'USD' },
  })
  await eventually(() => received.length === 4)
  await emulator.advance(60_000)
  await eventually(() => received.length === 5)
  expect(seen().slice(2)).toEqual(['payment.updated COMPLETED', 'refund.created PENDING', 'refund.updated COMPLETED'])
  for (const { headers, body } of received) {
    expect(headers['x-square-hmacsha256-signature']).toBe(signWebhook(SIGNATURE_KEY, url, body))
    expect(headers['square-environment']).toBe('Sandbox')
  }
})

test('resends a refused event with its number and reason, and finally drops it', async () => {
  answer = 500
  await emulator.setFault('webhook-lost')
  await charge()
  await eventually(() => received.length === 1)
  await eventually(async () => (await emulator.ledger()).webhooks.some(({ attempts }) => attempts === 1))
  await emulator.advance(60_000)
  await eventually(async () => (await emulator.ledger()).webhooks.some(({ attempts }) => attempts === 2))
  expect(received[1]?.headers).toMatchObject({ 'square-retry-number': '1', 'square-retry-reason': 'http_error' })
  expect(received[1]?.eventId).toBe(received[0]?.eventId)
  await emulator.advance(120_000)
  await eventually(async () => (await emulator.ledger()).webhooks.some(({ state }) => state === 'dropped'))
})

test('delivers after a restart what was not delivered before', async () => {
  answer = 503
  await charge()
  await eventually(async () => (await emulator.ledger()).webhooks.every(({ attempts }) => attempts === 1))
  answer = 200
  await emulator.restart()
  await emulator.advance(60_000)
  await eventually(async () => (await emulator.ledger()).webhooks.every(({ state }) => state === 'delivered'))
  expect(received).toHaveLength(4)
})

test('loses, duplicates and delays events on request', async () => {
  await emulator.setFault('webhook-lost')
  await emulator.setFault('webhook-dup')
  await charge()
  await eventually(() => received.length === 2)
  expect(seen()).toEqual(['payment.updated COMPLETED', 'payment.updated COMPLETED'])
  expect(received[0]?.eventId).toBe(received[1]?.eventId)

  received = []
  await emulator.setFault('webhook-late', { delayMs: 60_000 })
  await charge()
  await eventually(() => received.length === 1)
  expect(seen()).toEqual(['payment.updated COMPLETED'])
  await emulator.advance(60_000)
  await eventually(() => received.length === 2)

  received = []
  await emulator.setFault('webhook-reorder')
  await charge()
  await eventually(() => received.length === 2)
  expect(received.map(({ type }) => type)).toEqual(['payment.updated', 'payment.created'])
})
