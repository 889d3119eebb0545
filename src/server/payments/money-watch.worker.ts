import type { Logger } from 'pino'
import { forgetOldFormKeys } from '#server/orders/order-desk.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { MoneyAlerts } from './money-alerts.service.ts'
import { openDifferences } from './money-check.service.ts'
import { claimPeriodicJob } from './money-days.queries.ts'
import type { MoneyDays } from './money-days.service.ts'
import type { MoneyReport } from './payments.views.ts'

export type MoneyWatchDeps = {
  database: Database
  check: (span: { from: Date; to: Date }) => Promise<MoneyReport>
  days: MoneyDays
  alerts: MoneyAlerts
  log: Logger
  now: () => Date
}

const MINUTE_MS = 60_000
const LOOK_EVERY_MS = MINUTE_MS
const COMPARE_EVERY_MS = 5 * MINUTE_MS
/** An hour, and as long as something may take to be settled: nothing slips through between two looks. */
const COMPARED_MS = 75 * MINUTE_MS
const RECHECK_EVERY_MS = 30 * MINUTE_MS
const CLEAN_EVERY_MS = 60 * MINUTE_MS
const STOP_GRACE_MS = 10_000
const KEPT_FORM_KEYS_MS = 7 * 24 * 60 * MINUTE_MS

/**
 * Watches over the money in the background: the last hour every few minutes and each day once, in one process at a time.
 * Each piece of work fails on its own; the next look tries it again.
 */
export function createMoneyWatch({ database, check, days, alerts, log, now }: MoneyWatchDeps) {
  const { orm } = database
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isStopped = false

  async function compareLastHour(): Promise<void> {
    const to = now()
    const report = await check({ from: new Date(to.getTime() - COMPARED_MS), to })
    await alerts.followUp(openDifferences(report))
  }

  const work: readonly { what: string; everyMs?: number; run: () => Promise<unknown> }[] = [
    { what: 'money of the last hour', everyMs: COMPARE_EVERY_MS, run: compareLastHour },
    { what: 'money of each day', run: () => days.run() },
    {
      what: 'days with differences',
      everyMs: RECHECK_EVERY_MS,
      run: () => days.recheck({ uncheckedForMs: RECHECK_EVERY_MS }),
    },
    {
      what: 'old form keys',
      everyMs: CLEAN_EVERY_MS,
      run: () => forgetOldFormKeys(orm, new Date(now().getTime() - KEPT_FORM_KEYS_MS)),
    },
  ]

  /** All that is due, one after the other. */
  async function run(): Promise<void> {
    for (const { what, everyMs, run: carryOut } of work) {
      if (isStopped) return
      try {
        if (everyMs === undefined || (await claimPeriodicJob(orm, what, everyMs))) await carryOut()
      } catch (error) {
        log.warn({ err: error, what }, 'the watch over the money could not do this; trying again')
      }
    }
  }

  async function look(): Promise<void> {
    await run()
    if (isStopped) return
    timer = setTimeout(start, LOOK_EVERY_MS)
    timer.unref()
  }

  function start(): void {
    running = look()
  }

  return {
    run,
    start,
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, STOP_GRACE_MS).unref())])
    },
  }
}
