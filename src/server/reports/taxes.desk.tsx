import { Taxes } from '#desk/views/reports/taxes.tsx'
import { plainDollars } from '#domain/money/dollars.ts'
import { recentTaxPeriods, type TaxPeriod, toTaxPeriod } from '#domain/money/tax-period.ts'
import { US_STATES } from '#domain/orders/us-states.ts'
import { toCsvLine } from '#domain/text/csv.ts'
import { shopDay } from '#domain/time/display.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { AppError } from '#server/platform/errors.ts'
import { csvFile } from '#server/platform/http/csv-response.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import type { StateSales, TaxAmounts, UtahReport } from './reports.views.ts'
import type { TaxReportService } from './tax.service.ts'

type TaxDeps = { taxes: TaxReportService; now: () => Date; securityHeaders: SecurityHeaders }

export function taxRoutes({ taxes, now, securityHeaders }: TaxDeps): DeskRoute[] {
  function readPeriod(visit: OperatorVisit): TaxPeriod {
    const given = visit.query('period')
    const [current = ''] = recentTaxPeriods(shopDay(now())).quarters
    const period = toTaxPeriod(given === '' ? current : given)
    if (!period) throw new AppError('invalid_request', 'Choose a quarter (2026-Q1) or a month (2026-01).', 400)
    return period
  }

  return [
    {
      method: 'GET',
      path: '/taxes',
      role: 'read-only',
      async handle(visit) {
        const [report, { year, states }] = await Promise.all([taxes.utah(readPeriod(visit)), taxes.states()])
        const periods = recentTaxPeriods(shopDay(now()))
        const body = <Taxes report={report} periods={periods} year={year} states={states} />
        return visit.page({ title: 'Taxes', section: 'taxes', body })
      },
    },
    {
      method: 'GET',
      path: '/taxes/utah.csv',
      role: 'read-only',
      async handle(visit) {
        const period = readPeriod(visit)
        return csvFile(`utah-${period.name}`, utahCsv(await taxes.utah(period)), securityHeaders)
      },
    },
    {
      method: 'GET',
      path: '/taxes/states.csv',
      role: 'read-only',
      async handle() {
        const { year, states } = await taxes.states()
        return csvFile(`sales-by-state-${year}`, statesCsv(year, states), securityHeaders)
      },
    },
  ]
}

const UTAH_ROWS: [string, keyof TaxAmounts][] = [
  ['Products', 'goodsCents'],
  ['Discounts', 'discountCents'],
  ['Shipping (exempt)', 'deliveryCents'],
  ['Total sales before tax', 'grossCents'],
  ['Taxable sales', 'taxableCents'],
  ['Sales tax collected', 'taxCents'],
]

function utahCsv({ period, sold, refunded, net, waivedCents }: UtahReport): string[] {
  const lines = UTAH_ROWS.map(([label, of]) => [
    label,
    plainDollars(sold[of]),
    plainDollars(refunded[of]),
    plainDollars(net[of]),
  ])
  const label = waivedCents > 0 ? 'Sales tax waived, which you pay' : 'Sales tax paid by customers, filed before'
  const waived = waivedCents === 0 ? [] : [[label, plainDollars(Math.abs(waivedCents)), '', '']]
  return [[`Utah ${period.name}`, 'Sold', 'Refunded', 'To file'], ...lines, ...waived].map(toCsvLine)
}

function statesCsv(year: number, states: readonly StateSales[]): string[] {
  const head = [
    'State',
    `Sales ${year}`,
    `Orders ${year}`,
    `Sales ${year - 1}`,
    `Orders ${year - 1}`,
    'Percent of threshold',
  ]
  const lines = states.map(({ state, thisYear, lastYear, rule, percent }) => [
    US_STATES[state],
    plainDollars(thisYear.salesCents),
    String(thisYear.orderCount),
    plainDollars(lastYear.salesCents),
    String(lastYear.orderCount),
    rule.kind === 'sales' ? String(percent) : '',
  ])
  return [head, ...lines].map(toCsvLine)
}
