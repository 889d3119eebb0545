import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PaymentGateway, ProviderAway, ProviderRefusal } from './gateway.ts'
import { createSquareGateway } from './square-gateway.ts'

/** A fake provider with scripted responses, including ones that the emulator never gives. */
let server: Server
let gateway: PaymentGateway
let answer: { status: number; body: unknown }

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  gateway = createSquareGateway({ baseUrl: `http://127.0.0.1:${port}`, accessToken: 'token', locationId: 'L' })
})
beforeEach(() => {
  answer = { status: 500, body: {} }
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const money = { amount: 6357, currency: 'USD' }
const payment = (change: object) => ({ id: 'p-1', amount_money: money, total_money: money, ...change })
const charge = () =>
  gateway.charge(
    {
      idempotencyKey: 'key',
      sourceId: 'cnon:card-nonce-ok',
      amountCents: 6357,
      reference: 'BLM-22222222-2222',
      providerOrderId: undefined,
      note: '',
      buyer: { email: 'ana@example.com', phone: null, firstName: 'Ana', lastName: 'Prado' },
      shipTo: { line1: '1 Main St', line2: null, city: 'Provo', state: 'UT', zip: '84601' },
    },
    { isRepeat: false, timeoutMs: 5000, maySend: () => true },
  )

test('accepts a captured payment; an approved or any other one is unknown', async () => {
  answer = { status: 200, body: { payment: payment({ status: 'COMPLETED' }) } }
  expect(await charge()).toMatchObject({ payment: { id: 'p-1', status: 'COMPLETED' } })
  answer = { status: 200, body: { payment: payment({ status: 'APPROVED' }) } }
  expect(await charge()).toEqual({ failure: { verdict: { kind: 'unknown', isSuspicious: false } } })
  answer = { status: 200, body: { payment: payment({ status: 'CANCELED' }) } }
  expect(await charge()).toEqual({ failure: { verdict: { kind: 'unknown', isSuspicious: true } } })
  answer = { status: 200, body: {} }
  expect(await charge()).toEqual({ failure: { verdict: { kind: 'unknown', isSuspicious: false } } })
})

test.each([400, 405, 410, 422])('treats HTTP %i to a lookup as a final refusal', async (status) => {
  answer = { status, body: { errors: [{ category: 'INVALID_REQUEST_ERROR', code: 'BAD_REQUEST' }] } }
  await expect(gateway.findPayment('p-1')).rejects.toThrow(ProviderRefusal)
  await expect(gateway.findRefund('r-1')).rejects.toThrow(ProviderRefusal)
})

test.each([401, 403, 408, 409, 429, 500, 503])('treats HTTP %i to a lookup as retryable', async (status) => {
  answer = { status, body: { errors: [{ category: 'API_ERROR', code: 'SOMETHING', detail: 'ana@example.com' }] } }
  await expect(gateway.findPayment('p-1')).rejects.toThrow(ProviderAway)
  await expect(gateway.findRefund('r-1')).rejects.toThrow(`HTTP ${status} SOMETHING`)
  const listed = gateway.listPayments({ from: new Date(0), to: new Date() })[Symbol.asyncIterator]()
  await expect(listed.next()).rejects.toThrow(ProviderAway)
})

test('returns undefined for a missing payment, and throws on a response without one', async () => {
  answer = { status: 404, body: { errors: [{ category: 'INVALID_REQUEST_ERROR', code: 'NOT_FOUND' }] } }
  expect(await gateway.findPayment('p-1')).toBeUndefined()
  expect(await gateway.findRefund('r-1')).toBeUndefined()
  answer = { status: 200, body: {} }
  await expect(gateway.findPayment('p-1')).rejects.toThrow(ProviderAway)
  await expect(gateway.findRefund('r-1')).rejects.toThrow(ProviderAway)
})

test('drops card digits that could not be stored', async () => {
  const card = (last_4: string) => payment({ status: 'COMPLETED', card_details: { card: { last_4 } } })
  answer = { status: 200, body: { payment: card('1111') } }
  expect(await gateway.findPayment('p-1')).toMatchObject({ cardLast4: '1111' })
  answer = { status: 200, body: { payment: card('•••1') } }
  expect((await gateway.findPayment('p-1'))?.cardLast4).toBeUndefined()
})
