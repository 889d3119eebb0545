import type { Logger } from 'pino'
import { isTaken, paymentOutcome } from '#domain/money/payment-status.ts'
import type { Database } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { PaymentGateway, ProviderPayment } from './gateway.ts'
import type { PaymentTimings } from './payment-timings.ts'
import {
  claimDueLooks,
  claimOpenAttempts,
  claimOpenRefunds,
  dropLeasesBefore,
  type DueLook,
  finishLook,
  markMissing,
  type OpenAttempt,
} from './payments.queries.ts'
import type { RefundService } from './refunds.service.ts'
import type { Settlement } from './settlement.service.ts'
import type { StrayRefundService } from './stray-refunds.service.ts'
import type { WebhookEvents } from './webhook-events.service.ts'

export type ReconcilerParts = {
  database: Database
  gateway: PaymentGateway
  settlement: Settlement
  refunds: RefundService
  strayRefunds: StrayRefundService
  webhookEvents: WebhookEvents
  timings: PaymentTimings
  log: Logger
}

export interface Reconciler {
  start(): Promise<void>
  stop(): Promise<void>
}

/** So many at a time: one that waits for a slow provider must not hold up the rest. */
const WIDTH = 12
const BUSY_PAUSE_MS = 100
/** The provider's listing may lag behind by so much: each look begins this long before the end of the last one. */
const LISTING_LAG_MS = 10 * 60_000
/** Nothing could be settled: the others are still due, and the provider may be away. */
const FAILING_PAUSE_MS = 1000
const STOP_GRACE_MS = 10_000

/**
 * Brings orders and money together when whoever began a payment could not: it looks at the provider what became of it,
 * and never sends a charge itself. A charge sent this late would be a first one if the original never left.
 */
export function createReconciler(parts: ReconcilerParts): Reconciler {
  const { database, gateway, settlement, refunds, strayRefunds, webhookEvents, timings, log } = parts
  const { orm } = database
  /** The shop opens before its workers start: a charge that is younger than this is under way in this very process. */
  const openedAt = new Date()
  const state = { isStopped: false, isListening: false, isWoken: false, wake: () => {} }
  let running = Promise.resolve()

  async function resolveOpenCharge(attempt: OpenAttempt): Promise<void> {
    const { id, orderId, createdAt } = attempt
    const payments = await lookUp(attempt, createdAt)
    if (payments.length > 0) {
      for (const payment of payments) await apply(orderId, payment)
      return
    }
    const missingMs = await markMissing(orm, id, timings.sweepMs)
    await inTransaction(orm, (tx) => settlement.sayPending(tx, orderId))
    if (missingMs < timings.missingMs) return
    await gateway.cancelByKey(id)
    const late = await lookUp(attempt, createdAt)
    if (late.length > 0) for (const payment of late) await apply(orderId, payment)
    else await inTransaction(orm, (tx) => settlement.close(tx, orderId, { state: 'abandoned', mayArriveLate: true }))
  }

  /** The buyer was told that nothing was taken. What the provider has taken since goes back. */
  async function lookForLateCharge(attempt: DueLook): Promise<void> {
    const since = attempt.lookedAt ? new Date(attempt.lookedAt.getTime() - LISTING_LAG_MS) : attempt.createdAt
    for (const payment of await lookUp(attempt, since)) await apply(attempt.orderId, payment)
    await finishLook(orm, attempt.id, { upTo: attempt.claimedAt, nextMs: timings.lateLooksMs[attempt.looks + 1] })
  }

  /** Money that was taken comes first: it decides over whatever else is there. */
  async function lookUp({ orderNumber: number }: OpenAttempt, since: Date): Promise<ProviderPayment[]> {
    const payments = await gateway.findPaymentsOf({ number, since })
    return payments.toSorted((a, b) => Number(isTaken(b)) - Number(isTaken(a)))
  }

  async function apply(orderId: string, payment: ProviderPayment): Promise<void> {
    const outcome = paymentOutcome(payment.status)
    if (outcome === 'taken') await inTransaction(orm, (tx) => settlement.accept(tx, orderId, payment))
    if (outcome === 'not-taken')
      await inTransaction(orm, (tx) => settlement.close(tx, orderId, { state: 'declined', mayArriveLate: true }))
  }

  /** One that fails is tried again at the next look; the others go on. */
  async function each<T>(items: readonly T[], work: (item: T) => Promise<void>, what: string): Promise<void> {
    await Promise.all(
      items.map((item) =>
        work(item).catch((error: unknown) => log.warn({ err: error }, `${what} could not be settled`)),
      ),
    )
  }

  /** Returns how long to wait before the next look. */
  async function sweep(): Promise<number> {
    const [events, ...claimed] = await Promise.all([
      webhookEvents.sweep(WIDTH),
      sweepAttempts(),
      sweepLateCharges(),
      sweepRefunds(),
      strayRefunds.sweep(WIDTH),
    ])
    if (Math.max(...claimed) === WIDTH || (events.isFull && events.isAnySettled)) return BUSY_PAUSE_MS
    return events.isFull ? Math.min(FAILING_PAUSE_MS, timings.sweepMs) : timings.sweepMs
  }

  async function sweepAttempts(): Promise<number> {
    const attempts = await claimOpenAttempts(orm, { limit: WIDTH, leaseMs: timings.leaseMs })
    await each(attempts, resolveOpenCharge, 'an open charge')
    return attempts.length
  }

  async function sweepLateCharges(): Promise<number> {
    const looks = await claimDueLooks(orm, { limit: WIDTH, leaseMs: timings.leaseMs })
    await each(looks, lookForLateCharge, 'a charge that was given up')
    return looks.length
  }

  async function sweepRefunds(): Promise<number> {
    const open = await claimOpenRefunds(orm, { limit: WIDTH, leaseMs: timings.leaseMs })
    await each(open, (refund) => refunds.push(refund), 'a refund')
    return open.length
  }

  async function run(): Promise<void> {
    while (!state.isStopped) {
      let pause = timings.sweepMs
      try {
        if (!state.isListening) {
          await database.listen('payments', { onPayload: wake, onGap: wake })
          state.isListening = true
        }
        pause = await sweep()
      } catch (error) {
        if (state.isStopped) return
        log.error({ err: error }, 'payments cannot be reconciled; trying again')
      }
      await sleep(pause)
    }
  }

  function wake(): void {
    state.isWoken = true
    state.wake()
  }

  async function sleep(milliseconds: number): Promise<void> {
    if (!state.isWoken && !state.isStopped)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        state.wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    state.isWoken = false
  }

  return {
    async start() {
      if (database.engine === 'pglite') await dropLeasesBefore(orm, openedAt)
      running = run()
    },
    async stop() {
      state.isStopped = true
      state.wake()
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, STOP_GRACE_MS).unref())])
    },
  }
}
