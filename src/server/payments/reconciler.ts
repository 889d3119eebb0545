import type { Logger } from 'pino'
import { isOrderNumber } from '#domain/order-number.ts'
import type { Database } from '#server/db/database.ts'
import { findOrderByNumber } from '#server/db/orders.queries.ts'
import {
  claimOpenAttempts,
  claimOpenRefunds,
  dropLeasesBefore,
  listWaitingEvents,
  markEventProcessed,
  markMissing,
  type OpenAttempt,
  type WebhookEventRow,
} from '#server/db/payments.queries.ts'
import type { RefundService } from '#server/services/refunds.ts'
import type { PaymentGateway, ProviderPayment } from './gateway.ts'
import type { PaymentTimings } from './payment-timings.ts'
import type { RaiseAlert } from './raise-alert.ts'
import type { Settlement } from './settlement.ts'

export type ReconcilerParts = {
  database: Database
  gateway: PaymentGateway
  settlement: Settlement
  refunds: RefundService
  raiseAlert: RaiseAlert
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
const STOP_GRACE_MS = 10_000

/**
 * Brings orders and money together when whoever began a payment could not: it looks at the provider what became of it,
 * and never sends a charge itself. A charge sent this late would be a first one if the original never left.
 */
export function createReconciler(parts: ReconcilerParts): Reconciler {
  const { database, gateway, settlement, refunds, raiseAlert, timings, log } = parts
  const { orm } = database
  /** The shop opens before its workers start: a charge that is younger than this is under way in this very process. */
  const openedAt = new Date()
  const state = { isStopped: false, isListening: false, isWoken: false, wake: () => {} }
  let running = Promise.resolve()

  async function lookInto(attempt: OpenAttempt): Promise<void> {
    const payments = await lookUp(attempt)
    if (payments.length > 0) {
      for (const payment of payments) await apply(attempt.orderId, payment)
      return
    }
    const missingMs = await markMissing(orm, attempt.id, timings.sweepMs)
    await orm.transaction((tx) => settlement.sayPending(tx, attempt.orderId))
    if (missingMs < timings.missingMs) return
    // From here on it cannot be captured, so that one last look is enough.
    await gateway.cancelByKey(attempt.id)
    const late = await lookUp(attempt)
    if (late.length > 0) for (const payment of late) await apply(attempt.orderId, payment)
    else await orm.transaction((tx) => settlement.close(tx, attempt.orderId, { state: 'abandoned' }))
  }

  function lookUp({ orderNumber, amountCents, createdAt }: OpenAttempt): Promise<ProviderPayment[]> {
    return gateway.findPaymentsOf({ number: orderNumber, amountCents, createdAt })
  }

  async function apply(orderId: string, payment: ProviderPayment): Promise<void> {
    if (payment.status === 'COMPLETED') await orm.transaction((tx) => settlement.accept(tx, orderId, payment))
    if (payment.status === 'FAILED' || payment.status === 'CANCELED')
      await orm.transaction((tx) => settlement.close(tx, orderId, { state: 'declined' }))
  }

  /** An event only says where to look: what it says about money is never believed. */
  async function handle(event: WebhookEventRow): Promise<void> {
    const subject = subjectOf(event.body)
    if (subject?.kind === 'payment') await handlePayment(subject.id)
    if (subject?.kind === 'refund') await refunds.check(subject.id)
    await markEventProcessed(orm, event.eventId)
  }

  async function handlePayment(paymentId: string): Promise<void> {
    const payment = await gateway.findPayment(paymentId)
    // Other sales of the same seller are none of our business, and a card that was declined has told its buyer so.
    if (!payment?.referenceId || !isOrderNumber(payment.referenceId) || payment.status !== 'COMPLETED') return
    const order = await findOrderByNumber(orm, payment.referenceId)
    if (order) await apply(order.id, payment)
    else
      await orm.transaction((tx) =>
        raiseAlert(tx, {
          kind: 'money-without-order',
          subject: payment.id,
          detail: `Payment ${payment.id} names order ${payment.referenceId}, which this shop has not made.`,
        }),
      )
  }

  /** One that fails is tried again at the next look; the others go on. */
  async function each<T>(items: readonly T[], work: (item: T) => Promise<void>, what: string): Promise<void> {
    await Promise.all(
      items.map((item) =>
        work(item).catch((error: unknown) => log.warn({ err: error }, `${what} could not be settled`)),
      ),
    )
  }

  /** Answers whether more may be waiting than was looked at. */
  async function sweep(): Promise<boolean> {
    const events = await listWaitingEvents(orm, WIDTH)
    await each(events, handle, 'an event of the provider')
    const attempts = await claimOpenAttempts(orm, { limit: WIDTH, leaseMs: timings.leaseMs })
    await each(attempts, lookInto, 'an open charge')
    const open = await claimOpenRefunds(orm, { limit: WIDTH, leaseMs: timings.sweepMs })
    await each(open, (refund) => refunds.push(refund), 'a refund')
    return Math.max(events.length, attempts.length, open.length) === WIDTH
  }

  async function run(): Promise<void> {
    while (!state.isStopped) {
      let pause = timings.sweepMs
      try {
        if (!state.isListening) {
          await database.listen('payments', { onPayload: wake, onGap: wake })
          state.isListening = true
        }
        pause = (await sweep()) ? BUSY_PAUSE_MS : timings.sweepMs
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

function subjectOf(body: unknown): { kind: 'payment' | 'refund'; id: string } | undefined {
  const { data } = body as { data?: { type?: unknown; id?: unknown } }
  const isKnown = data?.type === 'payment' || data?.type === 'refund'
  return isKnown && typeof data?.id === 'string' ? { kind: data.type as 'payment' | 'refund', id: data.id } : undefined
}
