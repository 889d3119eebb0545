import { taxFor, taxRateOf } from './pricing.ts'
import type { TaxRates } from './rates.ts'

type TaxedOrder = { subtotalCents: number; discountCents: number; taxCents: number }

/** What sales tax would add in another state, at the rates of the day the order was placed; negative if it is less. */
export function addedTaxCents(order: TaxedOrder, state: string, rates: TaxRates): number {
  return taxFor(order.subtotalCents - order.discountCents, taxRateOf(state, rates)) - order.taxCents
}
