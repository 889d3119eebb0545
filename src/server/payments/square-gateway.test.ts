import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { collect } from '#test/collect.ts'
import { type Charge, type ChargeOptions, type PaymentGateway, ProviderAway, ProviderRefusal } from './gateway.ts'
import { createSquareGateway } from './square-gateway.ts'

/** A fake provider with scripted responses, including ones that the emulator never gives. */
let server: Server
let gateway: PaymentGateway
let answer: { status: number; body: unknown }
/** Pages that come before it. */
let pages: unknown[]
let received: unknown
let asked: URL[]

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received = JSON.parse(Buffer.concat(chunks).toString() || 'null')
      asked.push(new URL(request.url ?? '', 'http://square.example'))
      const { status, body } = pages.length > 0 ? { status: 200, body: pages.shift() } : answer
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  gateway = createSquareGateway({ baseUrl: `http://127.0.0.1:${port}`, accessToken: 'token', locationId: 'L' })
})
beforeEach(() => {
  answer = { status: 500, body: {} }
  pages = []
  asked = []
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const money = { amount: 6357, currency: 'USD' }
const payment = (change: object) => ({ id: 'p-1', amount_money: money, total_money: money, ...change })
const aCharge: Charge = {
  idempotencyKey: 'key',
  sourceId: 'cnon:card-nonce-ok',
  amountCents: 6357,
  reference: 'BLM-22222222-2222',
  providerOrderId: undefined,
  note: '',
  buyer: { email: 'ana@example.com', phone: null, firstName: 'Ana', lastName: 'Prado' },
  shipTo: { line1: '1 Main St', line2: null, city: 'Provo', state: 'UT', zip: '84601' },
}
const charge = (change: Partial<Charge> = {}, options: Partial<ChargeOptions> = {}, through = gateway) =>
  through.charge({ ...aCharge, ...change }, { isRepeat: false, timeoutMs: 5000, maySend: () => true, ...options })

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

const atSquare = {
  source_id: 'cnon:card-nonce-ok',
  idempotency_key: 'key',
  amount_money: money,
  autocomplete: true,
  location_id: 'L',
  reference_id: 'BLM-22222222-2222',
  note: '',
  customer_details: { customer_initiated: true, seller_keyed_in: false },
  buyer_email_address: 'ana@example.com',
  shipping_address: {
    first_name: 'Ana',
    last_name: 'Prado',
    address_line_1: '1 Main St',
    locality: 'Provo',
    administrative_district_level_1: 'UT',
    postal_code: '84601',
    country: 'US',
  },
}

test('sends the charge, captured at once, with what the buyer entered and nothing else', async () => {
  await charge()
  expect(received).toEqual(atSquare)
  await charge({
    providerOrderId: 'o-1',
    note: 'x'.repeat(501),
    buyer: { ...aCharge.buyer, phone: '+18015550142' },
    shipTo: { ...aCharge.shipTo, line2: 'Apt 4' },
  })
  expect(received).toEqual({
    ...atSquare,
    order_id: 'o-1',
    note: 'x'.repeat(500),
    buyer_phone_number: '+18015550142',
    shipping_address: { ...atSquare.shipping_address, address_line_2: 'Apt 4' },
  })
})

test('tells what Square answered to a charge that failed, with the card, and asks once', async () => {
  const errors = [{ category: 'PAYMENT_METHOD_ERROR', code: 'CVV_FAILURE' }]
  const card = { fingerprint: 'sq-1-fingerprint' }
  answer = { status: 402, body: { errors, payment: { id: 'p-1', card_details: { card } } } }
  const failure = { httpStatus: 402, category: 'PAYMENT_METHOD_ERROR', code: 'CVV_FAILURE' }
  expect(await charge()).toEqual({
    failure: { verdict: { kind: 'declined', shouldCheckCard: false }, ...failure },
    cardFingerprint: 'sq-1-fingerprint',
  })
  answer = { status: 402, body: { errors, payment: {} } }
  expect(await charge()).toMatchObject({ cardFingerprint: undefined, failure })
  answer = { status: 401, body: { errors: [{ category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED' }] } }
  expect(await charge()).toMatchObject({ failure: { verdict: { kind: 'refused' }, code: 'UNAUTHORIZED' } })
  // An earlier call may have charged.
  expect(await charge({}, { isRepeat: true })).toMatchObject({ failure: { verdict: { kind: 'unknown' } } })
  asked = []
  answer = { status: 500, body: {} }
  expect(await charge()).toMatchObject({ failure: { verdict: { kind: 'unknown', isSuspicious: false } } })
  expect(asked).toHaveLength(1)
})

test('sends nothing without permission, which is final only if nothing was sent before', async () => {
  const maySend = () => false
  expect(await charge({}, { maySend })).toEqual({ failure: { verdict: { kind: 'not-sent' } } })
  expect(await charge({}, { maySend, isRepeat: true })).toMatchObject({ failure: { verdict: { kind: 'unknown' } } })
  expect(asked).toEqual([])
})

test('knows that a charge was never sent if there was no connection', async () => {
  const nowhere = (baseUrl: string) => createSquareGateway({ baseUrl, accessToken: 'token', locationId: 'L' })
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const gone = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`
  await new Promise((resolve) => closed.close(resolve))
  const refused = await charge({}, {}, nowhere(gone))
  expect(refused).toMatchObject({ failure: { verdict: { kind: 'not-sent' }, code: 'ECONNREFUSED' } })
  expect(await charge({}, {}, nowhere('http://['))).toMatchObject({ failure: { verdict: { kind: 'not-sent' } } })
  await expect(nowhere(gone).findPayment('p-1')).rejects.toThrow(/^no response ECONNREFUSED$/)
  await expect(nowhere(gone).findPayment('p-1')).rejects.toThrow(ProviderAway)
})

test('cannot know what became of a charge whose answer takes too long', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const slow = createSquareGateway({ baseUrl: `http://127.0.0.1:${port}`, accessToken: 'token', locationId: 'L' })
  const result = await charge({}, { timeoutMs: 100 }, slow)
  expect(result).toMatchObject({ failure: { verdict: { kind: 'unknown', isSuspicious: false } } })
  silent.closeAllConnections()
  await new Promise((resolve) => silent.close(resolve))
})

const anItemizedOrder = {
  idempotencyKey: 'key',
  orderNumber: 'BLM-22222222-2222',
  lines: [{ name: 'Pure Bloom', size: '1oz', quantity: 1, priceCents: 2000 }],
  discountCents: 0,
  shippingCents: 0,
  taxCents: 0,
  taxBasisPoints: 0,
  stateCode: 'NY',
  totalCents: 2000,
}

test('uses an order of Square only if it adds up to what the buyer saw', async () => {
  const made = (amount: number) => ({ status: 200, body: { order: { id: 'o-1', total_money: { amount } } } })
  answer = made(2000)
  expect(await gateway.itemise(anItemizedOrder)).toBe('o-1')
  answer = made(2001)
  expect(await gateway.itemise(anItemizedOrder)).toBeUndefined()
  answer = { status: 200, body: {} }
  expect(await gateway.itemise(anItemizedOrder)).toBeUndefined()
  answer = { status: 500, body: {} }
  expect(await gateway.itemise(anItemizedOrder)).toBeUndefined()
})

test('sends no discount, tax or shipping of an order without them', async () => {
  await gateway.itemise(anItemizedOrder)
  expect(received).toEqual({
    idempotency_key: 'key',
    order: {
      location_id: 'L',
      reference_id: 'BLM-22222222-2222',
      line_items: [
        {
          name: 'Pure Bloom',
          variation_name: '1oz',
          quantity: '1',
          base_price_money: { amount: 2000, currency: 'USD' },
        },
      ],
    },
  })
})

test.each([
  // 71.5 cents, which both round to 72.
  [1000, 72, []],
  // 71.57 and 71.43 cents.
  [1001, 72, []],
  [999, 71, []],
  // 214.5 cents, 214 at Square.
  [3000, 215, ['Tax rounding']],
  // Never by less than the tax that the buyer saw.
  [999, 72, ['Tax rounding']],
])('adds what Square rounds off the tax of %i cents, and nothing else', async (taxable, taxCents, charges) => {
  const tax = { taxCents, taxBasisPoints: 715, totalCents: taxable + taxCents }
  await gateway.itemise({ ...anItemizedOrder, ...tax })
  const { order } = received as { order: { service_charges?: { name: string }[] } }
  expect(order.service_charges?.map(({ name }) => name) ?? []).toEqual(charges)
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

test('reads the whole of a payment, and gets by without what is missing', async () => {
  const card = { card_brand: 'VISA', last_4: '1111', fingerprint: 'sq-1-fingerprint' }
  answer = {
    status: 200,
    body: {
      payment: {
        id: 'p-1',
        status: 'COMPLETED',
        amount_money: money,
        // With a tip, for instance, the total is what the card paid.
        total_money: { amount: 6400, currency: 'USD' },
        refunded_money: { amount: 57, currency: 'USD' },
        reference_id: 'BLM-22222222-2222',
        card_details: { card },
        created_at: '2026-11-02T20:05:00Z',
      },
    },
  }
  expect(await gateway.findPayment('p-1')).toEqual({
    id: 'p-1',
    status: 'COMPLETED',
    amountCents: 6400,
    currency: 'USD',
    referenceId: 'BLM-22222222-2222',
    refundedCents: 57,
    cardBrand: 'VISA',
    cardLast4: '1111',
    cardFingerprint: 'sq-1-fingerprint',
    createdAt: new Date('2026-11-02T20:05:00Z'),
  })
  answer = { status: 200, body: { payment: { status: 'PENDING', amount_money: money } } }
  expect(await gateway.findPayment('p-1')).toMatchObject({ id: '', amountCents: 6357, refundedCents: 0 })
  answer = { status: 200, body: { payment: { id: 'p-1', status: 'PENDING' } } }
  expect(await gateway.findPayment('p-1')).toMatchObject({ amountCents: 0, currency: '', createdAt: new Date(0) })
})

test('searches all pages for a reference, from before the order was stored, and no more than it can', async () => {
  const ours = { ...payment({ status: 'COMPLETED' }), reference_id: 'BLM-22222222-2222' }
  const other = { ...payment({ status: 'COMPLETED' }), id: 'p-2', reference_id: 'BLM-22222222-2222-2' }
  pages = [{ payments: [other, ours], cursor: 'next' }]
  answer = {
    status: 200,
    body: {
      payments: [
        { ...ours, id: 'p-3' },
        { id: 'p-4', status: 'COMPLETED' },
      ],
    },
  }
  const search = { reference: 'BLM-22222222-2222', since: new Date('2026-11-02T20:05:00Z') }
  expect((await gateway.findPaymentsOf(search)).map(({ id }) => id)).toEqual(['p-1', 'p-3'])
  expect(asked.map(({ searchParams }) => Object.fromEntries(searchParams))).toMatchObject([
    { location_id: 'L', begin_time: '2026-11-02T20:03:00.000Z', sort_order: 'ASC', limit: '100' },
    { cursor: 'next' },
  ])
  const many = (length: number) => ({ payments: Array.from({ length }, () => ({ id: 'p', status: 'COMPLETED' })) })
  answer = { status: 200, body: many(5000) }
  expect(await gateway.findPaymentsOf(search)).toEqual([])
  answer = { status: 200, body: many(5001) }
  await expect(gateway.findPaymentsOf(search)).rejects.toThrow('more than 5000 payments since 2026-11-02T20:03')
})

test('lists the payments and refunds of a span, oldest first', async () => {
  const span = { from: new Date('2026-11-01T06:00:00Z'), to: new Date('2026-11-02T07:00:00Z') }
  answer = { status: 200, body: { payments: [payment({ status: 'COMPLETED' })] } }
  expect(await collect(gateway.listPayments(span))).toMatchObject([{ id: 'p-1', amountCents: 6357 }])
  const refund = { id: 'r-1', status: 'PENDING', amount_money: money, created_at: '2026-11-02T00:00:00Z' }
  answer = { status: 200, body: { refunds: [{ ...refund, payment_id: 'p-1' }, refund] } }
  const read = { id: 'r-1', status: 'PENDING', amountCents: 6357, createdAt: new Date('2026-11-02T00:00:00Z') }
  expect(await collect(gateway.listRefunds(span))).toEqual([
    { ...read, paymentId: 'p-1' },
    { ...read, paymentId: undefined },
  ])
  const asks = { location_id: 'L', begin_time: span.from.toISOString(), end_time: span.to.toISOString() }
  expect(asked.map(({ searchParams }) => Object.fromEntries(searchParams))).toMatchObject([
    { ...asks, sort_order: 'ASC' },
    { ...asks, sort_order: 'ASC' },
  ])
  answer = { status: 400, body: { errors: [] } }
  await expect(collect(gateway.listPayments(span))).rejects.toThrow(ProviderRefusal)
  await expect(collect(gateway.listRefunds(span))).rejects.toThrow(/^HTTP 400$/)
})

test.each([
  [200, undefined],
  [404, undefined],
  [500, undefined],
  // Captured in the meantime.
  [400, 400],
  [409, 409],
])('releases a payment by its key; HTTP %i throws %s', async (status, thrown) => {
  answer = { status, body: {} }
  const error: unknown = await gateway.cancelByKey('key').catch((reason: unknown) => reason)
  expect((error as { statusCode?: number } | undefined)?.statusCode).toBe(thrown)
  expect(received).toEqual({ idempotency_key: 'key' })
})

test('asks for a refund once, and tells a refusal from an answer that says nothing', async () => {
  const refund = () =>
    gateway.refund({ idempotencyKey: 'key', paymentId: 'p-1', amountCents: 500, reason: 'x'.repeat(193) })
  const made = { id: 'r-1', status: 'PENDING', amount_money: { amount: 500, currency: 'USD' }, payment_id: 'p-1' }
  answer = { status: 200, body: { refund: made } }
  expect(await refund()).toEqual({
    refund: { id: 'r-1', status: 'PENDING', paymentId: 'p-1', amountCents: 500, createdAt: new Date(0) },
  })
  expect(received).toEqual({
    idempotency_key: 'key',
    payment_id: 'p-1',
    amount_money: { amount: 500, currency: 'USD' },
    reason: 'x'.repeat(192),
  })
  answer = { status: 200, body: {} }
  expect(await refund()).toEqual({ unknown: true })
  answer = { status: 400, body: { errors: [{ category: 'REFUND_ERROR', code: 'REFUND_AMOUNT_INVALID' }] } }
  expect(await refund()).toEqual({ refused: 'REFUND_AMOUNT_INVALID' })
  answer = { status: 422, body: { errors: [] } }
  expect(await refund()).toEqual({ refused: '422' })
  for (const status of [401, 403, 408, 409, 429, 500, 503]) {
    answer = { status, body: {} }
    expect(await refund(), String(status)).toEqual({ unknown: true })
  }
})
