import type { Database } from '#server/platform/db/database.ts'
import { definePeriodicJob } from '#server/platform/worker/periodic-job.ts'
import type { Queue } from '#server/platform/worker/queue.ts'
import type { MoneyAlerts } from './money-alerts.service.ts'
import { openDifferences } from './money-check.service.ts'
import type { MoneyDays } from './money-days.service.ts'
import type { MoneyReport } from './payments.views.ts'

export type MoneyWatchDeps = {
  database: Database
  check: (span: { from: Date; to: Date }) => Promise<MoneyReport>
  days: MoneyDays
  alerts: MoneyAlerts
  now: () => Date
}

const MINUTE_MS = 60_000
const COMPARE_EVERY_MS = 5 * MINUTE_MS
/** An hour plus the time a payment may take to settle, so nothing is missed between comparisons. */
const COMPARED_MS = 75 * MINUTE_MS
const RECHECK_EVERY_MS = 30 * MINUTE_MS

/** Checks the money in the background, in one process at a time: the last hour every few minutes, and each day once. */
export function createMoneyWatch({ database, check, days, alerts, now }: MoneyWatchDeps): Queue[] {
  async function compareLastHour(): Promise<void> {
    const to = now()
    const report = await check({ from: new Date(to.getTime() - COMPARED_MS), to })
    await alerts.followUp(openDifferences(report))
  }

  return [
    definePeriodicJob({ database, name: 'money_last_hour', everyMs: COMPARE_EVERY_MS, run: compareLastHour }),
    days.queue,
    definePeriodicJob({
      database,
      name: 'money_recheck',
      everyMs: RECHECK_EVERY_MS,
      run: () => days.recheck({ uncheckedForMs: RECHECK_EVERY_MS }),
    }),
  ]
}
