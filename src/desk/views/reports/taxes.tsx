import { deskPaths } from '#desk/desk-paths.ts'
import { type Column, DataTable } from '#desk/ui/data-table.tsx'
import { Empty, Panel, ScreenHead } from '#desk/ui/screen.tsx'
import { formatCents } from '#domain/money/cents.ts'
import type { NexusRule } from '#domain/money/nexus.ts'
import { dueDay } from '#domain/money/tax-period.ts'
import { US_STATES } from '#domain/orders/us-states.ts'
import { counted, longDate } from '#domain/time/display.ts'
import type { YearOfState, StateSales, TaxAmounts, UtahReport } from '#server/reports/reports.views.ts'

type TaxesProps = {
  report: UtahReport
  periods: { quarters: readonly string[]; months: readonly string[] }
  year: number
  states: readonly StateSales[]
}

export function Taxes({ report, periods, year, states }: TaxesProps) {
  return (
    <>
      <ScreenHead title="Taxes" lead="What to file in Utah, and how close you are to other states’ thresholds." />
      <PeriodChoice chosen={report.period.name} periods={periods} />
      <div className="panels">
        <Utah report={report} />
        <Panel title="Sales by state">
          <p className="hint mb-3 max-w-2xl">
            Before tax and refunds, including orders not paid by card. Once your sales in a calendar year reach a
            state’s threshold (usually $100,000), you have to collect its sales tax. Thresholds as of January 2026;
            check with the state when you get close.
          </p>
          {states.length === 0 ? (
            <Empty>No sales this year or last.</Empty>
          ) : (
            <DataTable
              caption="Sales by state"
              columns={stateColumns(year)}
              rows={states}
              keyOf={({ state }) => state}
            />
          )}
          <p className="mt-4">
            <a className="underlined text-small" href={deskPaths.statesCsv()}>
              Download CSV
            </a>
          </p>
        </Panel>
      </div>
    </>
  )
}

function PeriodChoice({ chosen, periods }: { chosen: string; periods: TaxesProps['periods'] }) {
  const chip = (name: string) => (
    <a key={name} className="chip" href={deskPaths.taxes(name)} aria-current={name === chosen || undefined}>
      {periodLabel(name)}
    </a>
  )
  return (
    <nav aria-label="Periods" className="tax-periods">
      <span>{periods.quarters.map(chip)}</span>
      <details open={periods.months.includes(chosen)}>
        <summary className="underlined text-small">By month</summary>
        <span>{periods.months.map(chip)}</span>
      </details>
    </nav>
  )
}

function periodLabel(name: string): string {
  const [year = '', part = ''] = name.split('-')
  if (part.startsWith('Q')) return `${part} ${year}`
  return new Date(`${name}-01T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

const ROWS: { label: string; hint?: string; of: keyof TaxAmounts; isMinus?: true; isSum?: true }[] = [
  { label: 'Products', of: 'goodsCents' },
  { label: 'Discounts', of: 'discountCents', isMinus: true },
  { label: 'Shipping', hint: 'listed separately, exempt', of: 'deliveryCents' },
  { label: 'Total sales', hint: 'before tax', of: 'grossCents', isSum: true },
  { label: 'Exempt sales', hint: 'shipping', of: 'deliveryCents', isMinus: true },
  { label: 'Taxable sales', of: 'taxableCents', isSum: true },
  { label: 'Sales tax collected', of: 'taxCents', isSum: true },
]

function Utah({ report }: { report: UtahReport }) {
  const { period, sold, refunded, net, orderCount, refundCount, computedTaxCents, waivedCents, ratesInBasisPoints } =
    report
  const rates = ratesInBasisPoints.map((rate) => `${rate / 100}%`).join(', ') || '0%'
  const apart = net.taxCents - computedTaxCents
  return (
    <Panel title={`Utah, ${periodLabel(period.name)}`}>
      <table className="balance tax-table">
        <caption className="sr-only">Utah sales, {periodLabel(period.name)}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">What</span>
            </th>
            <th scope="col">Sold</th>
            <th scope="col">Refunded</th>
            <th scope="col">To file</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ label, hint, of, isMinus, isSum }) => (
            <tr key={label} className={isSum ? 'balance-sum' : undefined}>
              <th scope="row">
                {label}
                {hint && <span className="hint block">{hint}</span>}
              </th>
              {[sold, refunded, net].map((amounts, index) => (
                <td key={['sold', 'refunded', 'net'][index]}>{formatCents(isMinus ? 0 - amounts[of] : amounts[of])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint mt-3 max-w-2xl">
        {counted(orderCount, 'order')} and {counted(refundCount, 'refund')}. {rates} of taxable sales is{' '}
        {formatCents(computedTaxCents)}
        {apart === 0
          ? '.'
          : `, ${formatCents(Math.abs(apart))} ${apart < 0 ? 'more' : 'less'} than what you collected, because ${waivedCents > 0 ? 'you waived some and ' : ''}each order is rounded on its own.`}{' '}
        {waivedCents > 0 &&
          `You waived ${formatCents(waivedCents)} for orders that moved to Utah, and pay that yourself. `}
        {waivedCents < 0 &&
          `Customers paid ${formatCents(-waivedCents)} for orders that moved to Utah before, which you filed then. `}
        Refunds count on the day they were made, split the same way as their order. An order that moves to another state
        counts as refunded in the one and sold in the other on that day. Due{' '}
        {longDate(new Date(`${dueDay(period)}T12:00:00Z`))}.
      </p>
      <p className="mt-4">
        <a className="underlined text-small" href={deskPaths.utahCsv(period.name)}>
          Download CSV
        </a>
      </p>
    </Panel>
  )
}

function stateColumns(year: number): Column<StateSales>[] {
  return [
    { head: 'State', cell: ({ state }) => US_STATES[state] },
    { head: String(year), cell: ({ thisYear }) => <Year value={thisYear} />, isNumber: true },
    { head: String(year - 1), cell: ({ lastYear }) => <Year value={lastYear} />, isNumber: true },
    { head: 'Threshold', cell: ({ rule }) => limitOf(rule) },
    { head: 'Progress', cell: (row) => <Reached row={row} /> },
  ]
}

function Year({ value: { salesCents, orderCount } }: { value: YearOfState }) {
  return (
    <span>
      {formatCents(salesCents)} <span className="hint block">{counted(orderCount, 'order')}</span>
    </span>
  )
}

function limitOf(rule: NexusRule): string {
  if (rule.kind === 'home') return 'Home state: always collected'
  if (rule.kind === 'none') return 'No state sales tax'
  const dollars = `$${(rule.salesCents / 100).toLocaleString('en-US')}`
  if (rule.orderCount === undefined) return dollars
  return `${dollars} ${rule.needsBoth ? 'and' : 'or'} ${rule.orderCount} orders`
}

function Reached({ row: { rule, percent } }: { row: StateSales }) {
  if (rule.kind !== 'sales') return <span className="text-soft">–</span>
  return (
    <span className={percent >= 80 ? 'reached text-error' : 'reached'}>
      <meter min={0} max={100} low={60} high={80} optimum={0} value={Math.min(percent, 100)} aria-hidden="true" />
      {percent}%
    </span>
  )
}
