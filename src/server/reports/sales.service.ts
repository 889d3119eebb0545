import { roundCents } from '#domain/money/cents.ts'
import { shopDay } from '#domain/time/display.ts'
import { addDays, type Period, periodOf, recentPeriods } from '#domain/time/periods.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { SalesPoint, SalesReport } from './reports.views.ts'
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
