import { Chart } from '#desk/ui/chart.tsx'
import { type Column, DataTable } from '#desk/ui/data-table.tsx'
import { Empty } from '#desk/ui/screen.tsx'
import { formatCents, roundCents } from '#domain/money/cents.ts'
import { counted } from '#domain/time/display.ts'
import { type Period, periodName } from '#domain/time/periods.ts'
import type { ProductSales, SalesPoint, SalesReport } from '#server/reports/reports.views.ts'

const number = (value: number) => value.toLocaleString('en-US')
const wholeDollars = (cents: number) => `$${number(Math.round(cents / 100))}`
const sum = (points: readonly SalesPoint[], of: (point: SalesPoint) => number) =>
  points.reduce((total, point) => total + of(point), 0)

/** All charts use the same points and show gross sales, before refunds. */
export function SalesCharts({ report: { period, points, bestSellers } }: { report: SalesReport }) {
  const salesCents = sum(points, (point) => point.salesCents)
  const orderCount = sum(points, (point) => point.orderCount)
  const codeOrderCount = sum(points, (point) => point.codeOrderCount)
  const codeCount = sum(points, (point) => point.codeCount)
  const reviewCount = sum(points, (point) => point.reviewCount)
  const ratingSum = sum(points, (point) => (point.averageRating ?? 0) * point.reviewCount)
  const label = ({ start }: SalesPoint) => periodName(start, period)
  const table = (caption: string, ...columns: Column<SalesPoint>[]) => (
    <PeriodTable caption={caption} period={period} points={points} columns={columns} />
  )
  return (
    <div className="charts">
      <Chart
        title="Sales"
        headline={formatCents(salesCents)}
        note="Gross sales, before refunds"
        kind="bars"
        points={points.map((point) => ({ label: label(point), value: point.salesCents }))}
        format={wholeDollars}
        table={table(
          'Sales',
          money('Sales', (point) => point.salesCents),
        )}
      />
      <Chart
        title="Orders"
        headline={number(orderCount)}
        note="Paid orders"
        kind="bars"
        points={points.map((point) => ({ label: label(point), value: point.orderCount }))}
        format={number}
        table={table(
          'Orders',
          count('Orders', (point) => point.orderCount),
        )}
      />
      <Chart
        title="Average order value"
        headline={orderCount > 0 ? formatCents(roundCents(salesCents, orderCount)) : '–'}
        note="Sales per order"
        kind="line"
        points={points.map((point) => ({
          label: label(point),
          value: point.orderCount > 0 ? point.averageCents : undefined,
        }))}
        format={wholeDollars}
        table={table(
          'Average order value',
          money('Average', (point) => point.averageCents),
        )}
      />
      <Chart
        title="Discounts used"
        headline={percent(codeOrderCount, orderCount)}
        note={`${counted(codeOrderCount, 'order')} with a discount · ${counted(codeCount, 'code')} issued`}
        kind="line"
        points={points.map((point) => ({
          label: label(point),
          value: point.orderCount > 0 ? (100 * point.codeOrderCount) / point.orderCount : undefined,
        }))}
        to={100}
        format={(value) => `${Math.round(value)}%`}
        table={table(
          'Discounts',
          count('Issued', (point) => point.codeCount),
          count('Used', (point) => point.codeOrderCount),
          { head: '% of orders', isNumber: true, cell: (point) => percent(point.codeOrderCount, point.orderCount) },
        )}
      />
      <Chart
        title="Ratings"
        headline={reviewCount > 0 ? (ratingSum / reviewCount).toFixed(1) : '–'}
        note={`Average of ${counted(reviewCount, 'published review')}`}
        kind="line"
        points={points.map((point) => ({ label: label(point), value: point.averageRating }))}
        from={1}
        to={5}
        format={(value) => value.toFixed(0)}
        table={table(
          'Ratings',
          { head: 'Average', isNumber: true, cell: ({ averageRating }) => averageRating?.toFixed(1) ?? '–' },
          count('Reviews', (point) => point.reviewCount),
        )}
      />
      <BestSellers products={bestSellers} />
    </div>
  )
}

function BestSellers({ products }: { products: readonly ProductSales[] }) {
  const most = Math.max(...products.map(({ bottleCount }) => bottleCount), 1)
  return (
    <section className="panel chart">
      <h3>Best sellers</h3>
      {products.length === 0 && <Empty>No sales in this period.</Empty>}
      <ol className="best-sellers">
        {products.map(({ productId, name, bottleCount, salesCents }) => (
          <li key={productId}>
            <span>{name}</span>
            <span className="hint">
              {counted(bottleCount, 'bottle')} · {formatCents(salesCents)}
            </span>
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false">
              <rect className="chart-bar" width={Math.max(1, Math.round((100 * bottleCount) / most))} height="4" />
            </svg>
          </li>
        ))}
      </ol>
    </section>
  )
}

type PeriodTableProps = {
  caption: string
  period: Period
  points: readonly SalesPoint[]
  columns: readonly Column<SalesPoint>[]
}

function PeriodTable({ caption, period, points, columns }: PeriodTableProps) {
  const first: Column<SalesPoint> = {
    head: { day: 'Day', week: 'Week of', month: 'Month' }[period],
    cell: ({ start }) => periodName(start, period),
  }
  return <DataTable caption={caption} columns={[first, ...columns]} rows={points} keyOf={({ start }) => start} />
}

function money(head: string, of: (point: SalesPoint) => number): Column<SalesPoint> {
  return { head, isNumber: true, cell: (point) => formatCents(of(point)) }
}

function count(head: string, of: (point: SalesPoint) => number): Column<SalesPoint> {
  return { head, isNumber: true, cell: (point) => number(of(point)) }
}

function percent(part: number, whole: number): string {
  return whole > 0 ? `${Math.round((100 * part) / whole)}%` : '–'
}
