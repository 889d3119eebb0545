import type { DatedShippingRate, DatedTaxRate } from '#domain/money/rates.ts'

/** What the settings screens show: the whole schedule, the current shop day, and the version tokens. */
export type RatesAtDesk = {
  today: string
  shipping: readonly DatedShippingRate[]
  shippingVersion: string
  tax: readonly DatedTaxRate[]
  taxVersion: string
}
