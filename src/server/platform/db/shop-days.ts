import { type SQL, sql } from 'drizzle-orm'
import { SHOP_TIME_ZONE } from '#domain/time/display.ts'

/** Shop days such as 2026-03-04; `until` is exclusive. */
export type DayRange = { from: string; until: string }

/** A literal rather than a parameter, so PostgreSQL recognizes repeated expressions in a statement as equal. */
const ZONE = sql.raw(`'${SHOP_TIME_ZONE}'`)

/** Start of a shop day, or of the day `daysLater` days after it. */
export function dayStart(day: string, daysLater = 0): SQL {
  return sql`((${day}::date + ${daysLater}::integer)::timestamp at time zone ${ZONE})`
}

export function dayOf(column: SQL): SQL {
  return sql`(${column} at time zone ${ZONE})::date`
}

/** The time of day at the shop. */
export function clockOf(column: SQL): SQL {
  return sql`(${column} at time zone ${ZONE})::time`
}

export function within(column: SQL, { from, until }: DayRange): SQL {
  return sql`${column} >= ${dayStart(from)} and ${column} < ${dayStart(until)}`
}

/** The part of the range that is not before `day`. */
export function rangeFrom({ from, until }: DayRange, day: string): DayRange {
  return { from: from > day ? from : day, until }
}

/** Returns true if a stored day is in the part of the range before `day`. */
export function isBefore(day: string, { from, until }: DayRange): SQL {
  return sql`day >= ${from}::date and day < least(${until}::date, ${day}::date)`
}
