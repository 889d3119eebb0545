import { type StateCode, US_STATES } from '../orders/us-states.ts'

/** What shipping costs, and the subtotal from which it's free. */
export type ShippingRate = { flatCents: number; freeFromCents: number }

/** Sales tax by state, in basis points (hundredths of a percent), so that the tax stays an integer sum. */
export type TaxRates = Partial<Record<StateCode, number>>

/** Everything that prices an order, apart from product prices. */
export type Rates = { shipping: ShippingRate; tax: TaxRates }

/** Charged from the first moment of a shop day until the next entry begins. */
export type DatedShippingRate = ShippingRate & { fromDay: string }

export type DatedTaxRate = { state: StateCode; basisPoints: number; fromDay: string }

/** Past, current and future rates, ordered by day. */
export type RateSchedule = { shipping: readonly DatedShippingRate[]; tax: readonly DatedTaxRate[] }

const OPENING_DAY = '2026-01-01'

/** What the shop charges until the owner sets something else: docs/product.md#shipping. */
export const DEFAULT_SCHEDULE: RateSchedule = {
  shipping: [{ flatCents: 999, freeFromCents: 7500, fromDay: OPENING_DAY }],
  tax: [{ state: 'UT', basisPoints: 715, fromDay: OPENING_DAY }],
}

export const DEFAULT_RATES: Rates = ratesOn(DEFAULT_SCHEDULE, OPENING_DAY)

/** The rates of an order that is placed on that shop day. A day before the first entry gets the first one. */
export function ratesOn({ shipping, tax }: RateSchedule, day: string): Rates {
  const [first] = shipping
  if (!first) throw new RangeError('a schedule has at least one shipping rate')
  const { flatCents, freeFromCents } = shipping.findLast(({ fromDay }) => fromDay <= day) ?? first
  const rates: TaxRates = {}
  for (const { state, basisPoints, fromDay } of tax) if (fromDay <= day) rates[state] = basisPoints
  return { shipping: { flatCents, freeFromCents }, tax: rates }
}

/** The schedule with this rate from that day on, replacing any other rate that would start the same day. */
export function withShippingRate(
  schedule: readonly DatedShippingRate[],
  rate: DatedShippingRate,
): readonly DatedShippingRate[] {
  return [...schedule.filter(({ fromDay }) => fromDay !== rate.fromDay), rate].toSorted(byDay)
}

export function withTaxRate(schedule: readonly DatedTaxRate[], rate: DatedTaxRate): readonly DatedTaxRate[] {
  const others = schedule.filter(({ state, fromDay }) => state !== rate.state || fromDay !== rate.fromDay)
  return [...others, rate].toSorted(byDay)
}

/** States where tax is charged with these rates, ordered by name. */
export function taxedStates(tax: TaxRates): StateCode[] {
  return (Object.keys(tax) as StateCode[]).filter((state) => (tax[state] ?? 0) > 0).toSorted()
}

/** "Utah", "Colorado and Utah"; undefined if the shop collects no tax anywhere. */
export function taxedStateNames(tax: TaxRates): string | undefined {
  const names = taxedStates(tax).map((state) => US_STATES[state])
  return names.length > 0 ? new Intl.ListFormat('en-US').format(names) : undefined
}

/** 715 -> "7.15%". */
export function formatTaxRate(basisPoints: number): string {
  return `${(basisPoints / 100).toFixed(2)}%`
}

function byDay(a: { fromDay: string }, b: { fromDay: string }): number {
  return a.fromDay < b.fromDay ? -1 : a.fromDay > b.fromDay ? 1 : 0
}
