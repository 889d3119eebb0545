import { randomUUID } from 'node:crypto'
import type { DailyFigures } from '#domain/notices/notice.ts'
import { isSummaryTime } from '#domain/notices/quiet-hours.ts'
import { shopDay } from '#domain/time/display.ts'
import type { Database } from '#server/platform/db/database.ts'
import { raiseNotice } from '#server/platform/notices/raise-notice.queries.ts'
import { definePeriodicJob } from '#server/platform/worker/periodic-job.ts'
import type { Queue } from '#server/platform/worker/queue.ts'
import { takeNewlyLow } from './low-stock.queries.ts'
import { listPeople } from './people.queries.ts'
import { readPreferences } from './stored-preferences.ts'

const EVERY_MS = 60_000
/** A shop has a few dozen sizes; a threshold that's far too high must not produce an oversized row. */
const MAX_SIZES = 50

export type WatchDeps = {
  database: Pick<Database, 'orm'>
  lowAt: () => number
  /** Figures of the previous day, and what is waiting now. */
  dailyFigures: (today: string) => Promise<DailyFigures>
  now: () => Date
}

/** Notices that are due at a certain time, not caused by a request. */
export function createNoticeWatches({ database, lowAt, dailyFigures, now }: WatchDeps): Queue[] {
  const { orm } = database

  async function watchStock(): Promise<void> {
    await orm.transaction(async (tx) => {
      const sizes = await takeNewlyLow(tx, lowAt())
      if (sizes.length === 0) return
      // Claiming the size ensures it's reported only once.
      const cause = `low-stock:${randomUUID()}`
      await raiseNotice(tx, { cause, notice: { kind: 'low-stock', sizes: sizes.slice(0, MAX_SIZES) } })
    })
  }

  async function summarize(): Promise<void> {
    const at = now()
    const today = shopDay(at)
    const due = (await listPeople(orm)).filter(({ role, preferences }) => {
      const { choices, summaryHour } = readPreferences(preferences, { role, isAlerted: false })
      const { push, email } = choices['daily-summary']
      return (push || email) && isSummaryTime(at, summaryHour)
    })
    if (due.length === 0) return
    const figures = await dailyFigures(today)
    for (const { id } of due)
      await raiseNotice(orm, {
        // Once per person and day, even with several processes.
        cause: `daily-summary:${id}:${today}`,
        notice: { kind: 'daily-summary', ...figures },
        operatorId: id,
      })
  }

  return [
    definePeriodicJob({ database, name: 'low_stock', everyMs: EVERY_MS, run: watchStock }),
    definePeriodicJob({ database, name: 'daily_summaries', everyMs: EVERY_MS, run: summarize }),
  ]
}
