import { roundCents } from '#domain/money/cents.ts'
import { runningSales } from '#domain/money/sales-today.ts'
import { shopDay, weekdayOf } from '#domain/time/display.ts'
import { addDays, type Period, periodOf, recentPeriods } from '#domain/time/periods.ts'
import { shopHour } from '#domain/time/shop-day.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { DaySales, SalesPoint, SalesReport, SalesToday } from './reports.views.ts'
import { listPaidHours, type PaidHour } from './sales-today.queries.ts'
import { findSettledDay, listBestSellers, listRatingDays, listSalesDays, settleDays } from './sales.queries.ts'

/** A payment in doubt may be recorded late, so the last days stay open. */
const OPEN_DAYS = 3
/** Added up in one statement: a busy month fits well within the statement timeout. */
const DAYS_AT_ONCE = 31
const BEST_SELLERS = 6

export type SalesReportService = ReturnType<typeof createSalesReportService>

export function createSalesReportService({ orm }: Database, now: () => Date) {
  /** Adds up the days that are over, usually none or one. Returns the first open day. */
  async function settle(today: string): Promise<string> {
    const firstOpenDay = addDays(today, -OPEN_DAYS)
    let settled = await findSettledDay(orm)
    while (settled !== undefined && addDays(settled, 1) < firstOpenDay) {
      const from = addDays(settled, 1)
      const until = [addDays(from, DAYS_AT_ONCE), firstOpenDay].sort()[0] ?? firstOpenDay
      await orm.transaction((tx) => settleDays(tx, { from, until }))
      settled = addDays(until, -1)
    }
    return firstOpenDay
  }

  return {
    /** Today beside the same day of the last week. */
    async today(): Promise<SalesToday> {
      const at = now()
      const day = shopDay(at)
      const weekAgo = addDays(day, -7)
      const hours = await listPaidHours(orm, [day, weekAgo], at)
      return { hour: shopHour(at), weekday: weekdayOf(day), today: sumOf(hours, day), lastWeek: sumOf(hours, weekAgo) }
    },

    async report(period: Period): Promise<SalesReport> {
      const today = shopDay(now())
      const starts = recentPeriods(today, period)
      const range = { from: starts[0] ?? today, until: addDays(today, 1) }
      const firstOpenDay = await settle(today)
      const [days, ratings, bestSellers] = await Promise.all([
        listSalesDays(orm, range, firstOpenDay),
        listRatingDays(orm, range),
        listBestSellers(orm, range, firstOpenDay, BEST_SELLERS),
      ])
      const points = starts.map((start): SalesPoint => {
        const isIn = ({ day }: { day: string }) => periodOf(day, period) === start
        const sales = days.filter(isIn)
        const rated = ratings.filter(isIn)
        const orderCount = total(sales.map((day) => day.orderCount))
        const salesCents = total(sales.map((day) => day.salesCents))
        const reviewCount = total(rated.map((day) => day.reviewCount))
        return {
          start,
          orderCount,
          salesCents,
          averageCents: orderCount > 0 ? roundCents(salesCents, orderCount) : 0,
          codeOrderCount: total(sales.map((day) => day.codeOrderCount)),
          codeCount: total(sales.map((day) => day.codeCount)),
          reviewCount,
          averageRating: reviewCount > 0 ? total(rated.map((day) => day.ratingSum)) / reviewCount : undefined,
        }
      })
      return { period, points, bestSellers }
    },
  }
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
