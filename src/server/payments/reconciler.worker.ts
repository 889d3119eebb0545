import { paymentReference } from '#domain/money/payment-reference.ts'
import { isTaken, paymentOutcome } from '#domain/money/payment-status.ts'
import type { Database } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { defineQueue, type Queue } from '#server/platform/worker/queue.ts'
import type { PaymentGateway, ProviderPayment } from './gateway.ts'
import { PAYMENT_BATCH, type PaymentTimings } from './payment-timings.ts'
import {
  claimDueLooks,
  claimOpenAttempts,
  dropLeasesBefore,
  type DueLook,
  finishLook,
  lateChargeDepth,
  markMissing,
  type OpenAttempt,
  openChargeDepth,
} from './payments.queries.ts'
import type { Settlement } from './settlement.service.ts'

export type ReconcilerDeps = {
  database: Database
  gateway: PaymentGateway
  settlement: Settlement
  timings: PaymentTimings
}

/** The provider's listing may lag by this much, so each search starts this long before the end of the previous one. */
const LISTING_LAG_MS = 10 * 60_000

/**
 * Settles payments whose process could not: it looks up their outcome at the provider and never sends a charge. If the
 * original was never sent, a charge sent this late would be a new one.
 */
export function createReconciler({ database, gateway, settlement, timings }: ReconcilerDeps): Queue[] {
  const { orm } = database
  /** The shop opens before its workers start, so a younger charge is in progress in this very process. */
  const openedAt = new Date()

  async function resolveOpenCharge(attempt: OpenAttempt): Promise<void> {
    const { id, createdAt } = attempt
    const payments = await lookUp(attempt, createdAt)
    if (payments.length > 0) {
      for (const payment of payments) await apply(attempt, payment)
      return
    }
    const missingMs = await markMissing(orm, id, timings.sweepMs)
    await inTransaction(orm, (tx) => settlement.notifyPending(tx, attempt))
    if (missingMs < timings.missingMs) return
    await gateway.cancelByKey(id)
    const late = await lookUp(attempt, createdAt)
    if (late.length > 0) for (const payment of late) await apply(attempt, payment)
    else await inTransaction(orm, (tx) => settlement.close(tx, attempt, { state: 'abandoned', mayArriveLate: true }))
  }

  /** The buyer was told that nothing was charged, so any payment captured since is refunded. */
  async function lookForLateCharge(attempt: DueLook): Promise<void> {
    const since = attempt.lookedAt ? new Date(attempt.lookedAt.getTime() - LISTING_LAG_MS) : attempt.createdAt
    for (const payment of await lookUp(attempt, since)) await apply(attempt, payment)
    await finishLook(orm, attempt.id, { upTo: attempt.claimedAt, nextMs: timings.lateLooksMs[attempt.looks + 1] })
  }

  /** Captured payments first, because they decide the outcome. */
  async function lookUp(attempt: OpenAttempt, since: Date): Promise<ProviderPayment[]> {
    const payments = await gateway.findPaymentsOf({ reference: paymentReference(attempt), since })
    return payments.toSorted((a, b) => Number(isTaken(b)) - Number(isTaken(a)))
  }

  async function apply(attempt: OpenAttempt, payment: ProviderPayment): Promise<void> {
    const outcome = paymentOutcome(payment.status)
    if (outcome === 'taken') await inTransaction(orm, (tx) => settlement.accept(tx, attempt, payment))
    if (outcome === 'not-taken')
      await inTransaction(orm, (tx) => settlement.close(tx, attempt, { state: 'declined', mayArriveLate: true }))
  }

  const settings = {
    pace: { everyMs: timings.sweepMs },
    lease: { limit: PAYMENT_BATCH, leaseMs: timings.leaseMs },
    describe: ({ orderNumber }: OpenAttempt) => ({ order: orderNumber }),
  }
  // No back-off: an open charge is checked until it is closed, and a late one on the schedule in its row.
  return [
    defineQueue({
      ...settings,
      name: 'open_charges',
      depth: openChargeDepth,
      claim: (lease) => claimOpenAttempts(orm, lease),
      work: resolveOpenCharge,
      releaseStale: () => dropLeasesBefore(orm, openedAt),
    }),
    defineQueue({
      ...settings,
      name: 'late_charges',
      depth: lateChargeDepth,
      claim: (lease) => claimDueLooks(orm, lease),
      work: lookForLateCharge,
    }),
  ]
}
