import { sumSales } from '#domain/money/sales-sums.ts'
import { runningSales } from '#domain/money/sales-today.ts'
import { shopDay, weekdayOf } from '#domain/time/display.ts'
import { addDays } from '#domain/time/periods.ts'
import { pointsOf, type ReportRange } from '#domain/time/report-range.ts'
import { shopHour } from '#domain/time/shop-day.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { DayRange } from '#server/platform/db/shop-days.ts'
import { readDays } from './past-days.ts'
import type { DaySales, SalesReport, SalesToday } from './reports.views.ts'
import { hasUnsettledHour, settleHours } from './sales-hours.queries.ts'
import { listPaidHours, type PaidHour } from './sales-today.queries.ts'
import { listBestSellers, listRatingDays, listSalesDays, mayAddUp } from './sales.queries.ts'

const HOUR_SETTLED_AFTER_MS = 15 * 60 * 1000
const BEST_SELLERS = 6

export type SalesReportService = ReturnType<typeof createSalesReportService>

export function createSalesReportService({ orm }: Database, now: () => Date) {
  /** Adds up the hours of these days that are over, so that a busy day isn't read order by order each time. */
  async function addUpHours(ranges: readonly DayRange[], at: Date): Promise<void> {
    const over = new Date(at.getTime() - HOUR_SETTLED_AFTER_MS)
    if (!(await hasUnsettledHour(orm, ranges, over))) return
    await orm.transaction(async (tx) => {
      if (await mayAddUp(tx)) await settleHours(tx, ranges, over)
    })
  }

  return {
    /** Today next to the same day of the previous week. */
    async today(): Promise<SalesToday> {
      const at = now()
      const day = shopDay(at)
      const weekAgo = addDays(day, -7)
      await addUpHours([wholeDay(weekAgo), wholeDay(day)], at)
      const hours = await listPaidHours(orm, [day, weekAgo], at)
      return { hour: shopHour(at), weekday: weekdayOf(day), today: sumOf(hours, day), lastWeek: sumOf(hours, weekAgo) }
    },

    /** The range in points, and the days before it in the same number of points. */
    async report(range: ReportRange, { isCompared = true } = {}): Promise<SalesReport> {
      const current = { from: range.from, until: addDays(range.to, 1) }
      const whole = { from: isCompared ? range.before.from : range.from, until: current.until }
      const at = now()
      await addUpHours([wholeDay(shopDay(at))], at)
      const { days, ratings, bestSellers } = await readDays(orm, whole, at, async (tx, firstOpenDay) => ({
        days: await listSalesDays(tx, whole, firstOpenDay, at),
        ratings: await listRatingDays(tx, whole),
        bestSellers: await listBestSellers(tx, current, { firstOpenDay, now: at, limit: BEST_SELLERS }),
      }))
      const before = pointsOf(range.before, range.step)
      const points = pointsOf(range, range.step).map((span, index) => ({
        ...span,
        ...sumSales(days, ratings, span),
        before:
          isCompared && before[index] ? { ...before[index], ...sumSales(days, ratings, before[index]) } : undefined,
      }))
      return {
        range,
        today: shopDay(now()),
        points,
        total: sumSales(days, ratings, range),
        before: isCompared ? sumSales(days, ratings, range.before) : undefined,
        bestSellers,
      }
    },
  }
}

function wholeDay(day: string): DayRange {
  return { from: day, until: addDays(day, 1) }
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

function sumOf(hours: readonly PaidHour[], day: string): DaySales {
  const ofDay = hours.filter((sales) => sales.day === day)
  return {
    orderCount: total(ofDay.map(({ orderCount }) => orderCount)),
    salesCents: total(ofDay.map(({ salesCents }) => salesCents)),
    byNowCents: total(ofDay.map(({ byNowCents }) => byNowCents)),
    runningCents: runningSales(ofDay),
  }
}
