import { formatCents } from '#domain/money/cents.ts'
import { paymentReference } from '#domain/money/payment-reference.ts'
import { isOpenAttempt } from '#domain/money/payment-states.ts'
import { isTaken, paymentOutcome } from '#domain/money/payment-status.ts'
import { isRaised, type RaiseAlert } from '#server/alerts/raise-alert.ts'
import { resolveAlerts } from '#server/alerts/resolve-alerts.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { defineQueue, type Queue } from '#server/platform/worker/queue.ts'
import type { PaymentGateway, ProviderPayment } from './gateway.ts'
import { PAYMENT_BATCH, type PaymentTimings } from './payment-timings.ts'
import {
  claimDueLooks,
  claimOpenAttempts,
  dropLeasesBefore,
  type DueLook,
  findAttempt,
  finishLook,
  lateChargeDepth,
  listSettledSubjects,
  markMissing,
  type OpenAttempt,
  type OpenCharge,
  openChargeDepth,
} from './payments.queries.ts'
import type { Settlement } from './settlement.service.ts'

export type ReconcilerDeps = {
  database: Database
  gateway: PaymentGateway
  settlement: Settlement
  raiseAlert: RaiseAlert
  timings: PaymentTimings
  now: () => Date
}

/** The provider's listing may lag by this much, so each search starts this long before the end of the previous one. */
const LISTING_LAG_MS = 10 * 60_000
/** An open charge keeps bottles and codes reserved, so the owner should know. */
const ALERT_AFTER_MS = 15 * 60_000

/**
 * Settles payments whose process could not: it looks up their outcome at the provider and never sends a charge. If the
 * original was never sent, a charge sent this late would be a new one.
 */
export function createReconciler(deps: ReconcilerDeps): Queue[] {
  const { database, gateway, settlement, raiseAlert, timings, now } = deps
  const { orm } = database
  /** The shop opens before its workers start, so a younger charge is in progress in this very process. */
  const openedAt = new Date()

  /** Whatever the lookup finds, and also if it fails: the longer Square is away, the more the buyer needs to know. */
  async function resolveOpenCharge(charge: OpenCharge): Promise<void> {
    try {
      await lookForOutcome(charge)
    } finally {
      await inTransaction(orm, (tx) => notifyIfOpen(tx, charge))
    }
  }

  async function lookForOutcome(attempt: OpenCharge): Promise<void> {
    const { id, createdAt } = attempt
    const payments = await lookUp(attempt, createdAt)
    if (payments.length > 0) {
      for (const payment of payments) await apply(attempt, payment)
      return
    }
    if ((await markMissing(orm, id, timings.sweepMs)) < timings.missingMs) return
    await gateway.cancelByKey(id)
    const late = await lookUp(attempt, createdAt)
    if (late.length > 0) for (const payment of late) await apply(attempt, payment)
    else await inTransaction(orm, (tx) => settlement.close(tx, attempt, { state: 'abandoned', mayArriveLate: true }))
  }

  /** Notifies the buyer once, and later the owner. */
  async function notifyIfOpen(tx: Orm, charge: OpenCharge): Promise<void> {
    const { orderId, attemptNo, orderNumber, openMs } = charge
    // Takes the order's lock, so the charge stays as it's read below.
    await settlement.notifyPending(tx, charge)
    if (openMs < ALERT_AFTER_MS) return
    const attempt = await findAttempt(tx, orderId, attemptNo)
    if (!attempt || !isOpenAttempt(attempt.state) || (await isRaised(tx, 'payment-open', orderNumber))) return
    // Those of a request go back when it is withdrawn.
    const reserved = attempt.requestId === null ? ' Until we do, its bottles stay reserved.' : ''
    await raiseAlert(tx, {
      kind: 'payment-open',
      subject: orderNumber,
      detail: `We don’t know yet whether the payment of ${formatCents(attempt.amountCents)} for order ${orderNumber} went through.${reserved} We’ll keep asking. If this continues, check Square’s status, and look for the payment there.`,
    })
  }

  /** Settled by whoever heard of the outcome first, which may be a webhook or the owner. */
  async function resolveSettled(): Promise<void> {
    for (const subject of await listSettledSubjects(orm, 'payment-open'))
      await resolveAlerts(orm, {
        kinds: ['payment-open'],
        subject,
        resolution: 'We know the outcome now.',
        now: now(),
      })
  }

  /**
   * The buyer was told that nothing was charged, so any payment captured since is refunded. A search that fails counts,
   * too: the next one covers its time, and the searches end.
   */
  async function lookForLateCharge(attempt: DueLook): Promise<void> {
    // A search in the future was recorded while the clock was ahead, and covered nothing after the true time.
    const lookedAt = attempt.lookedAt && attempt.lookedAt <= attempt.claimedAt ? attempt.lookedAt : null
    const since = lookedAt ? new Date(lookedAt.getTime() - LISTING_LAG_MS) : attempt.createdAt
    let upTo = lookedAt
    try {
      for (const payment of await lookUp(attempt, since)) await apply(attempt, payment)
      upTo = attempt.claimedAt
    } finally {
      await finishLook(orm, attempt.id, { upTo, nextMs: timings.lateLooksMs[attempt.looks + 1] })
    }
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
      prepare: resolveSettled,
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
