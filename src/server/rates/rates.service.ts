import { DEFAULT_SCHEDULE, type Rates, ratesOn } from '#domain/money/rates.ts'
import { shopDay } from '#domain/time/display.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { createLiveValue, type LiveValue } from '#server/platform/settings/live-value.ts'
import { findRates, findSchedule } from './rates.queries.ts'

/**
 * Shipping and tax as pages show them; scheduled rates start at midnight shop time. Quotes and orders read the rates
 * with `ratesFor`, in the transaction that uses them.
 */
export function createRatesService({ orm }: Pick<Database, 'orm'>, now: () => Date): LiveValue<Rates> {
  return createLiveValue({
    initial: DEFAULT_SCHEDULE,
    find: () => findSchedule(orm),
    shownNow: (schedule) => ratesOn(schedule, shopDay(now())),
  })
}

/** The rates of an order placed at this moment, from the database. */
export function ratesFor(orm: Orm, moment: Date): Promise<Rates> {
  return findRates(orm, shopDay(moment))
}
