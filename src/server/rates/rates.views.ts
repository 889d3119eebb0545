import type { DatedShippingRate, DatedTaxRate } from '#domain/money/rates.ts'

/** What the settings screens show: the whole schedule, the shop day it is, and the tokens that guard against conflicts. */
export type RatesAtDesk = {
  today: string
  shipping: readonly DatedShippingRate[]
  shippingVersion: string
  tax: readonly DatedTaxRate[]
  taxVersion: string
}
