import { dateFormatter } from './date-formatter.ts'
import { SHOP_TIME_ZONE, shopDay } from './display.ts'
import { addDays } from './periods.ts'

const HOUR_MS = 60 * 60 * 1000

/** Start of a shop day, even on days with a clock change. */
export function startOfShopDay(day: string): Date {
  // Utah is six or seven hours behind UTC; the earlier of the two that falls on the day is its start.
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const early = new Date(midnight + 6 * HOUR_MS)
  return shopDay(early) === day ? early : new Date(midnight + 7 * HOUR_MS)
}

/** From the start of the first day to the end of the last. */
export function spanOfShopDays(from: string, to: string): { from: Date; to: Date } {
  return { from: startOfShopDay(from), to: startOfShopDay(addDays(to, 1)) }
}

const hourOf = dateFormatter('en-US', { hour: '2-digit', hourCycle: 'h23', timeZone: SHOP_TIME_ZONE })

/** 0 to 23. */
export function shopHour(date: Date): number {
  return Number(hourOf(date))
}

/** A day as an American types it, 12/24/2026, or as we store it; undefined if there is no such day. */
export function readDay(text: string): string | undefined {
  const [, month, date, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  const day = year ? `${year}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}` : text
  return isDay(day) ? day : undefined
}

/** 2026-12-24 as 12/24/2026. */
export function usDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && addDays(text, 0) === text
}
