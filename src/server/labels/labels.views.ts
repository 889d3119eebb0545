import type { PackageSize } from '#domain/orders/package-size.ts'
import type { OrderAtDesk } from '#server/orders/orders.views.ts'

/** The company that sells labels, without its key, which the desk never sees. */
export type CarrierAccount = {
  /** The last characters of the key. */
  keyEnd: string
  /** Its labels cost nothing and can't be used. */
  isTest: boolean
  connectedAt: Date
  /** True if the shop's secret key was changed since, so the key has to be entered again. */
  isUnreadable: boolean
}

/** A service at a price. The names are the provider's, and are sent back unchanged. */
export type Rate = { carrier: string; service: string; cents: number; days: number | null }

/** What it costs to send an order, cheapest first; or why that isn't known. */
export type LabelQuote = { order: OrderAtDesk; packageSize: PackageSize } & ({ rates: Rate[] } | { problem: string })

export type LabelPurchase = {
  orderId: string
  carrier: string
  service: string
  maxCents: number
  packageSize: PackageSize
}

/** The outcome of each purchase. An open one is finished in the background. */
export type LabelOutcome = { orderId: string; number: string } & (
  | { state: 'bought'; costCents: number; trackingNumber: string }
  | { state: 'open' }
  | { state: 'failed'; problem: string }
)
