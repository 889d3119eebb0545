import { type AnalyticsSearch, deskPaths } from '#desk/desk-paths.ts'
import { Field } from '#desk/ui/form-parts.tsx'
import { dayName } from '#domain/time/periods.ts'
import { RANGE_DAYS, rangeName } from '#domain/time/report-range.ts'
import type { SalesReport } from '#server/reports/reports.views.ts'
import { SalesCharts } from './sales-charts.tsx'

type AnalyticsProps = {
  report: SalesReport
  /** Why the requested days aren't shown. */
  problem: string | undefined
}

/** Sales over a range of days, which is in the address. */
export function Analytics({ report, problem }: AnalyticsProps) {
  const { range, today, before } = report
  const compare = before ? undefined : 'no'
  const shown: AnalyticsSearch =
    range.preset === undefined
      ? { from: range.from, to: range.to, compare }
      : { days: range.preset === 30 ? undefined : String(range.preset), compare }
  const isOwn = range.preset === undefined || problem !== undefined
  return (
    <>
      <div className="analytics-head">
        <h2>{rangeName(range, today)}</h2>
        <nav className="analytics-ranges" aria-label="Days shown">
          {RANGE_DAYS.map((days) => (
            <a
              key={days}
              className="chip"
              href={deskPaths.analytics({ days: String(days), compare })}
              aria-current={range.preset === days && !problem ? 'true' : undefined}
            >
              {days} days
            </a>
          ))}
          <a className="chip" href={deskPaths.analytics({ ...shown, compare: before ? 'no' : undefined })}>
            {before ? 'Hide comparison' : 'Compare with before'}
          </a>
          <a className="button button-quiet" href={deskPaths.salesCsv(shown)}>
            CSV
          </a>
        </nav>
      </div>
      <details className="range-own" open={isOwn} data-sent-open={isOwn || undefined}>
        <summary className="underlined text-fine">Choose days</summary>
        <form className="range-form" method="get" action={deskPaths.analytics()}>
          <Field name="from" id="range-from" label="From" type="date" defaultValue={range.from} max={today} required />
          <Field name="to" id="range-to" label="To" type="date" defaultValue={range.to} max={today} required />
          {compare && <input type="hidden" name="compare" value={compare} />}
          <button className="button button-quiet" type="submit">
            Show
          </button>
          {problem && (
            <p className="field-error" role="alert">
              {problem} These are the last {range.length} days.
            </p>
          )}
        </form>
      </details>
      {before && (
        <p className="hint mt-2">
          Compared with the {range.length === 1 ? 'day' : `${range.length} days`} before, from{' '}
          {dayName(range.before.from)}.
        </p>
      )}
      <SalesCharts report={report} />
    </>
  )
}
