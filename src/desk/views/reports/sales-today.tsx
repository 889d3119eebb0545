import { Change } from '#desk/ui/change.tsx'
import { chartHeight, gridLines } from '#desk/ui/chart-scale.ts'
import { ChartArea } from '#desk/ui/chart.tsx'
import { type Column, DataTable } from '#desk/ui/data-table.tsx'
import { Panel } from '#desk/ui/screen.tsx'
import { formatCents, wholeDollars } from '#domain/money/cents.ts'
import { counted } from '#domain/time/display.ts'
import type { SalesToday } from '#server/reports/reports.views.ts'

const WIDTH = 480
const HEIGHT = 140
const STEP = WIDTH / 24

type Hour = { hour: number; today: number | undefined; lastWeek: number }

/** The sales of today up to now, beside those of the same day a week ago. */
export function SalesTodayPanel({ sales }: { sales: SalesToday }) {
  const { today, lastWeek, weekday } = sales
  const hours = lastWeek.runningCents.map((cents, hour): Hour => ({
    hour,
    today: hour <= sales.hour ? (today.runningCents[hour] ?? 0) : undefined,
    lastWeek: cents,
  }))
  if (today.orderCount + lastWeek.orderCount === 0)
    return (
      <Panel title="Sales today">
        <p className="mt-2 text-soft">No sales yet today, and none last {weekday}.</p>
      </Panel>
    )
  return (
    <Panel title="Sales today">
      <p className="sales-today">
        <span className="chart-headline">{formatCents(today.salesCents)}</span>
        <Comparison {...sales} />
      </p>
      <p className="chart-legend">
        <span className="chart-key">Today, {counted(today.orderCount, 'order')}</span>
        <span className="chart-key chart-key-before">
          Last {weekday}, {counted(lastWeek.orderCount, 'order')}, {formatCents(lastWeek.salesCents)}
        </span>
      </p>
      <p className="hint">After refunds, each at the time it was made.</p>
      <Lines hours={hours} />
      <details className="mt-3">
        <summary className="underlined text-fine">View as table</summary>
        <DataTable
          caption="Sales today, by hour"
          columns={columns(weekday)}
          rows={hours}
          keyOf={({ hour }) => `${hour}`}
        />
      </details>
    </Panel>
  )
}

function Comparison({ today, lastWeek, weekday }: SalesToday) {
  if (lastWeek.byNowCents <= 0) return <span className="text-soft">Nothing was sold by this time last {weekday}.</span>
  return (
    <span className="text-soft">
      <Change now={today.salesCents} before={lastWeek.byNowCents} /> from {formatCents(lastWeek.byNowCents)} by this
      time last {weekday}
    </span>
  )
}

function Lines({ hours }: { hours: readonly Hour[] }) {
  const lines = gridLines(hours.flatMap(({ today = 0, lastWeek }) => [today, lastWeek]))
  const y = chartHeight(lines, HEIGHT)
  const path = (sums: readonly number[]) =>
    [0, ...sums].map((cents, hour) => `${round(hour * STEP)},${round(y(cents))}`).join(' ')
  const soFar = hours.flatMap(({ today }) => today ?? [])
  return (
    <ChartArea
      legend="Sales today by hour"
      points={hours.map(({ hour, today, lastWeek }) => ({ key: `${hour}`, text: hourLine(hour, today, lastWeek) }))}
      lines={lines.map((cents) => ({ y: y(cents), text: wholeDollars(cents), isZero: cents === 0 }))}
      size={{ width: WIDTH, height: HEIGHT }}
      axis={['12 AM', '6 AM', 'Noon', '6 PM', '12 AM']}
      className="sales-lines"
    >
      <polygon className="chart-fill" points={`${path(soFar)} ${round(soFar.length * STEP)},${round(y(0))}`} />
      <polyline className="chart-line chart-line-before" points={path(hours.map(({ lastWeek }) => lastWeek))} />
      <polyline className="chart-line chart-line-now" points={path(soFar)} />
    </ChartArea>
  )
}

function hourLine(hour: number, today: number | undefined, lastWeek: number): string {
  const sums = [today !== undefined && `today ${formatCents(today)}`, `last week ${formatCents(lastWeek)}`]
  return `By ${clock(hour + 1)}: ${sums.filter(Boolean).join(', ')}`
}

function clock(hour: number): string {
  return hour === 12 ? 'noon' : hour === 24 ? 'midnight' : `${hour % 12} ${hour < 12 ? 'AM' : 'PM'}`
}

const columns = (weekday: string): Column<Hour>[] => [
  { head: 'By', cell: ({ hour }) => clock(hour + 1) },
  { head: 'Today', cell: ({ today }) => (today === undefined ? '–' : formatCents(today)), isNumber: true },
  { head: `Last ${weekday}`, cell: ({ lastWeek }) => formatCents(lastWeek), isNumber: true },
]

function round(value: number): number {
  return Math.round(value * 100) / 100
}
