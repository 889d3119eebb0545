import { type BackOff, backOffMs } from '#domain/time/back-off.ts'
import { shopDay } from '#domain/time/display.ts'
import { addDays } from '#domain/time/periods.ts'
import { shopHour, spanOfShopDays } from '#domain/time/shop-day.ts'
import type { Database } from '#server/platform/db/database.ts'
import { defineQueue } from '#server/platform/worker/queue.ts'
import type { MoneyAlerts } from './money-alerts.service.ts'
import { openDifferences } from './money-check.service.ts'
import {
  addDaysToCheck,
  type ClaimedDay,
  claimDays,
  findFirstPayment,
  findLastDay,
  finishDay,
  listAlertedDays,
  moneyDayDepth,
  postponeDay,
  reopenDays,
} from './money-days.queries.ts'
import type { MoneyReport } from './payments.views.ts'

export type MoneyDayDeps = {
  database: Database
  check: (span: { from: Date; to: Date }) => Promise<MoneyReport>
  alerts: MoneyAlerts
  now: () => Date
}

const MINUTE_MS = 60_000
/** By then the day's last payments are settled, and the desk is not staffed yet. */
const FROM_HOUR = 3
/** A check takes minutes at most, so a process that exceeds this has died. */
const LEASE_MS = 30 * MINUTE_MS
/** A day is retried forever, because its money is real. */
const RETRY: BackOff = { firstMs: 10 * MINUTE_MS, longestMs: 6 * 60 * MINUTE_MS, maxAttempts: Infinity }
const ALERT_AFTER = 3
/** The provider lists payments this far back by default. */
const MAX_DAYS_BACK = 366
const MAX_RECHECKED = 3
/**
 * A day's early check is noticed from this many days before its turn, when its time is still ahead. Not at any distance:
 * while the clock is behind, every check is ahead.
 */
const REOPENED_DAYS_AHEAD = 7

/**
 * Every shop day is checked once, in order, from the last one queued through yesterday. A failed day waits for its
 * retry while later days go on.
 */
export function createMoneyDays({ database, check, alerts, now }: MoneyDayDeps) {
  const { orm } = database

  function lastDay(at: Date): string {
    return addDays(shopDay(at), shopHour(at) < FROM_HOUR ? -2 : -1)
  }

  async function queueDays(): Promise<void> {
    const at = now()
    const last = lastDay(at)
    await reopenDays(orm, addDays(last, REOPENED_DAYS_AHEAD), at)
    const known = await findLastDay(orm, last)
    const first = known ? undefined : await findFirstPayment(orm)
    const wanted = known ? addDays(known, 1) : first ? shopDay(first) : last
    const earliest = addDays(shopDay(at), -MAX_DAYS_BACK)
    const days: string[] = []
    for (let day = wanted > earliest ? wanted : earliest; day <= last; day = addDays(day, 1)) days.push(day)
    await addDaysToCheck(orm, days)
  }

  async function checkDay(day: string): Promise<void> {
    const report = await check(spanOfShopDays(day, day))
    const { shop, provider, matched, explained } = report
    const count = openDifferences(report).length
    await orm.transaction(async (tx) => {
      const summary = { shop, provider, matched, explained }
      await finishDay(tx, day, { differenceCount: count, summary, at: now() })
      await alerts.resolveDay(tx, day, 'money-check-failed', 'The check has finished.')
      if (count > 0) await alerts.raiseDay(tx, day, count)
      else await alerts.resolveDay(tx, day, 'money-check', 'No differences remain.')
    })
  }

  const queue = defineQueue<ClaimedDay>({
    name: 'money_checks',
    depth: moneyDayDepth,
    // An error on one day usually affects the next one too, so the rest waits for the next sweep.
    pace: { everyMs: MINUTE_MS, busyMs: 0, failingMs: MINUTE_MS },
    lease: { limit: 1, leaseMs: LEASE_MS },
    prepare: queueDays,
    claim: (lease) => claimDays(orm, lease, lastDay(now())),
    describe: ({ day, attempts }) => ({ day, attempts }),
    work: async ({ day }) => checkDay(day),
    retry: {
      delayMs: ({ attempts }) => backOffMs(attempts, RETRY),
      async postpone({ day, attempts }, failure) {
        await postponeDay(orm, day, failure)
        if (attempts >= ALERT_AFTER) await alerts.raiseUnfinishedDay(day, attempts, failure.lastError)
      },
    },
  })

  return {
    queue,

    /**
     * Checks days with an open alert again, after a repair and periodically, to resolve the alert once its cause is
     * gone.
     */
    async recheck({ uncheckedForMs = 0 } = {}): Promise<void> {
      const days = await listAlertedDays(orm, { kind: 'money-check', uncheckedForMs, limit: MAX_RECHECKED })
      const failures: unknown[] = []
      // A day that can't be checked doesn't hold up the others.
      for (const day of days) await checkDay(day).catch((error: unknown) => failures.push(error))
      if (failures.length > 0) throw new AggregateError(failures, 'days with differences could not be checked again')
    },
  }
}

export type MoneyDays = ReturnType<typeof createMoneyDays>
