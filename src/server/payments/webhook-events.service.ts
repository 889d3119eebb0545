import type { Logger } from 'pino'
import { z } from 'zod'
import { formatCents } from '#domain/money/cents.ts'
import { readPaymentReference } from '#domain/money/payment-reference.ts'
import { isFullyRefunded, isTaken } from '#domain/money/payment-status.ts'
import { backOffMs } from '#domain/time/back-off.ts'
import type { RaiseAlert } from '#server/alerts/raise-alert.ts'
import { findOrderByNumber } from '#server/orders/orders.service.ts'
import type { Database } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { defineQueue, type Queue } from '#server/platform/worker/queue.ts'
import { type PaymentGateway, ProviderAway, type ProviderPayment, ProviderRefusal } from './gateway.ts'
import type { MoneyAlerts } from './money-alerts.service.ts'
import { findTaken } from './money-check.queries.ts'
import { PAYMENT_BATCH, type PaymentTimings } from './payment-timings.ts'
import { isRecorded } from './payments.queries.ts'
import type { RefundService } from './refunds.service.ts'
import type { Settlement } from './settlement.service.ts'
import { findStrayByProviderId } from './stray-refunds.queries.ts'
import type { StrayRefundService } from './stray-refunds.service.ts'
import {
  markEventDead,
  claimDueEvents,
  type ClaimedEvent,
  eventDepth,
  markEventDone,
  postponeEvent,
} from './webhook-events.queries.ts'

export type WebhookEventDeps = {
  database: Database
  gateway: PaymentGateway
  settlement: Settlement
  refunds: Pick<RefundService, 'check'>
  strayRefunds: Pick<StrayRefundService, 'push'>
  raiseAlert: RaiseAlert
  alerts: Pick<MoneyAlerts, 'resolveReturned'>
  timings: PaymentTimings
  log: Logger
}

/** One alert for all of them: the desk lists each event, and a hundred emails would say no more. */
export const STUCK_EVENTS = 'Messages from Square'

/** Pause if nothing could be settled: the other events are still due, but the provider may be down. */
const FAILING_PAUSE_MS = 1000

const subjectSchema = z.object({
  data: z.object({ type: z.enum(['payment', 'refund']), id: z.string().regex(/^[\w-]{1,192}$/) }),
})

/**
 * The queue of webhook events. Each is leased while it is handled, backs off after each failure, and ends as a dead
 * letter. However many fail, the others are handled, and the provider is queried a bounded number of times about each.
 */
export function createWebhookEventQueue(deps: WebhookEventDeps): Queue {
  const { database, gateway, settlement, refunds, strayRefunds, raiseAlert, alerts, timings, log } = deps
  const { orm } = database

  /** An event only says what to look up: its content is never trusted. */
  async function handle({ body }: ClaimedEvent): Promise<void> {
    const { data: event } = subjectSchema.safeParse(body)
    // Another kind of subject, or unreadable: nothing to look up, now or later.
    if (!event) return
    const { type, id } = event.data
    try {
      if (type === 'refund') await handleRefund(id)
      else await handlePayment(id)
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error
      log.warn({ err: error, subject: id }, 'payment provider rejected the lookup')
    }
  }

  async function handleRefund(refundId: string): Promise<void> {
    const stray = await findStrayByProviderId(orm, refundId)
    if (stray) await strayRefunds.push(stray)
    else await refunds.check(refundId)
  }

  async function handlePayment(paymentId: string): Promise<void> {
    // Settled already, as most are when their events arrive. What happens to it later are refunds, with events of their own.
    if (await isRecorded(orm, paymentId)) return
    const payment = await gateway.findPayment(paymentId)
    // Ignore the seller's other sales, and declined cards, which buyers already saw at checkout.
    const named = readPaymentReference(payment?.referenceId)
    if (!payment || !named || !isTaken(payment)) return
    if (isFullyRefunded(payment) && (await isReturnedStray(payment))) return
    const order = await findOrderByNumber(orm, named.orderNumber)
    await inTransaction(orm, (tx) =>
      order
        ? settlement.accept(tx, { orderId: order.id, attemptNo: named.attemptNo }, payment)
        : raiseAlert(tx, {
            kind: 'money-without-order',
            subject: payment.id,
            detail: `Payment ${payment.id} of ${formatCents(payment.amountCents)} names order ${payment.referenceId}, which isn’t one of ours. Open Payouts & reconciliation to refund it.`,
          }),
    )
  }

  /** Returns true if the payment belongs to no order and was refunded in full, by us or in the provider's dashboard. */
  async function isReturnedStray({ id }: ProviderPayment): Promise<boolean> {
    const [taken] = await findTaken(orm, [id])
    if (taken) return false
    await alerts.resolveReturned(orm, id)
    return true
  }

  async function markDead(event: ClaimedEvent, lastError: string): Promise<void> {
    await orm.transaction(async (tx) => {
      if (!(await markEventDead(tx, event, lastError))) return
      await raiseAlert(tx, {
        kind: 'event-stuck',
        subject: STUCK_EVENTS,
        detail: `Square told us about a payment or refund, and we couldn’t process it after ${event.attempts} tries. Open Payouts & reconciliation, look under Stuck, and try it again or close it.`,
      })
    })
  }

  return defineQueue({
    name: 'webhook_events',
    depth: eventDepth,
    channel: 'webhook_events',
    pace: { everyMs: timings.sweepMs, failingMs: Math.min(FAILING_PAUSE_MS, timings.sweepMs) },
    lease: { limit: PAYMENT_BATCH, leaseMs: timings.leaseMs },
    claim: (lease) => claimDueEvents(orm, lease),
    describe: ({ eventId, attempts }) => ({ event: eventId, attempts }),
    work: handle,
    record: (event) => markEventDone(orm, event),
    retry: {
      // Counted apart: after a long outage of the provider, one fault of our own must not be the last.
      delayMs: (event, error) =>
        isFault(error)
          ? backOffMs(event.faults + 1, timings.eventFaultRetry)
          : backOffMs(awayAttempts(event), timings.eventRetry),
      postpone: (event, { error, ...failure }) => postponeEvent(orm, event, { ...failure, isFault: isFault(error) }),
      deadLetter: { isExhausted: (event) => awayAttempts(event) > timings.eventRetry.maxAttempts, markDead },
    },
  })
}

/** Those that found the provider away, or crashed their process. */
function awayAttempts({ attempts, faults }: ClaimedEvent): number {
  return attempts - faults
}

function isFault(error: unknown): boolean {
  return !(error instanceof ProviderAway)
}
