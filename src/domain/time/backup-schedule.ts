import { shopDay } from './display.ts'
import { addDays } from './periods.ts'
import { fromShopTime } from './shop-time.ts'

const HOUR_MS = 60 * 60 * 1000

/** A quiet hour that also exists on the days when daylight saving time starts and ends. */
const NIGHTLY_AT = '03:00'
/** Tolerates one failed night if it's made up for later that day, but not two in a row. */
const STALE_AFTER_HOURS = 36

/** The clocks of two machines never agree exactly. */
const CLOCK_SKEW_MS = 5 * 60 * 1000

/** Returns true if this date came from a wrong clock, so it can't be used to tell how old something is. */
export function isInFuture(at: Date, now: Date): boolean {
  return at.getTime() - now.getTime() > CLOCK_SKEW_MS
}

/** Returns the newest backup whose date can be right. */
export function newestBackup<Backup extends { at: Date }>(backups: readonly Backup[], now: Date): Backup | undefined {
  return backups
    .filter(({ at }) => !isInFuture(at, now))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())[0]
}

/** Returns true if there is no backup since the last nightly run, including one missed while the machine was asleep. */
export function isBackupDue(newestAt: Date | undefined, now: Date): boolean {
  return newestAt === undefined || isInFuture(newestAt, now) || newestAt < lastNight(now)
}

/** Returns true if losing the machine may lose more than a day's work. */
export function isBackupStale(newestAt: Date, now: Date): boolean {
  return isInFuture(newestAt, now) || now.getTime() - newestAt.getTime() > STALE_AFTER_HOURS * HOUR_MS
}

function lastNight(now: Date): Date {
  const today = shopDay(now)
  const hour = nightlyHour(today)
  return hour <= now ? hour : nightlyHour(addDays(today, -1))
}

function nightlyHour(day: string): Date {
  const hour = fromShopTime(`${day}T${NIGHTLY_AT}`)
  if (!hour) throw new Error(`${NIGHTLY_AT} doesn't exist on ${day}`)
  return hour
}
