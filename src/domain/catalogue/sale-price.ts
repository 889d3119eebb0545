import { longDate } from '#domain/time/display.ts'
import { type Pricing, SIZES, type SizePrices } from './sizes.ts'
import { STOCK_UNITS, type StockUnit } from './stock.ts'

/** Cents by stock unit; a unit without one keeps its regular price. */
export type SalePrices = Partial<Record<StockUnit, number>>

export type Sale = { prices: SalePrices; startsAt: Date; endsAt: Date }

/** A running sale as a page shows it. */
export type RunningSale = {
  endsAt: Date
  /** Units that cost less now. */
  units: StockUnit[]
  /** The former prices that may be crossed out. */
  was: SalePrices
}

/** How long a unit was offered at a price; undefined means until now. */
export type OfferedSpan = { unit: StockUnit; priceCents: number; from: Date; until: Date | undefined }

const DAY_MS = 24 * 60 * 60 * 1000
/** A former price counts if it was charged on this many of the days before the sale. */
export const FORMER_PRICE_DAYS = 28
export const FORMER_PRICE_WINDOW_DAYS = 90
/** A sale that never ended would make the former price fictitious. */
export const MAX_SALE_DAYS = 60

/** What's charged during the sale. A sale never raises a price. */
export function applySale(pricing: Pricing, sale: SalePrices): Pricing {
  if (pricing.kind === 'single')
    return { ...pricing, priceCents: Math.min(pricing.priceCents, sale.single ?? pricing.priceCents) }
  const prices: SizePrices = {}
  for (const size of SIZES) {
    const regular = pricing.prices[size]
    if (regular !== undefined) prices[size] = Math.min(regular, sale[size] ?? regular)
  }
  return { kind: 'sized', prices }
}

/** The regular price of a unit; undefined if it is not offered. */
export function regularPrice(pricing: Pricing, unit: StockUnit): number | undefined {
  if (pricing.kind === 'single') return unit === 'single' ? pricing.priceCents : undefined
  return unit === 'single' ? undefined : pricing.prices[unit]
}

/** Units the sale makes cheaper, and those of their former prices that are still the regular prices. */
export function shownSale(
  pricing: Pricing,
  { prices, endsAt }: Pick<Sale, 'prices' | 'endsAt'>,
  was: SalePrices,
): RunningSale {
  const units = STOCK_UNITS.filter((unit) => {
    const [regular, sale] = [regularPrice(pricing, unit), prices[unit]]
    return regular !== undefined && sale !== undefined && sale < regular
  })
  const shown = units.filter((unit) => was[unit] !== undefined && was[unit] === regularPrice(pricing, unit))
  return { endsAt, units, was: Object.fromEntries(shown.map((unit) => [unit, was[unit]])) }
}

/**
 * The regular prices that may be called former prices once the sale starts: the price was offered openly and actively
 * for a reasonably substantial time in the recent course of business (16 CFR 233.1). For us that is 28 of the 90 days
 * before the start.
 */
export function formerPrices(pricing: Pricing, spans: readonly OfferedSpan[], startsAt: Date): SalePrices {
  const units = STOCK_UNITS.filter((unit) => {
    const regular = regularPrice(pricing, unit)
    const offered = spans.filter((span) => span.unit === unit && span.priceCents === regular)
    return offeredMs(offered, startsAt) >= FORMER_PRICE_DAYS * DAY_MS
  })
  return Object.fromEntries(units.map((unit) => [unit, regularPrice(pricing, unit)]))
}

function offeredMs(spans: readonly OfferedSpan[], startsAt: Date): number {
  const end = startsAt.getTime()
  const start = end - FORMER_PRICE_WINDOW_DAYS * DAY_MS
  return spans.reduce((sum, { from, until }) => {
    const [first, last] = [Math.max(from.getTime(), start), Math.min(until?.getTime() ?? end, end)]
    return sum + Math.max(0, last - first)
  }, 0)
}

/** The last day of the sale: one that ends at midnight ends with the day before. */
export function saleEnds({ endsAt }: Pick<Sale, 'endsAt'>): string {
  return `Sale ends ${longDate(new Date(endsAt.getTime() - 1))}`
}

/** Says what is wrong with a sale, by field; empty if nothing is. */
export function problemsOfSale(
  pricing: Pricing,
  { prices, startsAt, endsAt }: Sale,
  now: Date,
): Partial<Record<StockUnit | 'endsAt', string>> {
  const problems: ReturnType<typeof problemsOfSale> = {}
  const given = STOCK_UNITS.filter((unit) => prices[unit] !== undefined)
  for (const unit of given) {
    const [regular, sale] = [regularPrice(pricing, unit), prices[unit]]
    if (regular === undefined) problems[unit] = 'This size isn’t sold.'
    else if (sale !== undefined && sale >= regular) problems[unit] = 'This must be less than the regular price.'
  }
  const first = STOCK_UNITS.find((unit) => regularPrice(pricing, unit) !== undefined) ?? 'single'
  if (given.length === 0) problems[first] = 'Give at least one size a sale price.'
  if (endsAt <= now) problems.endsAt = 'That time has passed.'
  else if (endsAt <= startsAt) problems.endsAt = 'The end must be after the start.'
  else if (endsAt.getTime() - startsAt.getTime() > MAX_SALE_DAYS * DAY_MS)
    problems.endsAt = `A sale can last up to ${MAX_SALE_DAYS} days. For longer, change the regular price.`
  return problems
}
