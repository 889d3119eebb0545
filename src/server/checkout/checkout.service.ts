import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { OrderStatusResponse, PaymentRequest, Quote, QuoteRequest } from '#contract/checkout.ts'
import { emailAddress } from '#contract/email-address.ts'
import { MESSAGES } from '#contract/messages.ts'
import { FIRST_ATTEMPT } from '#domain/money/payment-reference.ts'
import { MAX_TOTAL_CENTS, type OrderTotals, priceOrder, taxRateOf } from '#domain/money/pricing.ts'
import type { Rates } from '#domain/money/rates.ts'
import { orderNumberFrom } from '#domain/orders/order-number.ts'
import { parseState, type StateCode } from '#domain/orders/us-states.ts'
import { foldEmail } from '#domain/text/fold-email.ts'
import { type DiscountService, reserveDiscount } from '#server/discounts/discounts.service.ts'
import type { OrderLinks } from '#server/orders/order-links.ts'
import {
  findOrder,
  findOrderByCheckoutKey,
  insertOrder,
  insertOrderLines,
  type OrderRow,
  setOrderTotals,
  takeStock,
} from '#server/orders/orders.service.ts'
import { type PricedItem, priceItems, shortageText } from '#server/orders/price-items.ts'
import { findAttempt, insertAttempt, lockCheckout } from '#server/payments/attempts.service.ts'
import type { Charge, PaymentGateway } from '#server/payments/gateway.ts'
import type { PaymentTimings } from '#server/payments/payment-timings.ts'
import type { Till } from '#server/payments/till.ts'
import { isDiskFull } from '#server/platform/db/database-error.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { inTransaction, UnknownCommit } from '#server/platform/db/in-transaction.ts'
import { ratesFor } from '#server/rates/rates.service.ts'
import { type ChargeRunner, JOIN_PAUSE_MS, sleep } from './charge-runner.ts'
import type { CheckoutGate, Evidence } from './gate.service.ts'
import { failed, type PayAnswer, pending, refused, toAnswer, toQuote } from './pay-responses.ts'

export type CheckoutDeps = {
  database: Database
  gateway: PaymentGateway
  charges: ChargeRunner
  gate: CheckoutGate
  discounts: DiscountService
  till: Till
  links: OrderLinks
  secretKey: string
  timings: PaymentTimings
  log: Logger
  now: () => Date
}

export type QuoteAnswer = { quote: Quote } | { problem: 'invalid' | 'gone'; message: string }

export type Sender = {
  /** Idempotency key, generated when the dialog opens. */
  checkoutKey: string
  /** The sender, as far as its address can tell. */
  client: string
} & Evidence

export interface CheckoutService {
  /** What the order would cost now. Reserves nothing. */
  quote(request: QuoteRequest): Promise<QuoteAnswer>
  /**
   * Creates the order, charges the card and returns the outcome; a retry joins the first attempt and gets the same
   * response.
   */
  pay(request: PaymentRequest, sender: Sender): Promise<PayAnswer>
  statusOf(checkoutKey: string): Promise<OrderStatusResponse>
  /** Loads modules ahead of time, so the first buyer does not wait for them. */
  warmUp(): Promise<void>
  /** Resolves when no charge is in progress. */
  finish(): Promise<void>
}

/** How often to look for an order whose COMMIT got no response, with doubling waits. */
const LOST_COMMIT_CHECKS = 4

/** Rolls back the transaction; carries the response. */
class Refusal extends Error {
  readonly answer: PayAnswer
  constructor(answer: PayAnswer) {
    super('refused')
    this.answer = answer
  }
}

/** No order was created: cards are not charged while the result could not be stored. */
const TILL_CLOSED = failed(503, 'unavailable', MESSAGES.cardFormUnavailable)
/** Certainly no order and no charge; the same checkout can be retried. */
const NOTHING_HAPPENED = failed(503, undefined, MESSAGES.paymentFailed)

type DiscountedOrder = { code: string; foldedEmail: string; rates: Rates; items: PricedItem[]; state: StateCode }

type MadeOrder = { order: OrderRow; attemptId: string; items: PricedItem[] }

export function createCheckoutService(parts: CheckoutDeps): CheckoutService {
  const { database, gateway, charges, gate, discounts, till, links, secretKey, timings, log, now } = parts
  const { orm } = database

  /** Stores order and attempt before any money moves. The caller must hold the checkout's lock. */
  async function makeOrder(tx: Orm, request: PaymentRequest, sender: Sender): Promise<MadeOrder> {
    const { customerInfo, shippingAddress, discountCode } = request
    const foldedEmail = foldEmail(customerInfo.email)
    const clientHash = createHmac('sha256', secretKey).update(`client ${sender.client}`).digest('base64url')
    const priced = await priceItems(tx, request.items)
    if ('problem' in priced) throw new Refusal(refused(priced.problem, priced.message))
    const { items } = priced
    const state = parseState(shippingAddress.state) as StateCode
    const placedAt = now()
    const rates = await ratesFor(tx, placedAt)
    const plain = priceOrder({ rates, lines: items, state })

    const order = {
      id: randomUUID(),
      number: orderNumberFrom(randomBytes(64)),
      checkoutKey: sender.checkoutKey,
      requestHash: hashOf(request),
      email: customerInfo.email,
      foldedEmail,
      firstName: customerInfo.firstName,
      lastName: customerInfo.lastName,
      phone: customerInfo.phone,
      line1: shippingAddress.line1,
      line2: shippingAddress.line2,
      city: shippingAddress.city,
      stateCode: state,
      zip: shippingAddress.zip,
      taxBasisPoints: plain.taxCents > 0 ? taxRateOf(state, rates.tax) : 0,
      createdAt: placedAt,
    }
    const inserted = await insertOrder(tx, { ...order, ...plain })
    if (!inserted) throw new Error('checkout was not locked')
    if (!(await gate.claim(tx, sender.checkoutKey, order.id)))
      throw new Refusal(failed(429, 'throttled', MESSAGES.tooManyRequests))
    await insertOrderLines(
      tx,
      items.map((item, index) => ({ ...item, orderId: order.id, position: index + 1 })),
    )

    const { totals, made } = discountCode
      ? await withDiscount(tx, order.id, { code: discountCode, foldedEmail, rates, items, state })
      : { totals: plain, made: inserted }
    refuseTotals(totals, { items, expected: request.expectedTotalCents })

    const attemptId = randomUUID()
    const sourceHash = createHmac('sha256', secretKey).update(`source ${request.sourceId}`).digest('base64url')
    const attempt = {
      id: attemptId,
      orderId: order.id,
      attemptNo: FIRST_ATTEMPT,
      sourceHash,
      clientHash,
      amountCents: totals.totalCents,
    }
    if (!(await insertAttempt(tx, attempt, timings.leaseMs)))
      throw new Refusal(failed(402, 'card-again', MESSAGES.cardAgain))
    const missing = await takeStock(tx, order.id)
    if (missing) throw new Refusal(refused('gone', shortageText(missing)))
    return { order: made, attemptId, items }
  }

  /**
   * Returns undefined if a concurrent duplicate of this request created the order. Throws if it is unknown whether
   * there is one.
   */
  async function tryToMakeOrder(
    request: PaymentRequest,
    sender: Sender,
  ): Promise<MadeOrder | { refusal: PayAnswer } | undefined> {
    // Before the transaction, because PGlite can run nothing else during one.
    const isTillOpen = await till.isOpen()
    /** True while the checkout is locked and has no order: a rollback then means that nothing was stored. */
    let isAlone = false
    let made: MadeOrder | undefined
    try {
      return await inTransaction(orm, async (tx) => {
        isAlone = false
        made = undefined
        await lockCheckout(tx, sender.checkoutKey)
        if (await findOrderByCheckoutKey(tx, sender.checkoutKey)) return undefined
        isAlone = true
        if (!isTillOpen) throw new Refusal(TILL_CLOSED)
        made = await makeOrder(tx, request, sender)
        return made
      })
    } catch (error) {
      if (error instanceof Refusal) return { refusal: error.answer }
      till.noteError(error)
      if (error instanceof UnknownCommit && made) return findCommitted(made)
      if (!isAlone) throw error
      log.error({ err: error }, 'failed to store an order; nothing was charged')
      return { refusal: isDiskFull(error) ? TILL_CLOSED : NOTHING_HAPPENED }
    }
  }

  /** The response to COMMIT was lost. If the order exists, payment continues normally. */
  async function findCommitted(made: MadeOrder): Promise<MadeOrder | { refusal: PayAnswer }> {
    for (let look = 0; look < LOST_COMMIT_CHECKS; look += 1) {
      await sleep(JOIN_PAUSE_MS * 2 ** look)
      const order = await findOrder(orm, made.order.id).catch(() => undefined)
      if (order) return made
    }
    // Not definite yet: the server may be slow to commit.
    return { refusal: pending(undefined, links) }
  }

  async function withDiscount(
    tx: Orm,
    orderId: string,
    { code, foldedEmail, rates, items, state }: DiscountedOrder,
  ): Promise<{ totals: OrderTotals; made: OrderRow }> {
    const plain = priceOrder({ rates, lines: items, state })
    const { subtotalCents } = plain
    const use = await reserveDiscount(tx, { code, orderId, foldedEmail, subtotalCents, now: now() })
    if (!use.ok) {
      const quote = toQuote(items, plain, MESSAGES.discountInvalid)
      throw new Refusal(refused('code', MESSAGES.codeRefused, 'discountCode', quote))
    }
    const totals = priceOrder({ rates, lines: items, state, discount: use.discount })
    const made = await setOrderTotals(tx, orderId, { ...totals, discountCode: code })
    if (!made) throw new Error('order not found after insert')
    return { totals, made }
  }

  async function chargeOf({ order, attemptId, items }: MadeOrder, sourceId: string): Promise<Charge> {
    const providerOrderId = await gateway.itemise({
      idempotencyKey: `${attemptId}-o`,
      orderNumber: order.number,
      lines: items,
      ...order,
    })
    return {
      idempotencyKey: attemptId,
      sourceId,
      amountCents: order.totalCents,
      reference: order.number,
      providerOrderId,
      note: items.map(({ name, size, quantity }) => `${quantity} × ${name}${size ? ` ${size}` : ''}`).join(', '),
      buyer: order,
      shipTo: { ...order, state: order.stateCode },
    }
  }

  function charge(made: MadeOrder, sourceId: string): Promise<void> {
    const { id: orderId, number: orderNumber } = made.order
    const stored = { id: made.attemptId, orderId, attemptNo: FIRST_ATTEMPT, orderNumber }
    return charges.run(stored, () => chargeOf(made, sourceId))
  }

  function answerFor(order: OrderRow, work?: Promise<void>): Promise<PayAnswer> {
    return charges.follow(
      async () => {
        const attempt = await findAttempt(orm, order.id)
        if (!attempt) throw new Error('attempt not found during payment')
        return attempt
      },
      {
        work,
        answer: (attempt) => toAnswer(order, attempt, links),
        pending: () => pending(order, links),
      },
    )
  }

  return {
    async quote({ items: ordered, email, state, discountCode }) {
      const priced = await priceItems(orm, ordered)
      if ('problem' in priced) return priced
      const lines = priced.items
      if (priced.shortage) return { problem: 'gone', message: shortageText(priced.shortage) }
      const place = { state: state ?? undefined }
      const rates = await ratesFor(orm, now())
      const plain = priceOrder({ rates, lines, ...place })
      if (!discountCode) return { quote: toQuote(lines, plain, null) }
      const person = emailAddress.safeParse(email ?? '')
      const use = await discounts.preview(
        discountCode,
        plain.subtotalCents,
        person.success ? foldEmail(person.data) : undefined,
      )
      if (!use.ok) return { quote: toQuote(lines, plain, MESSAGES.discountInvalid) }
      return { quote: toQuote(lines, priceOrder({ rates, lines, ...place, discount: use.discount }), null) }
    },

    async pay(request, sender) {
      const known = await findOrderByCheckoutKey(orm, sender.checkoutKey)
      const admission = known
        ? undefined
        : await gate.admit({ ...sender, foldedEmail: foldEmail(request.customerInfo.email) })
      if (admission && 'refusal' in admission) return admission.refusal
      const made = known ? undefined : await tryToMakeOrder(request, sender)
      if (made && 'refusal' in made) {
        // Best effort: an unreleased try counts against its sender for an hour at most.
        await gate
          .release(admission?.tryId)
          .catch((error: unknown) => log.warn({ err: error }, 'failed to release a payment try'))
        return made.refusal
      }
      if (made) return answerFor(made.order, charge(made, request.sourceId))
      // Existed before, or was just created by a concurrent duplicate of this request.
      const joined = known ?? (await findOrderByCheckoutKey(orm, sender.checkoutKey))
      if (!joined) throw new Error('order of the concurrent request not found')
      if (joined.requestHash !== hashOf(request)) return failed(422, 'reused', MESSAGES.checkoutReused)
      return answerFor(joined)
    },

    async statusOf(checkoutKey) {
      const order = await findOrderByCheckoutKey(orm, checkoutKey)
      const attempt = order && (await findAttempt(orm, order.id))
      if (!order || !attempt) return { status: 'none', orderNumber: null, orderPath: null, error: null }
      const { body } = toAnswer(order, attempt, links)
      return {
        status: body.success ? 'paid' : body.isPending ? 'pending' : 'failed',
        orderNumber: order.number,
        orderPath: body.orderPath ?? null,
        error: body.error,
      }
    },

    warmUp: () => gateway.warmUp(),

    finish: () => charges.finish(),
  }
}

function refuseTotals(
  totals: OrderTotals,
  { items, expected }: { items: PricedItem[]; expected: number | undefined },
): void {
  if (totals.totalCents > MAX_TOTAL_CENTS) throw new Refusal(refused('invalid', MESSAGES.orderTooLarge))
  if (totals.totalCents === 0) throw new Refusal(refused('invalid', MESSAGES.orderFree))
  if (expected !== undefined && totals.totalCents > expected) {
    const answer = refused('changed', MESSAGES.pricesChanged, undefined, toQuote(items, totals, null))
    throw new Refusal(answer)
  }
}

/** Hash of everything requested, including the card token. */
function hashOf(request: PaymentRequest): string {
  const { expectedTotalCents: _seen, ...order } = request
  return createHash('sha256').update(JSON.stringify(order)).digest('base64url')
}
