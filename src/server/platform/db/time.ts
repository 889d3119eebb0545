import { type Column, type SQL, sql } from 'drizzle-orm'
import { timestamp } from 'drizzle-orm/pg-core'

export const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The database clock decides what is due or expired, because the clocks of processes may differ. */
export const inMs = (milliseconds: number): SQL => sql`now() + ${milliseconds} * interval '1 millisecond'`

export const msAgo = (milliseconds: number): SQL => sql`now() - ${milliseconds} * interval '1 millisecond'`

/**
 * Longer than any lease or back-off. A time further ahead was stored while the server's clock was wrong, and would hide
 * its row until then.
 */
const LONGEST_WAIT = '2 days'

/** A condition in text: the time in this column has come. */
export const dueSql = (column: string): string =>
  `(${column} <= now() or ${column} > now() + interval '${LONGEST_WAIT}')`

export const isDue = (column: Column): SQL => sql`(${column} <= now() or ${column} > now() + ${LONGEST_WAIT}::interval)`
