import { type SQL, sql } from 'drizzle-orm'
import { SHOP_TIME_ZONE } from '#domain/time/display.ts'

/** From the first day, up to the day before the second; days of the shop, such as 2026-03-04. */
export type DayRange = { from: string; until: string }

/** As a literal, so that the same expression reads the same wherever a statement repeats it. */
const ZONE = sql.raw(`'${SHOP_TIME_ZONE}'`)

/** The moment a day of the shop begins, or one so many days later. */
export function dayStart(day: string, daysLater = 0): SQL {
  return sql`((${day}::date + ${daysLater}::integer)::timestamp at time zone ${ZONE})`
}

export function dayOf(column: SQL): SQL {
  return sql`(${column} at time zone ${ZONE})::date`
}

export function within(column: SQL, { from, until }: DayRange): SQL {
  return sql`${column} >= ${dayStart(from)} and ${column} < ${dayStart(until)}`
}
