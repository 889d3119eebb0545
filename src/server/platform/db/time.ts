import { type SQL, sql } from 'drizzle-orm'
import { timestamp } from 'drizzle-orm/pg-core'

/** A column that holds a point in time. */
export const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The database's own clock decides what is due and what is old: processes may disagree about the time. */
export const inMs = (milliseconds: number): SQL => sql`now() + ${milliseconds} * interval '1 millisecond'`

export const msAgo = (milliseconds: number): SQL => sql`now() - ${milliseconds} * interval '1 millisecond'`
