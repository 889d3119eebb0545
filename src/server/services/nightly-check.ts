import type { Logger } from 'pino'
import { counted, shopDay } from '#domain/display.ts'
import { addDays } from '#domain/periods.ts'
import { shopHour, spanOfShopDays } from '#domain/shop-day.ts'
import type { Database } from '#server/db/database.ts'
import { claimCheck, finishCheck } from '#server/db/money-check.queries.ts'
import { forgetOldFormKeys } from '#server/db/order-desk.queries.ts'
import type { RaiseAlert } from '#server/payments/raise-alert.ts'
import { type MoneyReport, openDifferences } from './money-check.ts'
import type { MoneyRepairs } from './money-repairs.ts'

export type NightlyCheckParts = {
  database: Database
  check: (span: { from: Date; to: Date }) => Promise<MoneyReport>
  repairs: Pick<MoneyRepairs, 'pushOpen'>
  raiseAlert: RaiseAlert
  log: Logger
  now: () => Date
}

const HOUR_MS = 60 * 60 * 1000
/** By then the day's last payments are settled, and nobody works at the desk yet. */
const FROM_HOUR = 3
const LOOK_EVERY_MS = 5 * 60 * 1000
/** A check takes minutes at most; whoever has not finished by then is gone. */
const LEASE_MS = HOUR_MS / 2
const KEPT_FORM_KEYS_MS = 7 * 24 * HOUR_MS

/**
 * Once a night, in one of the shop's processes: yesterday's money, with an hour on either side. A process that was away
 * at night does it in the morning.
 */
export function createNightlyCheck({ database, check, repairs, raiseAlert, log, now }: NightlyCheckParts) {
  const { orm } = database
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isStopped = false

  /** Answers whether it was this one who did the night's work. */
  async function run(): Promise<boolean> {
    await repairs.pushOpen()
    if (shopHour(now()) < FROM_HOUR) return false
    const day = addDays(shopDay(now()), -1)
    if (!(await claimCheck(orm, day, LEASE_MS))) return false
    await forgetOldFormKeys(orm, new Date(now().getTime() - KEPT_FORM_KEYS_MS))
    const { from, to } = spanOfShopDays(day, day)
    const report = await check({ from: new Date(from.getTime() - HOUR_MS), to: new Date(to.getTime() + HOUR_MS) })
    const open = openDifferences(report)
    const { shop, provider, matched } = report
    await orm.transaction(async (tx) => {
      await finishCheck(tx, day, open.length, { shop, provider, matched })
      if (open.length === 0) return
      await raiseAlert(tx, {
        kind: 'money-check',
        subject: day,
        detail: `${counted(open.length, 'difference')} between our orders and the provider's payments. Please look at Money at the desk.`,
      })
    })
    return true
  }

  async function look(): Promise<void> {
    try {
      if (await run()) log.info('the money of yesterday is checked')
    } catch (error) {
      // It is tried again when the lease is over.
      log.error({ err: error }, 'the money could not be checked')
    }
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
      await running
    },
  }
}
