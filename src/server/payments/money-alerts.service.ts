import { formatCents } from '#domain/money/cents.ts'
import { DIFFERENCES } from '#domain/money/money-difference.ts'
import { counted } from '#domain/time/display.ts'
import { type Alert, type AlertKind, findRaised, type RaiseAlert } from '#server/alerts/raise-alert.ts'
import { resolveAlerts } from '#server/alerts/resolve-alerts.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import type { Difference } from './payments.views.ts'
import { insertWebhookEvent, OWN_EVENT_PREFIX } from './webhook-events.queries.ts'

export type MoneyAlertDeps = { database: Database; raiseAlert: RaiseAlert; now: () => Date }

/** Alert kinds about a single payment, order or refund, whichever check found it. */
export const DIFFERENCE_ALERTS: readonly AlertKind[] = [
  'money-without-order',
  'second-payment',
  'payment-not-due',
  'money-difference',
]
/** More than this at once have a common cause, which the first ones reveal. */
const MAX_AT_ONCE = 10
/** What became of a stuck refund. */
export const REFUSED = 'Square refused the refund.'
const ACCOUNT_SUBJECT = 'Square account'

/** Raises one alert per difference, however often it is found, and resolves it when the difference is gone. */
export function createMoneyAlerts({ database, raiseAlert, now }: MoneyAlertDeps) {
  const { orm } = database

  async function followUp(difference: Difference): Promise<void> {
    const { kind, subject } = difference
    // First queue it like a webhook event; alert the owner only if it is still open after that.
    if (kind === 'unsettled' && (await queuePayment(subject))) return
    await orm.transaction(async (tx) => {
      const known = await findRaised(tx, DIFFERENCE_ALERTS, [subject])
      if (!known.has(subject)) await raiseAlert(tx, toAlert(difference))
    })
  }

  function queuePayment(id: string): Promise<boolean> {
    const body = { data: { type: 'payment', id } }
    return insertWebhookEvent(orm, { eventId: OWN_EVENT_PREFIX + id, type: 'payment.found', body })
  }

  return {
    async followUp(open: readonly Difference[]): Promise<void> {
      const known = await findRaised(
        orm,
        DIFFERENCE_ALERTS,
        open.map(({ subject }) => subject),
      )
      const fresh = open.filter(({ subject }) => !known.has(subject))
      for (const difference of fresh.slice(0, MAX_AT_ONCE)) await followUp(difference)
    },

    raiseDay: (tx: Orm, day: string, count: number): Promise<void> =>
      raiseAlert(tx, {
        kind: 'money-check',
        subject: day,
        detail: `${counted(count, 'difference')} between our orders and Square’s payments on ${day}. Open Payouts & reconciliation to see ${count === 1 ? 'it' : 'them'}.`,
      }),

    raiseUnfinishedDay: (day: string, attempts: number, lastError: string): Promise<void> =>
      orm.transaction((tx) =>
        raiseAlert(tx, {
          kind: 'money-check-failed',
          subject: day,
          detail: `The payments of ${day} couldn’t be checked after ${attempts} tries (${lastError}). We’ll keep trying. If this continues, check Square’s status and the shop’s keys.`,
        }),
      ),

    /** One alert for all problems with the account; it's resolved once there are none. */
    followAccount: (tx: Orm, wrong: readonly string[]): Promise<void> =>
      wrong.length > 0
        ? raiseAlert(tx, {
            kind: 'square-account',
            subject: ACCOUNT_SUBJECT,
            detail: `${wrong.join(' ')} Open Settings, Payments to check again.`,
          })
        : resolveAlerts(tx, {
            kinds: ['square-account'],
            subject: ACCOUNT_SUBJECT,
            resolution: 'They match again.',
            now: now(),
          }),

    /** Within the transaction of the repair. */
    resolve: (tx: Orm, subject: string, resolution: string): Promise<void> =>
      resolveAlerts(tx, { kinds: DIFFERENCE_ALERTS, subject, resolution, now: now() }),

    resolveRefused: (tx: Orm, subject: string): Promise<void> =>
      resolveAlerts(tx, {
        kinds: ['refund-refused', 'refund-stuck'],
        subject,
        resolution: 'The refund went through.',
        now: now(),
      }),

    /** A stray payment has one refund at a time. */
    resolveStuck: (tx: Orm, paymentId: string): Promise<void> =>
      resolveAlerts(tx, { kinds: ['refund-stuck'], subject: paymentId, resolution: REFUSED, now: now() }),

    /** By us or in the provider's dashboard. */
    resolveReturned: (tx: Orm, paymentId: string): Promise<void> =>
      resolveAlerts(tx, {
        kinds: [...DIFFERENCE_ALERTS, 'refund-refused', 'refund-stuck'],
        subject: paymentId,
        resolution: 'Refunded in full.',
        now: now(),
      }),

    resolveDay: (tx: Orm, day: string, kind: AlertKind, resolution: string): Promise<void> =>
      resolveAlerts(tx, { kinds: [kind], subject: day, resolution, now: now() }),
  }
}

export type MoneyAlerts = ReturnType<typeof createMoneyAlerts>

function toAlert({ kind, subject, order, shopCents, providerCents, detail }: Difference): Alert {
  const amount = (cents: number | undefined) => (cents === undefined ? 'nothing' : formatCents(cents))
  const name = order ? `${DIFFERENCES[kind]}, order ${order.number}` : DIFFERENCES[kind]
  return {
    kind: kind === 'money-without-order' ? kind : 'money-difference',
    subject,
    detail: `${name}: shop ${amount(shopCents)}, Square ${amount(providerCents)}. ${detail} Open Payouts & reconciliation to fix it.`,
  }
}

/** The refund of a payment that no order takes was refused. */
export function refusedReturn(
  { squarePaymentId, amountCents }: { squarePaymentId: string; amountCents: number },
  code: string,
): Alert {
  return {
    kind: 'refund-refused',
    subject: squarePaymentId,
    detail: `Square answered ${code} to a refund of ${formatCents(amountCents)}. No money was refunded. Open Payouts & reconciliation to try again.`,
  }
}
