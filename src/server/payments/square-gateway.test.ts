import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PaymentGateway, ProviderAway, ProviderRefusal } from './gateway.ts'
import { createSquareGateway } from './square-gateway.ts'

/** A fake provider with scripted responses, including ones that the emulator never gives. */
let server: Server
let gateway: PaymentGateway
let answer: { status: number; body: unknown }
let received: unknown

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received = JSON.parse(Buffer.concat(chunks).toString() || 'null')
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer.body))
    })
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

test('accepts a captured payment; an approved one, or any other, is unknown', async () => {
  answer = { status: 200, body: { payment: payment({ status: 'COMPLETED' }) } }
  expect(await charge()).toMatchObject({ payment: { id: 'p-1', status: 'COMPLETED' } })
  answer = { status: 200, body: { payment: payment({ status: 'APPROVED' }) } }
  expect(await charge()).toEqual({ failure: { verdict: { kind: 'unknown', isSuspicious: false } } })
  answer = { status: 200, body: { payment: payment({ status: 'CANCELED' }) } }
  expect(await charge()).toEqual({ failure: { verdict: { kind: 'unknown', isSuspicious: true } } })
  answer = { status: 200, body: {} }
  expect(await charge()).toEqual({ failure: { verdict: { kind: 'unknown', isSuspicious: false } } })
})

test('adds the cent by which Square rounds tax down, whatever else is charged', async () => {
  const order = (change: object) => ({
    idempotencyKey: 'key',
    orderNumber: 'BLM-22222222-2222',
    lines: [{ name: 'Pure Bloom', size: '1oz', quantity: 2, priceCents: 2000 }],
    discountCents: 1000,
    shippingCents: 999,
    // 214.5 cents: 214 at Square, which rounds to even.
    taxCents: 215,
    taxBasisPoints: 715,
    stateCode: 'UT',
    totalCents: 4214,
    ...change,
  })
  const rounding = async (change: object) => {
    await gateway.itemise(order(change))
    const { order: sent } = received as { order: { service_charges: { name: string; amount_money: object }[] } }
    return sent.service_charges.filter(({ name }) => name === 'Tax rounding').map((charged) => charged.amount_money)
  }
  expect(await rounding({})).toEqual([{ amount: 1, currency: 'USD' }])
  // 286 cents exactly.
  expect(await rounding({ discountCents: 0, taxCents: 286, totalCents: 5285 })).toEqual([])
})

test('sends the order as the buyer saw it: lines, discount, shipping and tax of the whole order', async () => {
  await gateway.itemise({
    idempotencyKey: 'key',
    orderNumber: 'BLM-22222222-2222',
    lines: [
      { name: 'Pure Bloom', size: '1oz', quantity: 2, priceCents: 2000 },
      { name: 'SOS', size: null, quantity: 1, priceCents: 1500 },
    ],
    discountCents: 1000,
    shippingCents: 999,
    taxCents: 322,
    taxBasisPoints: 715,
    stateCode: 'UT',
    totalCents: 5821,
  })
  const usd = (amount: number) => ({ amount, currency: 'USD' })
  expect(received).toMatchObject({
    order: {
      location_id: 'L',
      reference_id: 'BLM-22222222-2222',
      line_items: [
        { name: 'Pure Bloom', variation_name: '1oz', quantity: '2', base_price_money: usd(2000) },
        { name: 'SOS', quantity: '1', base_price_money: usd(1500) },
      ],
      discounts: [{ name: 'Discount', type: 'FIXED_AMOUNT', amount_money: usd(1000), scope: 'ORDER' }],
      taxes: [{ name: 'UT sales tax', type: 'ADDITIVE', percentage: '7.15', scope: 'ORDER' }],
      service_charges: [{ name: 'Shipping', amount_money: usd(999), calculation_phase: 'TOTAL_PHASE', taxable: false }],
    },
  })
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
