import type { Days } from '../time/report-range.ts'
import { roundCents } from './cents.ts'

/** What was sold on a shop day, and what was refunded on it, whenever it was sold. */
export type SalesDay = {
  day: string
  orderCount: number
  salesCents: number
  refundCents: number
  codeOrderCount: number
  codeCount: number
}
export type RatingDay = { day: string; reviewCount: number; ratingSum: number }

export type SalesSums = Omit<SalesDay, 'day'> & {
  /** Sales less refunds; negative if more was refunded than sold. */
  netCents: number
  /** Average per order, before refunds; undefined without orders. */
  averageCents: number | undefined
  reviewCount: number
  /** Average of the reviews written on these days; undefined if there are none. */
  averageRating: number | undefined
}

/** The totals of these days. A day that isn't listed counts as zero. */
export function sumSales(days: readonly SalesDay[], ratings: readonly RatingDay[], { from, to }: Days): SalesSums {
  const isIn = ({ day }: { day: string }) => day >= from && day <= to
  const sales = days.filter(isIn)
  const rated = ratings.filter(isIn)
  const orderCount = total(sales, (day) => day.orderCount)
  const salesCents = total(sales, (day) => day.salesCents)
  const refundCents = total(sales, (day) => day.refundCents)
  const reviewCount = total(rated, (day) => day.reviewCount)
  return {
    orderCount,
    salesCents,
    refundCents,
    netCents: salesCents - refundCents,
    averageCents: orderCount > 0 ? roundCents(salesCents, orderCount) : undefined,
    codeOrderCount: total(sales, (day) => day.codeOrderCount),
    codeCount: total(sales, (day) => day.codeCount),
    reviewCount,
    averageRating: reviewCount > 0 ? total(rated, (day) => day.ratingSum) / reviewCount : undefined,
  }
}

function total<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0)
}
