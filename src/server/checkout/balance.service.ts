import { createHmac, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { BalancePayment } from '#contract/balance.ts'
import { MESSAGES } from '#contract/messages.ts'
import { paymentReference } from '#domain/money/payment-reference.ts'
import { isOpenAttempt } from '#domain/money/payment-states.ts'
import type { OrderLinks } from '#server/orders/order-links.ts'
import { canBePaid, findBalanceRequest, findOrder, lockOrder, type OrderRow } from '#server/orders/orders.service.ts'
import {
  type AttemptRow,
  findAttempt,
  findAttemptBySource,
  findAttemptOfRequest,
  insertAttempt,
  listAttempts,
} from '#server/payments/attempts.service.ts'
import type { Charge } from '#server/payments/gateway.ts'
import type { PaymentTimings } from '#server/payments/payment-timings.ts'
import type { Till } from '#server/payments/till.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { inTransaction, UnknownCommit } from '#server/platform/db/in-transaction.ts'
import type { ChargeRunner } from './charge-runner.ts'
import type { Sender } from './checkout.service.ts'
import type { CheckoutGate } from './gate.service.ts'
import { failed, type PayAnswer, pending, toAnswer } from './pay-responses.ts'

export type BalanceDeps = {
  database: Database
  charges: ChargeRunner
  gate: CheckoutGate
  till: Till
  links: OrderLinks
  secretKey: string
  timings: PaymentTimings
  log: Logger
  now: () => Date
}

type Made = { made: AttemptRow; note: string }
/** A charge that was just stored, one that was stored before, or why there is none. */
type Begun = Made | { joined: AttemptRow } | { refusal: PayAnswer }

const UNKNOWN_LINK = failed(404, 'invalid', MESSAGES.balanceGone)
const GONE = failed(409, 'gone', MESSAGES.balanceGone)
const NOTHING_HAPPENED = failed(503, undefined, MESSAGES.paymentFailed)
const TILL_CLOSED = failed(503, 'unavailable', MESSAGES.cardFormUnavailable)

export type BalanceService = ReturnType<typeof createBalanceService>

/**
 * Takes payments requested after an order was bought. A card token is used once, and a request has one charge at a
 * time, so a repeated or second press joins the first and gets the same result.
 */
export function createBalanceService({
  database,
  charges,
  gate,
  till,
  links,
  secretKey,
  timings,
  log,
  now,
}: BalanceDeps) {
  const { orm } = database
  const hashOf = (text: string) => createHmac('sha256', secretKey).update(text).digest('base64url')

  /** The charge that another press joins: with the same card, or one that has paid the request or still may. */
  async function findCurrent(tx: Orm, orderId: string, payment: BalancePayment): Promise<AttemptRow | undefined> {
    const before = await findAttemptBySource(tx, hashOf(`source ${payment.sourceId}`))
    if (before?.orderId === orderId && before.requestId === payment.requestId) return before
    const latest = await findAttemptOfRequest(tx, payment.requestId)
    const isCurrent = latest?.orderId === orderId && (latest.state === 'succeeded' || isOpenAttempt(latest.state))
    return isCurrent ? latest : undefined
  }

  /** Stores the charge before any money moves. The caller must hold the order's lock. */
  async function begin(tx: Orm, order: OrderRow, payment: BalancePayment, sender: Sender): Promise<Begun> {
    const orderId = order.id
    const request = await findBalanceRequest(tx, payment.requestId)
    if (request?.orderId !== orderId) return { refusal: UNKNOWN_LINK }
    if (!canBePaid(order, request, now())) return { refusal: GONE }
    const attempt = {
      id: randomUUID(),
      orderId,
      attemptNo: Math.max(0, ...(await listAttempts(tx, orderId)).map(({ attemptNo }) => attemptNo)) + 1,
      requestId: request.id,
      sourceHash: hashOf(`source ${payment.sourceId}`),
      clientHash: hashOf(`client ${sender.client}`),
      amountCents: request.amountCents,
    }
    if (!(await insertAttempt(tx, attempt, timings.leaseMs)))
      return { refusal: failed(402, 'card-again', MESSAGES.cardAgain) }
    if (!(await gate.claimCharge(tx, sender.checkoutKey, attempt.id))) throw new TryIsGone()
    const made = await findAttempt(tx, orderId, attempt.attemptNo)
    if (!made) throw new Error('attempt not found after insert')
    const what = request.taxMoveId === null ? 'Items added to' : 'Sales tax for'
    return { made, note: `${what} order ${order.number}` }
  }

  /** Throws if it is unknown whether there is a charge. */
  async function tryToBegin(orderId: string, payment: BalancePayment, sender: Sender): Promise<Begun> {
    // Before the transaction, because PGlite can run nothing else during one.
    if (!(await till.isOpen())) return { refusal: TILL_CLOSED }
    /** True while the order is locked and the request has no charge: a rollback then means that nothing was stored. */
    let isAlone = false
    try {
      return await inTransaction(orm, async (tx) => {
        isAlone = false
        const order = await lockOrder(tx, orderId)
        if (!order) return { refusal: UNKNOWN_LINK }
        const joined = await findCurrent(tx, orderId, payment)
        if (joined) return { joined }
        isAlone = true
        return begin(tx, order, payment, sender)
      })
    } catch (error) {
      if (error instanceof TryIsGone) return { refusal: failed(429, 'throttled', MESSAGES.tooManyRequests) }
      till.noteError(error)
      // If it was stored after all, the reconciler closes it, and until then no one can pay again.
      if (error instanceof UnknownCommit) return { refusal: pending(undefined, links) }
      if (!isAlone) throw error
      log.error({ err: error }, 'failed to store a charge; nothing was charged')
      return { refusal: NOTHING_HAPPENED }
    }
  }

  function charge(order: OrderRow, { made, note }: Made, sourceId: string): Promise<void> {
    const { id, orderId, attemptNo, amountCents } = made
    const orderNumber = order.number
    const toCharge: Charge = {
      idempotencyKey: id,
      sourceId,
      amountCents,
      reference: paymentReference({ orderNumber, attemptNo }),
      providerOrderId: undefined,
      note,
      buyer: order,
      shipTo: { ...order, state: order.stateCode },
    }
    return charges.run({ id, orderId, attemptNo, orderNumber }, () => Promise.resolve(toCharge))
  }

  function answerFor(order: OrderRow, { attemptNo }: AttemptRow, work?: Promise<void>): Promise<PayAnswer> {
    return charges.follow(
      async () => {
        const attempt = await findAttempt(orm, order.id, attemptNo)
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
    async pay(payment: BalancePayment, sender: Sender): Promise<PayAnswer> {
      const orderId = links.orderIdOf(payment.token)
      const order = orderId && (await findOrder(orm, orderId))
      if (!order) return UNKNOWN_LINK
      // First: neither a lock, a full disk nor a throttle changes what became of a payment.
      const known = await findCurrent(orm, order.id, payment)
      if (known) return answerFor(order, known)
      const admission = await gate.admit({ ...sender, foldedEmail: order.foldedEmail })
      if ('refusal' in admission) return admission.refusal
      const begun = await tryToBegin(order.id, payment, sender)
      // Best effort: an unreleased try counts against its sender for an hour at most.
      if (!('made' in begun))
        await gate
          .release(admission.tryId)
          .catch((error: unknown) => log.warn({ err: error }, 'failed to release a payment try'))
      if ('refusal' in begun) return begun.refusal
      if ('joined' in begun) return answerFor(order, begun.joined)
      return answerFor(order, begun.made, charge(order, begun, payment.sourceId))
    },
  }
}

/** Rolls back: nothing may be charged without a try. */
class TryIsGone extends Error {}
