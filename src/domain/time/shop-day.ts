import { SHOP_TIME_ZONE, shopDay } from './display.ts'
import { addDays } from './periods.ts'

const HOUR_MS = 60 * 60 * 1000

/** The moment a day begins at the shop, on the days the clocks change as well. */
export function startOfShopDay(day: string): Date {
  // Utah is six or seven hours behind; the later of the two moments that still belongs to the day is its beginning.
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const early = new Date(midnight + 6 * HOUR_MS)
  return shopDay(early) === day ? early : new Date(midnight + 7 * HOUR_MS)
}

/** From the beginning of the first day to the end of the last one. */
export function spanOfShopDays(from: string, to: string): { from: Date; to: Date } {
  return { from: startOfShopDay(from), to: startOfShopDay(addDays(to, 1)) }
}

/** 0 to 23. */
export function shopHour(date: Date): number {
  return Number(date.toLocaleTimeString('en-US', { hour: '2-digit', hourCycle: 'h23', timeZone: SHOP_TIME_ZONE }))
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && addDays(text, 0) === text
}
