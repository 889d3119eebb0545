import { plainDollars } from '#domain/money/dollars.ts'
import type { SalesSums } from '#domain/money/sales-sums.ts'
import { toCsvLine } from '#domain/text/csv.ts'
import type { Days } from '#domain/time/report-range.ts'
import type { SalesReport } from './reports.views.ts'

const COLUMNS: [string, (sums: Days & SalesSums) => string][] = [
  ['From', ({ from }) => from],
  ['To', ({ to }) => to],
  ['Sales', ({ salesCents }) => plainDollars(salesCents)],
  ['Refunds', ({ refundCents }) => plainDollars(refundCents)],
  ['Sales after refunds', ({ netCents }) => plainDollars(netCents)],
  ['Orders', ({ orderCount }) => String(orderCount)],
  ['Average order', ({ averageCents }) => (averageCents === undefined ? '' : plainDollars(averageCents))],
  ['Orders with a discount', ({ codeOrderCount }) => String(codeOrderCount)],
  ['Codes issued', ({ codeCount }) => String(codeCount)],
  ['Reviews', ({ reviewCount }) => String(reviewCount)],
  ['Average rating', ({ averageRating }) => averageRating?.toFixed(1) ?? ''],
]

/** The points of the charts, each with its earlier counterpart if they are compared. */
export function salesCsv({ points, before }: SalesReport): string[] {
  const heads = COLUMNS.map(([head]) => head)
  const cells = (sums: Days & SalesSums) => COLUMNS.map(([, cell]) => cell(sums))
  const lines = points.map((point) => [...cells(point), ...(point.before ? cells(point.before) : [])])
  return [[...heads, ...(before ? heads.map((head) => `${head} before`) : [])], ...lines].map(toCsvLine)
}
