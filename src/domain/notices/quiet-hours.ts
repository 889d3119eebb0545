import { shopDay } from '../time/display.ts'
import { addDays } from '../time/periods.ts'
import { shopHour } from '../time/shop-day.ts'
import { fromShopTime } from '../time/shop-time.ts'

/** Full hours on the shop's clock, for example from 22 to 7. */
export type QuietHours = { from: number; to: number }

/** Until when to wait; undefined if it isn't quiet. */
export function quietUntil(now: Date, quiet: QuietHours | null): Date | undefined {
  if (!quiet) return undefined
  const { from, to } = quiet
  const hour = shopHour(now)
  const isOverMidnight = from > to
  const isQuiet = isOverMidnight ? hour >= from || hour < to : hour >= from && hour < to
  if (!isQuiet) return undefined
  const today = shopDay(now)
  return atHour(isOverMidnight && hour >= from ? addDays(today, 1) : today, to)
}

/** Sent late if the shop was down, but not in the evening. */
const SUMMARY_WINDOW_HOURS = 4

/** Returns true from the chosen hour on, on the shop's clock. */
export function isSummaryTime(now: Date, summaryHour: number): boolean {
  const hour = shopHour(now)
  return hour >= summaryHour && hour < summaryHour + SUMMARY_WINDOW_HOURS
}

/** The moment at which the hour begins, or the next one if the clocks skip it. */
function atHour(day: string, hour: number): Date | undefined {
  const at = (text: number) => fromShopTime(`${day}T${String(text).padStart(2, '0')}:00`)
  return at(hour) ?? at(hour + 1)
}
