/** What the official client sees. With a sandbox account, the same cases can be run against the real Square. */
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { SquareClient, SquareError } from 'square'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { EMULATOR_CREDENTIALS, startTestEmulator, type TestEmulator } from '#test/square-emulator.ts'

const USD = 'USD' as const
/** Longer than a loaded machine can take between two calls. */
const LIST_LAG_MS = 60_000
const { locationId } = EMULATOR_CREDENTIALS

let emulator: TestEmulator
let client: SquareClient

beforeAll(async () => {
  emulator = await startTestEmulator({ timing: { slowMs: 300, refundMs: 60_000, listLagMs: LIST_LAG_MS } })
  client = new SquareClient({ token: EMULATOR_CREDENTIALS.accessToken, baseUrl: emulator.address, maxRetries: 0 })
})

afterEach(() => emulator.clearFaults())
afterAll(() => emulator.close())

type Charge = Partial<Parameters<SquareClient['payments']['create']>[0]> & { cents?: number }

function charge(
  { cents = 5000, ...rest }: Charge = {},
  options: { timeoutInSeconds?: number; maxRetries?: number } = {},
) {
  return client.payments.create(
    {
      sourceId: 'cnon:card-nonce-ok',
      idempotencyKey: randomUUID(),
      amountMoney: { amount: BigInt(cents), currency: USD },
      locationId,
      ...rest,
    },
    options,
  )
}

/** The status, code and field of a call's error. */
async function failure(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof SquareError)) throw new Error(`expected a SquareError, got ${String(error)}`)
  const [first] = error.errors
  return { status: error.statusCode, code: first?.code, category: first?.category, field: first?.field }
}

test('completes a charge at once, with the fields that a shop reads', async () => {
  const { payment } = await charge({
    sourceId: await emulator.tokenize(),
    referenceId: 'BLM-20261115-0001',
    note: 'One serum',
    buyerEmailAddress: 'ada@example.com',
  })
  expect(payment).toMatchObject({
    id: expect.stringMatching(/^\w{27}ZY$/),
    status: 'COMPLETED',
    amountMoney: { amount: 5000n, currency: 'USD' },
    totalMoney: { amount: 5000n },
    approvedMoney: { amount: 5000n },
    sourceType: 'CARD',
    delayDuration: 'PT168H',
    delayAction: 'CANCEL',
    locationId,
    referenceId: 'BLM-20261115-0001',
    note: 'One serum',
    buyerEmailAddress: 'ada@example.com',
    orderId: expect.any(String),
    riskEvaluation: { riskLevel: 'NORMAL' },
    applicationDetails: { squareProduct: 'ECOMMERCE_API', applicationId: EMULATOR_CREDENTIALS.applicationId },
    cardDetails: {
      status: 'CAPTURED',
      entryMethod: 'KEYED',
      cvvStatus: 'CVV_ACCEPTED',
      avsStatus: 'AVS_ACCEPTED',
      card: { cardBrand: 'VISA', last4: '1111', expMonth: 12n, expYear: 2035n, bin: '411111' },
    },
  })
  expect(payment?.receiptNumber).toBe(payment?.id?.slice(0, 4))
  expect((await client.payments.get({ paymentId: payment?.id ?? '' })).payment).toEqual(payment)
  expect((await client.orders.get({ orderId: payment?.orderId ?? '' })).order).toMatchObject({
    state: 'COMPLETED',
    totalMoney: { amount: 5000n },
  })
})

test('echoes the requested version, or else the pinned one', async () => {
  const asked = await client.locations.list({ headers: { 'Square-Version': '2025-01-23' } }).withRawResponse()
  expect(asked.rawResponse.headers.get('square-version')).toBe('2025-01-23')
  const pinned = await client.locations.list().withRawResponse()
  expect(pinned.rawResponse.headers.get('square-version')).toBe('2026-09-16')
})

test('refuses a wrong access token', async () => {
  const stranger = new SquareClient({ token: 'wrong', baseUrl: emulator.address, maxRetries: 0 })
  expect(await failure(stranger.locations.list())).toMatchObject({ status: 401, category: 'AUTHENTICATION_ERROR' })
})

test('names invalid fields', async () => {
  expect(await failure(charge({ sourceId: '' }))).toMatchObject({
    status: 400,
    code: 'VALUE_EMPTY',
    field: 'source_id',
  })
  expect(await failure(charge({ idempotencyKey: 'x'.repeat(46) }))).toMatchObject({
    code: 'VALUE_TOO_LONG',
    field: 'idempotency_key',
  })
  expect(await failure(charge({ referenceId: 'x'.repeat(41) }))).toMatchObject({ field: 'reference_id' })
  expect(await failure(charge({ note: 'x'.repeat(501) }))).toMatchObject({ field: 'note' })
  expect(await failure(charge({ buyerPhoneNumber: '801 555 0142' }))).toMatchObject({ code: 'INVALID_PHONE_NUMBER' })
  expect(await failure(charge({ buyerEmailAddress: 'ada' }))).toMatchObject({ code: 'INVALID_EMAIL_ADDRESS' })
  expect(await failure(charge({ locationId: 'LELSEWHERE' }))).toMatchObject({ code: 'INVALID_LOCATION' })
  expect(await failure(charge({ cents: 0 }))).toMatchObject({ code: 'AMOUNT_TOO_LOW' })
  expect(await failure(charge({ amountMoney: { amount: 100n, currency: 'EUR' } }))).toMatchObject({
    code: 'INVALID_VALUE',
    field: 'amount_money.currency',
  })
})

test('repeats the response to the same request, and refuses a changed one', async () => {
  const request = { sourceId: await emulator.tokenize(), idempotencyKey: randomUUID(), referenceId: 'same-request' }
  const first = await charge(request)
  expect((await charge(request)).payment).toEqual(first.payment)
  expect(await failure(charge({ ...request, cents: 5001 }))).toMatchObject({
    status: 400,
    code: 'IDEMPOTENCY_KEY_REUSED',
  })
  expect((await emulator.ledger()).captures['same-request']).toBe(1)
})

test('repeats a decline, too, and refuses its token with another key', async () => {
  const request = { sourceId: await emulator.tokenize({ number: '4000000000000002' }), idempotencyKey: randomUUID() }
  const decline = { status: 402, code: 'GENERIC_DECLINE', category: 'PAYMENT_METHOD_ERROR' }
  expect(await failure(charge(request))).toMatchObject(decline)
  expect(await failure(charge(request))).toMatchObject(decline)
  expect(await failure(charge({ sourceId: request.sourceId }))).toMatchObject({ code: 'CARD_TOKEN_USED' })
})

test('a token pays once', async () => {
  const sourceId = await emulator.tokenize()
  await charge({ sourceId })
  expect(await failure(charge({ sourceId }))).toMatchObject({
    status: 400,
    code: 'CARD_TOKEN_USED',
    category: 'INVALID_REQUEST_ERROR',
  })
})

test('a token is valid for a day', async () => {
  const sourceId = await emulator.tokenize()
  await emulator.advance(24 * 3_600_000)
  expect(await failure(charge({ sourceId }))).toMatchObject({ code: 'CARD_TOKEN_EXPIRED' })
  const expired = await emulator.tokenize({ number: '4000000000009136' })
  expect(await failure(charge({ sourceId: expired }))).toMatchObject({ code: 'CARD_TOKEN_EXPIRED' })
})

test('an unknown token is not found', async () => {
  expect(await failure(charge({ sourceId: 'cnon:unknown' }))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
})

test('a second request waits for the response to the first', async () => {
  const sourceId = await emulator.tokenize({ number: '4000000000009094' })
  const request = { sourceId, idempotencyKey: randomUUID(), referenceId: 'two-at-once' }
  const [first, second] = await Promise.all([charge(request), charge(request)])
  expect(second.payment).toEqual(first.payment)
  expect((await emulator.ledger()).captures['two-at-once']).toBe(1)
})

test('of two requests with one token and two keys, one is refused', async () => {
  const sourceId = await emulator.tokenize({ number: '4000000000009094' })
  const outcomes = await Promise.allSettled([charge({ sourceId }), charge({ sourceId })])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test("declines on Square's triggers as its sandbox does", async () => {
  const declines = async (card: Parameters<TestEmulator['tokenize']>[0]) =>
    failure(charge({ sourceId: await emulator.tokenize(card) }))
  expect(await declines({ cvv: '911' })).toMatchObject({ status: 402, code: 'CVV_FAILURE' })
  expect(await declines({ postalCode: '99999' })).toMatchObject({ status: 402, code: 'ADDRESS_VERIFICATION_FAILURE' })
  expect(await declines({ expMonth: 1, expYear: 2040 })).toMatchObject({ status: 400, code: 'INVALID_EXPIRATION' })
  expect(await declines({ number: '4000000000009995' })).toMatchObject({ status: 402, code: 'INSUFFICIENT_FUNDS' })

  const refused = (sourceId: string) => failure(charge({ sourceId }))
  expect(await refused('cnon:card-nonce-rejected-cvv')).toMatchObject({ code: 'CVV_FAILURE' })
  expect(await refused('cnon:card-nonce-rejected-postalcode')).toMatchObject({ code: 'ADDRESS_VERIFICATION_FAILURE' })
  expect(await refused('cnon:card-nonce-rejected-expiration')).toMatchObject({
    status: 400,
    code: 'INVALID_EXPIRATION',
  })
  expect(await refused('cnon:card-nonce-declined')).toMatchObject({ code: 'GENERIC_DECLINE' })
  expect(await refused('cnon:card-nonce-already-used')).toMatchObject({ code: 'CARD_TOKEN_USED' })
  expect(await refused('cnon:gift-card-nonce-insufficient-funds')).toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  expect(await refused('bnon:bank-nonce-account-unusable')).toMatchObject({ code: 'INVALID_ACCOUNT' })
  expect(await refused('wnon:cash-app-declined')).toMatchObject({ code: 'GENERIC_DECLINE' })
})

test('two amounts have a higher risk', async () => {
  expect((await charge({ cents: 2222 })).payment?.riskEvaluation?.riskLevel).toBe('MODERATE')
  expect((await charge({ cents: 3333 })).payment?.riskEvaluation?.riskLevel).toBe('HIGH')
})

test('the other test tokens pay', async () => {
  expect((await charge({ sourceId: 'ccof:customer-card-id-ok' })).payment?.cardDetails?.entryMethod).toBe('ON_FILE')
  expect((await charge({ sourceId: 'wnon:cash-app-ok' })).payment?.status).toBe('COMPLETED')
  const { payment } = await charge({ sourceId: 'bnon:bank-nonce-ok' })
  expect(payment?.status).toBe('PENDING')
  await emulator.advance(10_000)
  expect((await client.payments.get({ paymentId: payment?.id ?? '' })).payment?.status).toBe('COMPLETED')
})

test('refuses verification for another amount, and declines a 3-D Secure card without verification', async () => {
  const details = { amount: '50.00', currencyCode: 'USD', intent: 'CHARGE' }
  const frictionless = { number: '4800000000000004' }
  expect((await charge({ sourceId: await emulator.tokenize(frictionless, details) })).payment?.status).toBe('COMPLETED')
  expect(await failure(charge({ sourceId: await emulator.tokenize(frictionless) }))).toMatchObject({
    status: 402,
    code: 'CARD_DECLINED_VERIFICATION_REQUIRED',
  })
  expect(await failure(charge({ sourceId: await emulator.tokenize({}, details), cents: 5001 }))).toMatchObject({
    code: 'PAYMENT_AMOUNT_MISMATCH',
  })
})

test('completes an authorization, or cancels it, even by its key', async () => {
  const held = await charge({ autocomplete: false })
  expect(held.payment).toMatchObject({ status: 'APPROVED', cardDetails: { status: 'AUTHORIZED' } })
  const paymentId = held.payment?.id ?? ''
  expect(await failure(client.payments.complete({ paymentId, versionToken: 'old' }))).toMatchObject({
    code: 'VERSION_MISMATCH',
  })
  expect((await client.payments.complete({ paymentId })).payment?.status).toBe('COMPLETED')
  expect(await failure(client.payments.complete({ paymentId }))).toMatchObject({ status: 400, code: 'BAD_REQUEST' })

  const second = await charge({ autocomplete: false })
  const canceled = await client.payments.cancel({ paymentId: second.payment?.id ?? '' })
  expect(canceled.payment).toMatchObject({ status: 'CANCELED', cardDetails: { status: 'VOIDED' } })

  const idempotencyKey = randomUUID()
  const third = await charge({ autocomplete: false, idempotencyKey })
  expect(await client.payments.cancelByIdempotencyKey({ idempotencyKey })).toEqual({})
  expect((await client.payments.get({ paymentId: third.payment?.id ?? '' })).payment?.status).toBe('CANCELED')
  expect(await client.payments.cancelByIdempotencyKey({ idempotencyKey: randomUUID() })).toEqual({})
})

test('an authorization can be changed until it is captured', async () => {
  const { payment } = await charge({ autocomplete: false })
  const { payment: changed } = await client.payments.update({
    paymentId: payment?.id ?? '',
    idempotencyKey: randomUUID(),
    payment: { amountMoney: { amount: 4000n, currency: USD } },
  })
  expect(changed?.totalMoney?.amount).toBe(4000n)
})

test('an uncaptured authorization is released after its delay', async () => {
  const { payment } = await charge({ autocomplete: false, delayDuration: 'PT36H' })
  await emulator.advance(35 * 3_600_000)
  expect((await client.payments.get({ paymentId: payment?.id ?? '' })).payment?.status).toBe('APPROVED')
  await emulator.advance(3_600_000)
  expect((await client.payments.get({ paymentId: payment?.id ?? '' })).payment?.status).toBe('CANCELED')
})

test('does not list a new payment at once, and pages through the list', async () => {
  const { payment } = await charge({ cents: 7331 })
  const listed = async (limit: number) => {
    const found: string[] = []
    for await (const entry of await client.payments.list({ locationId, total: 7331n, limit }))
      found.push(entry.id ?? '')
    return found
  }
  expect(await listed(100)).toEqual([])
  await emulator.advance(LIST_LAG_MS)
  expect(await listed(100)).toEqual([payment?.id])
  const more = [await charge({ cents: 7331 }), await charge({ cents: 7331 })].map((entry) => entry.payment?.id)
  await emulator.advance(LIST_LAG_MS)
  expect(await listed(2)).toEqual([...more.toReversed(), payment?.id])
})

test('a refund is pending, then completed, and never more than was paid', async () => {
  const { payment } = await charge()
  const paymentId = payment?.id ?? ''
  const refund = (cents: number, idempotencyKey = randomUUID(), reason = 'Returned') =>
    client.refunds.refundPayment({
      idempotencyKey,
      paymentId,
      amountMoney: { amount: BigInt(cents), currency: USD },
      reason,
    })

  const key = randomUUID()
  const first = await refund(2000, key)
  expect(first.refund).toMatchObject({ status: 'PENDING', paymentId, reason: 'Returned' })
  expect((await refund(2000, key)).refund).toEqual(first.refund)
  expect(await failure(refund(2001, key))).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  expect(await failure(refund(3001))).toMatchObject({ code: 'REFUND_AMOUNT_INVALID', category: 'REFUND_ERROR' })
  const failing = await refund(3000, randomUUID(), 'emulator:reject')

  await emulator.advance(60_000)
  expect((await client.refunds.get({ refundId: first.refund?.id ?? '' })).refund?.status).toBe('COMPLETED')
  expect((await client.refunds.get({ refundId: failing.refund?.id ?? '' })).refund?.status).toBe('REJECTED')
  expect((await client.payments.get({ paymentId })).payment).toMatchObject({
    refundedMoney: { amount: 2000n },
    refundIds: [first.refund?.id, failing.refund?.id],
  })
  const held = await charge({ autocomplete: false })
  expect(
    await failure(
      client.refunds.refundPayment({
        idempotencyKey: randomUUID(),
        paymentId: held.payment?.id ?? '',
        amountMoney: { amount: 1n, currency: USD },
      }),
    ),
  ).toMatchObject({ code: 'REFUND_ERROR_PAYMENT_NEEDS_COMPLETION' })
})

function order(cents: number, extra: Partial<Parameters<SquareClient['orders']['create']>[0]['order'] & object> = {}) {
  return {
    locationId,
    lineItems: [
      { name: 'Hair + Skin Restore', quantity: '1', basePriceMoney: { amount: BigInt(cents), currency: USD } },
    ],
    taxes: [{ uid: 'ut', name: 'Utah', percentage: '7.15', scope: 'ORDER' as const }],
    ...extra,
  }
}

test('an order rounds half to even, and one cent of service charge closes the gap', async () => {
  const plain = await client.orders.calculate({ order: order(7000) })
  expect(plain.order).toMatchObject({ totalTaxMoney: { amount: 500n }, totalMoney: { amount: 7500n } })

  const { order: made } = await client.orders.create({
    idempotencyKey: randomUUID(),
    order: order(7000, {
      serviceCharges: [
        { name: 'Shipping', amountMoney: { amount: 999n, currency: USD }, calculationPhase: 'TOTAL_PHASE' },
        { name: 'Tax rounding', amountMoney: { amount: 1n, currency: USD }, calculationPhase: 'TOTAL_PHASE' },
      ],
    }),
  })
  expect(made).toMatchObject({
    state: 'OPEN',
    totalMoney: { amount: 8500n },
    totalServiceChargeMoney: { amount: 1000n },
  })
  const orderId = made?.id ?? ''
  expect(await failure(charge({ orderId, cents: 8499 }))).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  const { payment } = await charge({ orderId, cents: 8500 })
  expect(payment?.orderId).toBe(orderId)
  expect((await client.orders.get({ orderId })).order).toMatchObject({
    state: 'COMPLETED',
    netAmountDueMoney: { amount: 0n },
    tenders: [{ paymentId: payment?.id }],
  })
  expect(await failure(charge({ orderId, cents: 8500 }))).toMatchObject({ code: 'BAD_REQUEST' })
})

test('an order is paid with what was authorized for it', async () => {
  const { order: made } = await client.orders.create({ idempotencyKey: randomUUID(), order: order(1000) })
  const orderId = made?.id ?? ''
  const { payment } = await charge({ orderId, cents: 1072, autocomplete: false })
  const paymentIds = [payment?.id ?? '']
  const pay = (ids: string[]) => client.orders.pay({ orderId, idempotencyKey: randomUUID(), paymentIds: ids })
  expect(await failure(pay([]))).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  expect((await pay(paymentIds)).order).toMatchObject({ state: 'COMPLETED', netAmountDueMoney: { amount: 0n } })
  expect((await client.payments.get({ paymentId: payment?.id ?? '' })).payment?.status).toBe('COMPLETED')
})

test('creates an order once per key, finds it, and settles it if it costs nothing', async () => {
  const idempotencyKey = randomUUID()
  const first = await client.orders.create({ idempotencyKey, order: order(0) })
  expect((await client.orders.create({ idempotencyKey, order: order(0) })).order?.id).toBe(first.order?.id)
  const orderId = first.order?.id ?? ''
  const open = await client.orders.search({
    locationIds: [locationId],
    query: { filter: { stateFilter: { states: ['OPEN'] } } },
  })
  expect(open.orders?.map(({ id }) => id)).toContain(orderId)
  const paid = await client.orders.pay({ orderId, idempotencyKey: randomUUID(), paymentIds: [] })
  expect(paid.order?.state).toBe('COMPLETED')
})

test('lists locations and subscriptions', async () => {
  expect((await client.locations.list()).locations).toMatchObject([{ id: locationId, currency: 'USD' }])
  expect((await client.locations.get({ locationId: 'main' })).location?.id).toBe(locationId)
  expect(await failure(client.locations.get({ locationId: 'LELSEWHERE' }))).toMatchObject({ status: 404 })
})

test('signs events of a subscription created by API with its own key', async () => {
  const calls: string[] = []
  const shop = http.createServer((request, response) => {
    calls.push(String(request.headers['x-square-hmacsha256-signature']))
    response.end()
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const { subscription } = await client.webhooks.subscriptions.create({
    subscription: {
      name: 'Second shop',
      eventTypes: ['payment.created'],
      notificationUrl: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/hook`,
    },
  })
  const subscriptionId = subscription?.id ?? ''
  const tested = await client.webhooks.subscriptions.test({ subscriptionId, eventType: 'payment.created' })
  expect(tested.subscriptionTestResult?.statusCode).toBe(200)
  await charge()
  await eventually(() => calls.length === 2)
  expect(calls.every((signature) => signature.length === 44)).toBe(true)
  shop.close()
})

test('finds events since search was enabled, and none for a deleted subscription', async () => {
  const { subscription } = await client.webhooks.subscriptions.create({
    subscription: { name: 'Nowhere', eventTypes: ['payment.created'], notificationUrl: 'http://127.0.0.1:1/nowhere' },
  })
  const search = async () => {
    const { events = [] } = await client.events.searchEvents({ query: { filter: { eventTypes: ['payment.created'] } } })
    return events.map(({ data }) => data?.id)
  }
  await charge()
  expect(await search()).toEqual([])
  await client.events.enableEvents()
  const { payment } = await charge()
  expect(await search()).toEqual([payment?.id])
  await client.webhooks.subscriptions.delete({ subscriptionId: subscription?.id ?? '' })
  const gone = client.webhooks.subscriptions.get({ subscriptionId: subscription?.id ?? '' })
  expect(await failure(gone)).toMatchObject({ status: 404 })
})

test('a lost response is an error without a status, and the repeat gets the same payment', async () => {
  const request = { idempotencyKey: randomUUID(), sourceId: await emulator.tokenize(), referenceId: 'lost-answer' }
  await emulator.setFault('reset-after')
  expect(await failure(charge(request))).toMatchObject({ status: undefined })
  await emulator.setFault('hang-after')
  expect(await failure(charge(request, { timeoutInSeconds: 1 }))).toMatchObject({ status: undefined })
  expect((await charge(request)).payment?.status).toBe('COMPLETED')
  expect((await emulator.ledger()).captures['lost-answer']).toBe(1)
})

test('faults before charging charge nothing', async () => {
  const request = { sourceId: await emulator.tokenize(), referenceId: 'before' }
  await emulator.setFault('hang')
  expect(await failure(charge(request, { timeoutInSeconds: 1 }))).toMatchObject({ status: undefined })
  await emulator.setFault('reset-before')
  expect(await failure(charge(request))).toMatchObject({ status: undefined })
  await emulator.setFault('500-before')
  expect(await failure(charge(request))).toMatchObject({ status: 500, category: 'API_ERROR' })
  await emulator.setFault('401')
  expect(await failure(charge(request))).toMatchObject({ status: 401 })
  await emulator.setFault('409')
  expect(await failure(charge(request))).toMatchObject({ status: 409 })
  expect((await emulator.ledger()).captures.before).toBeUndefined()
})

test('a garbled response leaves the charge completed', async () => {
  await emulator.setFault('html-200')
  expect((await charge({ referenceId: 'html' })).payment).toBeUndefined()
  await emulator.setFault('500-after')
  expect(await failure(charge({ referenceId: '500' }))).toMatchObject({ status: 500 })
  await emulator.setFault('truncated-json')
  await expect(charge({ referenceId: 'truncated' })).rejects.toBeInstanceOf(Error)
  await emulator.setFault('stall-body')
  await expect(
    client.payments.create(
      {
        sourceId: 'cnon:card-nonce-ok',
        idempotencyKey: randomUUID(),
        amountMoney: { amount: 100n, currency: USD },
        referenceId: 'stalled',
      },
      { abortSignal: AbortSignal.timeout(1000) },
    ),
  ).rejects.toBeInstanceOf(Error)
  await emulator.setFault('wrong-amount')
  expect((await charge({ cents: 100, referenceId: 'wrong' })).payment?.totalMoney?.amount).toBe(101n)
  expect((await emulator.ledger()).captures).toMatchObject({ html: 1, 500: 1, truncated: 1, stalled: 1, wrong: 1 })
})

test('the client retries a 429, only on the chosen path and method', async () => {
  await emulator.setFault('429', { path: '/v2/payments', method: 'POST' })
  await client.locations.list()
  const { payment } = await charge({ referenceId: 'limited' }, { maxRetries: 1 })
  expect(payment?.status).toBe('COMPLETED')
})

test('a card can cause each fault, every time or, with CVV 222, once', async () => {
  const lost = { sourceId: await emulator.tokenize({ number: '4000000000009045' }), idempotencyKey: randomUUID() }
  expect(await failure(charge({ ...lost, referenceId: 'card-lost' }))).toMatchObject({ status: undefined })
  expect(await failure(charge({ ...lost, referenceId: 'card-lost' }))).toMatchObject({ status: undefined })
  const never = { sourceId: await emulator.tokenize({ number: '4000000000009052' }), idempotencyKey: randomUUID() }
  expect(await failure(charge({ ...never, referenceId: 'card-never' }))).toMatchObject({ status: 500 })
  const once = {
    sourceId: await emulator.tokenize({ number: '4000000000009037', cvv: '222' }),
    idempotencyKey: randomUUID(),
    referenceId: 'card-once',
  }
  expect(await failure(charge(once))).toMatchObject({ status: undefined })
  expect((await charge(once)).payment?.status).toBe('COMPLETED')
  const { captures } = await emulator.ledger()
  expect(captures).toMatchObject({ 'card-lost': 1, 'card-once': 1 })
  expect(captures['card-never']).toBeUndefined()
})

test('after a restart, has everything and resumes what was open', async () => {
  const token = await emulator.tokenize()
  const unused = await emulator.tokenize()
  const request = { sourceId: token, idempotencyKey: randomUUID(), referenceId: 'restarted' }
  const before = await charge(request)
  const held = await charge({ autocomplete: false, delayDuration: 'PT1H' })
  const { refund } = await client.refunds.refundPayment({
    idempotencyKey: randomUUID(),
    paymentId: before.payment?.id ?? '',
    amountMoney: { amount: 100n, currency: USD },
  })
  const { order: open } = await client.orders.create({ idempotencyKey: randomUUID(), order: order(1000) })
  const { payments, refunds, orders, captures } = await emulator.ledger()

  await emulator.restart()
  expect(await emulator.ledger()).toMatchObject({ payments, refunds, orders, captures })
  expect((await charge(request)).payment).toEqual(before.payment)
  expect(await failure(charge({ sourceId: token }))).toMatchObject({ code: 'CARD_TOKEN_USED' })
  expect((await charge({ sourceId: unused })).payment?.status).toBe('COMPLETED')
  expect((await client.orders.get({ orderId: open?.id ?? '' })).order).toEqual(open)
  await emulator.advance(3_600_000)
  expect((await client.payments.get({ paymentId: held.payment?.id ?? '' })).payment?.status).toBe('CANCELED')
  expect((await client.refunds.get({ refundId: refund?.id ?? '' })).refund?.status).toBe('COMPLETED')
})
