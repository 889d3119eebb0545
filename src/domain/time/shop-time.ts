import { dateFormatter } from './date-formatter.ts'
import { SHOP_TIME_ZONE } from './display.ts'

const PATTERN = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/

const dayAndTime = dateFormatter('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: SHOP_TIME_ZONE })

/** '2026-03-04T14:05' on the shop's clock, the format of a datetime-local field. */
export function toShopTime(date: Date): string {
  return dayAndTime(date).replace(' ', 'T')
}

/** The moment at which the shop's clock shows this; undefined if it never does. */
export function fromShopTime(text: string): Date | undefined {
  const match = PATTERN.exec(text)
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number)
  const asUtc = Date.UTC(year, month - 1, day, hour, minute)
  // Mountain time is six or seven hours behind UTC; for an hour that occurs twice, the first is used.
  for (const hoursBehind of [6, 7]) {
    const moment = new Date(asUtc + hoursBehind * 60 * 60 * 1000)
    if (toShopTime(moment) === text) return moment
  }
  return undefined
}
