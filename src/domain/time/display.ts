import { dateFormatter } from './date-formatter.ts'

/** The shop is in Utah: days, hours and reports use its time zone. */
export const SHOP_TIME_ZONE = 'America/Denver'

/** "Dana Whitfield" becomes "Dana W."; a single word stays as is. */
export function shortName(fullName: string): string {
  const words = fullName.trim().split(/\s/u)
  const [first = ''] = words
  const last = words.length > 1 ? words.at(-1) : undefined
  const initial = last && Array.from(last)[0]
  return initial ? `${first} ${initial.toLocaleUpperCase('en-US')}.` : first
}

/** Long US format, independent of the machine: "March 4, 2026". Dates are calendar days in the shop's time zone. */
export const longDate = dateFormatter('en-US', { dateStyle: 'long', timeZone: SHOP_TIME_ZONE })

const longDay = dateFormatter('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A calendar day such as 2026-03-04, without a time of day, in the same format. */
export function calendarDate(day: string): string {
  return longDay(new Date(day))
}

const dayWithWeekday = dateFormatter('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })

/** "Thu, Nov 19". */
export function shortDay(day: string): string {
  return dayWithWeekday(new Date(day))
}

const weekday = dateFormatter('en-US', { weekday: 'long', timeZone: 'UTC' })

/** The weekday of a calendar day, such as 'Monday'. */
export function weekdayOf(day: string): string {
  return weekday(new Date(day))
}

/** 1 -> "1 item", 3 -> "3 items". */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}

/** The calendar day at the shop, for example 2026-03-04. */
export const shopDay = dateFormatter('en-CA', { dateStyle: 'short', timeZone: SHOP_TIME_ZONE })
