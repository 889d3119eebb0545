import type { DailyFigures } from '#domain/notices/notice.ts'
import { addDays } from '#domain/time/periods.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sumDays } from './daily-figures.queries.ts'
import type { TodayService } from './today.service.ts'

/** The morning summary: the previous day, and what is waiting. */
export function createDailyFigures({ orm }: Pick<Database, 'orm'>, today: Pick<TodayService, 'work'>) {
  return async (day: string): Promise<DailyFigures> => {
    const [sums, { counts }] = await Promise.all([sumDays(orm, { from: addDays(day, -1), until: day }), today.work()])
    return { ...sums, toPack: counts.toPack, lowStock: counts.lowStock, reviews: counts.toRead }
  }
}
