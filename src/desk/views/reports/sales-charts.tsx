import { deskPaths } from '#desk/desk-paths.ts'
import { Change } from '#desk/ui/change.tsx'
import { BarChart, type ChartPoint, ChartTile } from '#desk/ui/chart.tsx'
import { type Column, DataTable } from '#desk/ui/data-table.tsx'
import { Empty } from '#desk/ui/screen.tsx'
import { formatCents, wholeDollars } from '#domain/money/cents.ts'
import type { SalesSums } from '#domain/money/sales-sums.ts'
import { counted } from '#domain/time/display.ts'
import { type Days, daysName, rangeName } from '#domain/time/report-range.ts'
import type { ProductSales, SalesPoint, SalesReport } from '#server/reports/reports.views.ts'

const number = (value: number) => value.toLocaleString('en-US')

/** Every chart and the table below them use the same points. */
export function SalesCharts({ report }: { report: SalesReport }) {
  return (
    <>
      <Tiles report={report} />
      <div className="charts">
        <NetSales report={report} />
        <BestSellers products={report.bestSellers} />
      </div>
      <details className="chart-table">
        <summary className="underlined">View as table</summary>
        <PointTable report={report} />
      </details>
    </>
  )
}

function NetSales({ report }: { report: SalesReport }) {
  const { range, today, points, total, before } = report
  const name = (days: Days) => daysName(days, today)
  return (
    <section className="panel chart">
      <h3>Sales after refunds</h3>
      <p className="sales-today">
        <span className="chart-headline">{formatCents(total.netCents)}</span>
        {before && (
          <span className="text-soft">
            <Change now={total.netCents} before={before.netCents} /> from {formatCents(before.netCents)}
          </span>
        )}
      </p>
      <p className="hint">
        Paid orders with shipping and tax, less refunds. A refund counts on the day it’s made, whenever the order was
        placed.
      </p>
      {before && (
        <p className="chart-legend">
          <span className="chart-swatch">{rangeName(range, today)}</span>
          <span className="chart-swatch chart-swatch-before">{name(range.before)}</span>
        </p>
      )}
      <BarChart
        legend={range.step === 1 ? 'Sales after refunds by day' : 'Sales after refunds by week'}
        points={points.map((point) => ({
          key: point.from,
          label: name(point),
          value: point.netCents,
          before: point.before?.netCents,
          text: [`${name(point)}: ${formatCents(point.netCents)}`]
            .concat(point.before ? `${name(point.before)}: ${formatCents(point.before.netCents)}` : [])
            .join(' · '),
        }))}
        format={wholeDollars}
        isOpen={range.to === today}
      />
      {range.to === today && <p className="hint">Today isn’t over yet.</p>}
    </section>
  )
}

function Tiles({ report: { range, points, total, before, today } }: { report: SalesReport }) {
  const orders = deskPaths.orders({ list: 'all', from: range.from, to: range.to })
  const course = (value: (sums: SalesSums) => number | undefined, format: (value: number) => string): ChartPoint[] =>
    points.map((point) => {
      const at = value(point)
      const label = daysName(point, today)
      return { key: point.from, label, value: at, text: `${label}: ${at === undefined ? '–' : format(at)}` }
    })
  const rate = ({ codeOrderCount, orderCount }: SalesSums) =>
    orderCount > 0 ? Math.round((100 * codeOrderCount) / orderCount) : undefined
  const percent = (value: number | undefined) => (value === undefined ? '–' : `${value}%`)
  const stars = (value: number | undefined) => value?.toFixed(1) ?? '–'
  const from = (value: number | undefined, format: (value: number | undefined) => string) =>
    value === undefined ? '' : `, from ${format(value)}`
  return (
    <div className="chart-tiles">
      <ChartTile
        title="Orders"
        href={orders}
        headline={number(total.orderCount)}
        note={
          before && (
            <>
              <Change now={total.orderCount} before={before.orderCount} /> from {number(before.orderCount)}
            </>
          )
        }
        kind="bars"
        points={course(({ orderCount }) => orderCount, number)}
      />
      <ChartTile
        title="Average order"
        href={orders}
        headline={total.averageCents === undefined ? '–' : formatCents(total.averageCents)}
        note={
          before?.averageCents === undefined ? (
            'Before refunds'
          ) : (
            <>
              <Change now={total.averageCents ?? 0} before={before.averageCents} /> from{' '}
              {formatCents(before.averageCents)}, before refunds
            </>
          )
        }
        kind="line"
        points={course(({ averageCents }) => averageCents, formatCents)}
      />
      <ChartTile
        title="Refunds"
        headline={formatCents(total.refundCents)}
        note={
          before && (
            <>
              <Change now={total.refundCents} before={before.refundCents} isNeutral /> from{' '}
              {formatCents(before.refundCents)}
            </>
          )
        }
        kind="bars"
        points={course(({ refundCents }) => refundCents, formatCents)}
      />
      <ChartTile
        title="Discounts used"
        href={deskPaths.codes()}
        headline={percent(rate(total))}
        note={`${counted(total.codeOrderCount, 'order')}${from(before && rate(before), percent)} · ${counted(total.codeCount, 'code')} issued`}
        kind="line"
        points={course(rate, (value) => `${value}%`)}
        to={100}
      />
      <ChartTile
        title="Ratings"
        href={deskPaths.reviews('published')}
        headline={stars(total.averageRating)}
        note={`${counted(total.reviewCount, 'published review')}${from(before?.averageRating, stars)}`}
        kind="line"
        points={course(({ averageRating }) => averageRating, stars)}
        from={1}
        to={5}
      />
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
          <li key={productId} className="thumb-links">
            <a className="underlined" href={deskPaths.product(productId)}>
              {name}
            </a>
            <span className="hint">
              {counted(bottleCount, 'bottle')} · {formatCents(salesCents)}
            </span>
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false">
              <rect className="chart-bar" width={Math.max(1, Math.round((100 * bottleCount) / most))} height="4" />
            </svg>
          </li>
        ))}
      </ol>
      {products.length > 0 && <p className="hint mt-3">Before discounts, tax and refunds.</p>}
    </section>
  )
}

function PointTable({ report: { range, today, points, before } }: { report: SalesReport }) {
  const compared: Column<SalesPoint>[] = [
    { head: 'Days before', cell: (point) => point.before && daysName(point.before, today) },
    money('After refunds before', (point) => point.before?.netCents),
    count('Orders before', (point) => point.before?.orderCount),
  ]
  const columns: Column<SalesPoint>[] = [
    { head: range.step === 1 ? 'Day' : 'Week', cell: (point) => daysName(point, today) },
    money('Sales', (point) => point.salesCents),
    money('Refunds', (point) => point.refundCents),
    money('After refunds', (point) => point.netCents),
    count('Orders', (point) => point.orderCount),
    money('Average', (point) => point.averageCents),
    count('With discount', (point) => point.codeOrderCount),
    count('Codes issued', (point) => point.codeCount),
    { head: 'Rating', isNumber: true, cell: ({ averageRating }) => averageRating?.toFixed(1) ?? '–' },
    ...(before ? compared : []),
  ]
  return <DataTable caption="Sales" columns={columns} rows={points} keyOf={({ from }) => from} />
}

function money(head: string, of: (point: SalesPoint) => number | undefined): Column<SalesPoint> {
  return { head, isNumber: true, cell: (point) => orDash(of(point), formatCents) }
}

function count(head: string, of: (point: SalesPoint) => number | undefined): Column<SalesPoint> {
  return { head, isNumber: true, cell: (point) => orDash(of(point), number) }
}

function orDash(value: number | undefined, format: (value: number) => string): string {
  return value === undefined ? '–' : format(value)
}
