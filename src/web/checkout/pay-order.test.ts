import { afterEach, expect, test } from 'vitest'
import { MESSAGES } from '#contract/messages.ts'
import { PROOF_ROUNDS } from '#domain/money/card-testing.ts'
import { createCheckoutTickets } from '#server/checkout/tickets.ts'
import { eventually } from '#test/eventually.ts'
import { checkoutTicket } from './checkout-ticket.ts'
import { askOrderStatus, payOrder, readPaymentAnswer, readStatusAnswer, waitBeforeAsking } from './pay-order.ts'

const NUMBER = 'BLM-23456789-AAAA'
const REQUEST = {
  items: [{ productId: 'pure-bloom', quantity: 1, size: '1oz' }],
  customerInfo: { email: 'dana@example.com', firstName: 'Dana', lastName: 'W', phone: null },
  shippingAddress: { line1: '12 Elm St', line2: null, city: 'Provo', state: 'UT', zip: '84601', country: 'US' },
  discountCode: null,
  sourceId: 'cnon:x',
  expectedTotalCents: 3678,
} as const

function answered(status: number, body: unknown) {
  return readPaymentAnswer({ status, body })
}

test('sends the checkout id with the request', async () => {
  const seen: (string | null)[] = []
  const outcome = await payOrder({ ...REQUEST, items: [...REQUEST.items] }, 'checkout-1', async (_, init) => {
    seen.push(new Headers(init?.headers).get('idempotency-key'))
    return Response.json({ success: true, orderNumber: NUMBER, error: null, orderPath: '/order/t' })
  })
  expect(seen).toEqual(['checkout-1'])
  expect(outcome).toEqual({ kind: 'paid', order: { number: NUMBER, path: '/order/t' } })
})

/** A shop that responds from a list, and records what came with each payment. */
function shopOf(answers: { status: number; body: object }[]) {
  const sent: { path: string; ticket: string | null; proof: string | null; key: string | null; body: unknown }[] = []
  const send = async (path: unknown, init?: RequestInit) => {
    const headers = new Headers(init?.headers)
    const [ticket, proof, key] = ['checkout-ticket', 'checkout-proof', 'idempotency-key'].map((name) =>
      headers.get(name),
    ) as [string | null, string | null, string | null]
    sent.push({ path: path as string, ticket, proof, key, body: init?.body })
    const { status, body } = answers.shift() ?? { status: 500, body: {} }
    return Response.json(body, { status })
  }
  return { sent, pay: () => payOrder({ ...REQUEST, items: [...REQUEST.items] }, 'checkout-1', send) }
}

const PAID = { status: 200, body: { success: true, orderNumber: NUMBER, error: null, orderPath: '/order/t' } }
const wants = (ticket: string, work: number) => ({
  status: 429,
  body: {
    success: false,
    orderNumber: null,
    error: MESSAGES.tooManyRequests,
    problem: 'proof',
    challenge: { ticket, rounds: PROOF_ROUNDS, work },
  },
})

afterEach(() => checkoutTicket.keep(undefined))

test('sends the ticket with the payment, and computes no proof unless asked', async () => {
  checkoutTicket.keep('ticket-1')
  const { sent, pay } = shopOf([PAID])
  expect(await pay()).toMatchObject({ kind: 'paid' })
  expect(sent).toMatchObject([{ ticket: 'ticket-1', proof: null, key: 'checkout-1' }])
})

test('computes a requested proof for the ticket that came with the request', async () => {
  const tickets = createCheckoutTickets('a key for tests', () => new Date())
  const ticket = tickets.issue()
  const { sent, pay } = shopOf([wants(ticket, 64), PAID])
  expect(await pay()).toMatchObject({ kind: 'paid' })
  expect(sent).toMatchObject([
    { ticket: null, proof: null, key: 'checkout-1' },
    { ticket, key: 'checkout-1' },
  ])
  expect(sent[1]?.body).toBe(sent[0]?.body)
  expect(tickets.provenWork(ticket, sent[1]?.proof ?? '')).toBeGreaterThanOrEqual(64)
})

test('replaces an invalid ticket, and keeps up with a growing wave', async () => {
  checkoutTicket.keep('stale')
  const { sent, pay } = shopOf([wants('fresh', 0), wants('fresh', 2), wants('fresh', 4), PAID])
  expect(await pay()).toMatchObject({ kind: 'paid' })
  expect(sent.map(({ ticket, proof }) => [ticket, proof !== null])).toEqual([
    ['stale', false],
    ['fresh', false],
    ['fresh', true],
    ['fresh', true],
  ])
})

test('stops after several proofs that the shop does not accept', async () => {
  const { sent, pay } = shopOf(Array.from({ length: 9 }, () => wants('ticket', 1)))
  expect(await pay()).toMatchObject({ kind: 'failed', message: MESSAGES.tooManyRequests })
  expect(sent).toHaveLength(5)
})

test('after a declined card the next payment has another ticket, after a typo the same', async () => {
  checkoutTicket.keep('ticket-1')
  const failure = { success: false, orderNumber: null, error: 'No.' }
  const config = { applicationId: 'a', locationId: 'l', scriptUrl: 's', hasWallets: false, ticket: 'ticket-2' }
  const { sent, pay } = shopOf([
    { status: 422, body: { ...failure, problem: 'invalid', field: 'zip' } },
    { status: 402, body: { ...failure, problem: 'declined' } },
    { status: 200, body: config },
    PAID,
  ])
  await pay()
  await pay()
  await eventually(() => checkoutTicket.current === 'ticket-2')
  await pay()
  expect(sent.map(({ path, ticket }) => [path.split('/').at(-1), ticket])).toEqual([
    ['process-square-payment', 'ticket-1'],
    ['process-square-payment', 'ticket-1'],
    ['get-square-config', null],
    ['process-square-payment', 'ticket-2'],
  ])
})

test('no response, half a response and a broken server leave the outcome unknown', async () => {
  expect(readPaymentAnswer(undefined)).toEqual({ kind: 'unknown' })
  expect(answered(200, { nonsense: true })).toEqual({ kind: 'unknown' })
  expect(answered(500, { error: { code: 'internal', message: 'x' } })).toEqual({ kind: 'unknown' })
  const cutOff = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await payOrder({ ...REQUEST, items: [...REQUEST.items] }, 'checkout-1', cutOff)).toEqual({ kind: 'unknown' })
  expect(await askOrderStatus('checkout-1', cutOff)).toEqual({ kind: 'unknown' })
})

test('a shop that failed may have charged before it did; one that gives a reason has not', () => {
  const failure = { success: false, orderNumber: null, error: MESSAGES.paymentFailed }
  expect(answered(503, failure)).toEqual({ kind: 'unknown' })
  expect(answered(503, { ...failure, problem: 'unavailable' })).toMatchObject({ kind: 'failed', isFinal: true })
  expect(answered(429, failure)).toMatchObject({ kind: 'failed', isFinal: false })
})

test('reports pending, and asks about a reused id', () => {
  const pending = { success: false, orderNumber: null, error: MESSAGES.paymentPending, isPending: true }
  expect(answered(202, pending)).toEqual({ kind: 'pending' })
  const reused = { success: false, orderNumber: null, error: MESSAGES.checkoutReused, problem: 'reused' }
  expect(answered(422, reused)).toEqual({ kind: 'unknown' })
})

test('a failure has its message, its field and the new prices', () => {
  expect(answered(402, { success: false, orderNumber: null, error: 'No.', problem: 'declined' })).toEqual({
    kind: 'failed',
    message: 'No.',
    isFinal: true,
    problem: 'declined',
  })
  expect(answered(400, { success: false, orderNumber: null, error: 'Bad', problem: 'invalid', field: 'zip' })).toEqual({
    kind: 'failed',
    message: 'Bad',
    isFinal: true,
    problem: 'invalid',
    field: 'zip',
  })
})

test('a failure without a reason has the fixed text', () => {
  expect(answered(200, { success: false, orderNumber: null, error: null })).toEqual({
    kind: 'failed',
    message: 'Payment failed',
    isFinal: false,
  })
  expect(answered(413, { error: { code: 'too_large', message: 'x' } })).toEqual({
    kind: 'failed',
    message: 'Payment failed. Please try again.',
    isFinal: false,
  })
})

test('reads what the shop says about a checkout', () => {
  const nothing = { orderNumber: null, orderPath: null, error: null }
  const status = (body: object) => readStatusAnswer({ status: 200, body })
  expect(status({ ...nothing, status: 'none' })).toEqual({ kind: 'none' })
  expect(status({ ...nothing, status: 'pending' })).toEqual({ kind: 'pending' })
  expect(status({ ...nothing, status: 'failed', error: 'No.' })).toEqual({
    kind: 'failed',
    message: 'No.',
    isFinal: true,
  })
  expect(status({ ...nothing, status: 'paid', orderNumber: NUMBER, orderPath: '/order/t' })).toEqual({
    kind: 'paid',
    order: { number: NUMBER, path: '/order/t' },
  })
  expect(readStatusAnswer({ status: 503, body: { ...nothing, status: 'none' } })).toEqual({ kind: 'unknown' })
})

test('doubles the waits up to ten seconds', () => {
  expect([0, 1, 2, 3, 4, 20].map(waitBeforeAsking)).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000])
})
