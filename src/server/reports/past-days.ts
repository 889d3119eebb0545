import { shopDay } from '#domain/time/display.ts'
import { addDays } from '#domain/time/periods.ts'
import type { Orm } from '#server/platform/db/database.ts'
import type { DayRange } from '#server/platform/db/shop-days.ts'
import { SNAPSHOT } from '#server/platform/db/snapshot.ts'
import { findUnsettledDay, settleDays } from './sales.queries.ts'

/**
 * By then, the past day's transactions have ended. Later changes make the database drop its totals; see drop_sales_day.
 */
const SETTLED_AFTER_MS = 6 * 60 * 60 * 1000
/** Added up in one statement: a busy week takes a fraction of the statement timeout, even on a busy machine. */
const DAYS_AT_ONCE = 7

/**
 * Reads the totals of a range, after adding up its past days. `read` gets the first day that has to be read order by
 * order, because a change may have dropped a stored day in the meantime.
 */
export async function readDays<T>(
  orm: Orm,
  range: DayRange,
  at: Date,
  read: (tx: Orm, firstOpenDay: string) => Promise<T>,
): Promise<T> {
  const firstOpenDay = await addUpPastDays(orm, range, at)
  return orm.transaction(async (tx) => {
    const dropped = await findUnsettledDay(tx, { from: range.from, until: firstOpenDay })
    return read(tx, dropped ?? firstOpenDay)
  }, SNAPSHOT)
}

/** Adds up the past days of the range, usually none or one. Returns the first day that isn't added up. */
async function addUpPastDays(orm: Orm, { from, until }: DayRange, at: Date): Promise<string> {
  const over = earlier(shopDay(new Date(at.getTime() - SETTLED_AFTER_MS)), until)
  let day = await findUnsettledDay(orm, { from, until: over })
  while (day !== undefined) {
    const some = { from: day, until: earlier(addDays(day, DAYS_AT_ONCE), over) }
    if (!(await orm.transaction((tx) => settleDays(tx, some)))) return day
    day = await findUnsettledDay(orm, { from: some.until, until: over })
  }
  return over
}

function earlier(one: string, other: string): string {
  return one < other ? one : other
}
