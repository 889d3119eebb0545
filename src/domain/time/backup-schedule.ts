import { shopDay } from './display.ts'
import { addDays } from './periods.ts'
import { fromShopTime } from './shop-time.ts'

const HOUR_MS = 60 * 60 * 1000

/** When the shop sleeps. The hour exists on the days the clocks change as well. */
const NIGHTLY_AT = '03:00'
/** A night may fail and be made up for in the evening; two in a row may not. */
const STALE_AFTER_HOURS = 36

/** Returns true if there is no backup since last night's hour: also one that a sleeping laptop has missed. */
export function isBackupDue(newestAt: Date | undefined, now: Date): boolean {
  return newestAt === undefined || newestAt < lastNight(now)
}

/** Returns true if what would be lost with the machine is more than a day's work. */
export function isBackupStale(newestAt: Date, now: Date): boolean {
  return now.getTime() - newestAt.getTime() > STALE_AFTER_HOURS * HOUR_MS
}

function lastNight(now: Date): Date {
  const today = shopDay(now)
  const hour = nightlyHour(today)
  return hour <= now ? hour : nightlyHour(addDays(today, -1))
}

function nightlyHour(day: string): Date {
  const hour = fromShopTime(`${day}T${NIGHTLY_AT}`)
  if (!hour) throw new Error(`there is no ${NIGHTLY_AT} on ${day}`)
  return hour
}
