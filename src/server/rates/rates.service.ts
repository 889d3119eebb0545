import { DEFAULT_SCHEDULE, type Rates, type RateSchedule, ratesOn } from '#domain/money/rates.ts'
import { shopDay } from '#domain/time/display.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { findRates, findSchedule } from './rates.queries.ts'

const CHECK_MS = 1000

/**
 * Shipping and tax as pages show them. The schedule is cached in memory so that pages that need no database stay that
 * way. A database notification reloads it; midnight at the shop starts what was scheduled. Quotes and orders read the
 * rates with `ratesFor`, in the transaction that uses them.
 */
export function createRatesService({ orm }: Pick<Database, 'orm'>, now: () => Date) {
  let schedule: RateSchedule = DEFAULT_SCHEDULE
  let shown = JSON.stringify(current())
  let notify = () => {}

  function current(): Rates {
    return ratesOn(schedule, shopDay(now()))
  }

  function notifyIfChanged(): void {
    const found = JSON.stringify(current())
    if (found === shown) return
    shown = found
    notify()
  }

  return {
    current,

    async load(): Promise<void> {
      schedule = await findSchedule(orm)
      notifyIfChanged()
    },

    /** Calls the listener whenever other rates begin. */
    onTurn(listener: () => void): () => void {
      notify = listener
      const timer = setInterval(notifyIfChanged, CHECK_MS)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}

/** The rates of an order that is placed at this moment, as the database has them. */
export function ratesFor(orm: Orm, moment: Date): Promise<Rates> {
  return findRates(orm, shopDay(moment))
}
