import { declineDetail, declineStatus, invalidRequest, notFound } from './api-error.ts'
import type { Entry } from './books.ts'
import type { Answer, Outcome } from './idempotency.ts'
import type { JsonObject, Order, Token } from './objects.ts'
import { customAmountOrder } from './order-object.ts'
import { capture } from './payment-changes.ts'
import { newPayment } from './payment-object.ts'
import { type PaymentRequest, readPaymentRequest } from './payment-request.ts'
import { settlePaymentLater } from './settle-later.ts'
import type { InputFault } from './test-cards.ts'
import { findTestToken } from './test-tokens.ts'
import type { World } from './world.ts'

const TOKEN_LIFE_MS = 24 * 3_600_000

const BEFORE_CHARGING = new Set<InputFault>(['hang', 'reset-before', '500-before'])

/** The response, or the fault that the card causes. */
export type CreateResult = Answer & { fault?: InputFault }

export async function createPayment(world: World, body: JsonObject): Promise<CreateResult> {
  const request = readPaymentRequest(body, world.settings)
  const token = findTestToken(request.source_id) ?? world.books.tokens.get(request.source_id)
  if (!token) throw notFound('Card nonce not found')

  const fault = takeFault(world, token)
  if (fault && BEFORE_CHARGING.has(fault)) return { status: 500, body: {}, fault }
  const wait = fault === 'slow' ? sleep(world.settings.timing.slowMs) : undefined
  const answer = await world.idempotency.once(
    'payments',
    request.idempotency_key,
    body,
    () => charge(world, request),
    wait,
  )
  return { ...answer, ...(fault && { fault }) }
}

function takeFault({ books }: World, token: Token): InputFault | undefined {
  if (!token.fault || (token.isFaultOnce && token.hasFaultFired)) return undefined
  if (token.isFaultOnce) books.write([{ kind: 'token', token: { ...token, hasFaultFired: true } }])
  return token.fault
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}

function charge(world: World, request: PaymentRequest): Outcome {
  // Reread, because another request may have used it while this one waited.
  const token = findTestToken(request.source_id) ?? world.books.tokens.get(request.source_id)
  if (!token) throw notFound('Card nonce not found')
  checkToken(world, token, request)
  const order = request.order_id ? payableOrder(world, request.order_id, request) : undefined
  const verified = verifiedToken(token, request)
  const charged = world.faults.take(['wrong-amount'])
    ? { ...request, amount_money: { ...request.amount_money, amount: request.amount_money.amount + 1 } }
    : request
  const ownOrder = order ?? customAmountOrder(world, charged)
  const payment = newPayment(charged, verified, ownOrder.id, world)

  const entries: Entry[] = [
    ...(token.isReusable ? [] : [{ kind: 'token' as const, token: { ...token, usedByKey: request.idempotency_key } }]),
    { kind: 'payment', payment },
    ...world.webhooks.announce('payment.created', 'payment', payment),
  ]
  if (verified.decline) {
    const body = { errors: [declineDetail(verified.decline)], payment }
    return { status: declineStatus(verified.decline), body, entries, isRepeatable: true }
  }
  if (!request.isAutocomplete || payment.status === 'PENDING') {
    settlePaymentLater(world, payment)
    if (!order) entries.push({ kind: 'order', order: ownOrder })
    return { status: 200, body: { payment }, entries, isRepeatable: true }
  }
  const captured = capture(world, payment, ownOrder)
  entries.push(...captured.entries)
  return { status: 200, body: { payment: captured.payment }, entries, isRepeatable: true }
}

function checkToken({ clock }: World, token: Token, request: PaymentRequest): void {
  if (token.decline === 'CARD_TOKEN_USED' || (token.usedByKey && token.usedByKey !== request.idempotency_key)) {
    throw invalidRequest(
      'CARD_TOKEN_USED',
      'Card nonce already used with a different idempotency key; please request new nonce.',
      'source_id',
    )
  }
  if (!token.isReusable && clock.now() - token.createdAt >= TOKEN_LIFE_MS) {
    throw invalidRequest('CARD_TOKEN_EXPIRED', 'Card nonce expired; please request new nonce.', 'source_id')
  }
}

/** The token, with the effect of a missing verification or one for another amount. */
function verifiedToken(token: Token, { amount_money, verification_token }: PaymentRequest): Token {
  const { verified } = token
  if (token.decline) return token
  if (verified?.amount !== undefined && toCents(verified.amount) !== amount_money.amount) {
    return { ...token, decline: 'PAYMENT_AMOUNT_MISMATCH' }
  }
  const isVerified = verified !== undefined || verification_token !== undefined
  if (token.challenge?.state === 'failed' || (token.needsVerification && !isVerified)) {
    return { ...token, decline: 'CARD_DECLINED_VERIFICATION_REQUIRED' }
  }
  return token
}

/** "12.34", "12.3" or "12" as cents. */
function toCents(amount: string): number {
  const [whole = '', fraction = ''] = amount.split('.')
  return Number(whole + fraction.padEnd(2, '0').slice(0, 2))
}

function payableOrder({ books }: World, id: string, request: PaymentRequest): Order {
  const order = books.orders.get(id)
  if (!order) throw notFound(`Order not found: ${id}`)
  if (order.location_id !== request.location_id) {
    throw invalidRequest('BAD_REQUEST', 'The order belongs to another location.', 'location_id')
  }
  if (order.state !== 'OPEN' || (order.tenders ?? []).length > 0) {
    throw invalidRequest('BAD_REQUEST', 'The order is already paid.', 'order_id')
  }
  if (order.net_amount_due_money.amount !== request.amount_money.amount) {
    throw invalidRequest(
      'BAD_REQUEST',
      'The total of the requested payments does not match the total of the sale order',
      'amount_money',
    )
  }
  return order
}
