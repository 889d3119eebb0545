import { dateFormatter } from './date-formatter.ts'
import { SHOP_TIME_ZONE } from './display.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Two days, so the age of an overdue backup is shown in hours. */
const MAX_HOURS = 48

/** "just now", "12 min ago", "11 h ago", then "Nov 14", or "Nov 14, 2025" in another year. */
export function timeAgo(date: Date, now: Date, maxHours = MAX_HOURS): string {
  const age = now.getTime() - date.getTime()
  if (age < MINUTE_MS) return 'just now'
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`
  if (age < maxHours * HOUR_MS) return `${Math.floor(age / HOUR_MS)} h ago`
  return yearOf(date) === yearOf(now) ? dayOf(date) : dayAndYearOf(date)
}

const DAY = { month: 'short', day: 'numeric' } as const
const yearOf = dateFormatter('en-US', { year: 'numeric', timeZone: SHOP_TIME_ZONE })
const dayOf = dateFormatter('en-US', { ...DAY, timeZone: SHOP_TIME_ZONE })
const dayAndYearOf = dateFormatter('en-US', { ...DAY, year: 'numeric', timeZone: SHOP_TIME_ZONE })
const utcDayOf = dateFormatter('en-US', { ...DAY, timeZone: 'UTC' })

/** A shop day such as 2026-11-18 as "Nov 18". */
export function dayInYear(day: string): string {
  return utcDayOf(new Date(day))
}
