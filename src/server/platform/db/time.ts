import { type SQL, sql } from 'drizzle-orm'
import { timestamp } from 'drizzle-orm/pg-core'

export const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The database clock decides what is due or expired, because the clocks of processes may differ. */
export const inMs = (milliseconds: number): SQL => sql`now() + ${milliseconds} * interval '1 millisecond'`

export const msAgo = (milliseconds: number): SQL => sql`now() - ${milliseconds} * interval '1 millisecond'`
