import { roundCents } from '#domain/money/cents.ts'
import { nexusPercent, nexusRuleOf } from '#domain/money/nexus.ts'
import type { TaxPeriod } from '#domain/money/tax-period.ts'
import { STATE_CODES } from '#domain/orders/us-states.ts'
import { shopDay } from '#domain/time/display.ts'
import type { Database } from '#server/platform/db/database.ts'
import { readDays } from './past-days.ts'
import type { StateSales, TaxAmounts, UtahReport } from './reports.views.ts'
import { sumTaxes, sumYears, type TaxSums } from './tax.queries.ts'

const NOTHING: TaxAmounts = {
  goodsCents: 0,
  discountCents: 0,
  deliveryCents: 0,
  grossCents: 0,
  taxableCents: 0,
  taxCents: 0,
}

export type TaxReportService = ReturnType<typeof createTaxReportService>

export function createTaxReportService({ orm }: Database, now: () => Date) {
  return {
    async utah(period: TaxPeriod): Promise<UtahReport> {
      const sums = await readDays(orm, period, now(), (tx, firstOpenDay) => sumTaxes(tx, 'UT', period, firstOpenDay))
      const sales = sums.filter(({ isRefund }) => !isRefund)
      const refunds = sums.filter(({ isRefund }) => isRefund)
      const sold = sales.map(toAmounts).reduce(plus, NOTHING)
      const refunded = refunds.map(toAmounts).reduce(plus, NOTHING)
      const rates = [...new Set(sums.map(({ taxBasisPoints }) => taxBasisPoints))]
      const computed = rates.map((rate) => {
        const of = (side: TaxSums[]) => side.filter(({ taxBasisPoints }) => taxBasisPoints === rate).map(toAmounts)
        const taxable = of(sales).reduce(plus, NOTHING).taxableCents - of(refunds).reduce(plus, NOTHING).taxableCents
        return roundCents(taxable * rate, 10_000)
      })
      return {
        period,
        orderCount: sales.reduce((sum, { orderCount }) => sum + orderCount, 0),
        refundCount: refunds.reduce((sum, { orderCount }) => sum + orderCount, 0),
        sold,
        refunded,
        net: minus(sold, refunded),
        computedTaxCents: computed.reduce((sum, cents) => sum + cents, 0),
        waivedCents: sales.reduce((sum, { waivedCents }) => sum + waivedCents, 0),
        ratesInBasisPoints: rates.filter((rate) => rate > 0).toSorted((a, b) => a - b),
      }
    },

    async states(): Promise<{ year: number; states: StateSales[] }> {
      const year = Number(shopDay(now()).slice(0, 4))
      const range = { from: `${year - 1}-01-01`, until: `${year + 1}-01-01` }
      const sums = await readDays(orm, range, now(), (tx, firstOpenDay) => sumYears(tx, range, firstOpenDay))
      const states: StateSales[] = []
      for (const state of STATE_CODES) {
        const years = sums.filter((each) => each.state === state)
        if (years.length === 0) continue
        const of = (wanted: number) =>
          years.find((entry) => entry.year === wanted) ?? { year: wanted, orderCount: 0, salesCents: 0 }
        const [thisYear, lastYear] = [of(year), of(year - 1)]
        const rule = nexusRuleOf(state)
        const percent = Math.max(nexusPercent(rule, thisYear), nexusPercent(rule, lastYear))
        states.push({ state, thisYear, lastYear, rule, percent })
      }
      return { year, states: states.toSorted((a, b) => b.thisYear.salesCents - a.thisYear.salesCents) }
    },
  }
}

function toAmounts({ goodsCents, discountCents, deliveryCents, taxCents, taxBasisPoints }: TaxSums): TaxAmounts {
  const soldCents = goodsCents - discountCents
  return {
    goodsCents,
    discountCents,
    deliveryCents,
    grossCents: soldCents + deliveryCents,
    // Utah: separately stated shipping is not taxed, and the discount reduces the taxable amount.
    taxableCents: taxBasisPoints > 0 ? soldCents : 0,
    taxCents,
  }
}

function plus(one: TaxAmounts, other: TaxAmounts): TaxAmounts {
  return combine(one, other, (a, b) => a + b)
}

function minus(one: TaxAmounts, other: TaxAmounts): TaxAmounts {
  return combine(one, other, (a, b) => a - b)
}

function combine(one: TaxAmounts, other: TaxAmounts, by: (a: number, b: number) => number): TaxAmounts {
  return {
    goodsCents: by(one.goodsCents, other.goodsCents),
    discountCents: by(one.discountCents, other.discountCents),
    deliveryCents: by(one.deliveryCents, other.deliveryCents),
    grossCents: by(one.grossCents, other.grossCents),
    taxableCents: by(one.taxableCents, other.taxableCents),
    taxCents: by(one.taxCents, other.taxCents),
  }
}
