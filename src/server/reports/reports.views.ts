import type { NexusRule } from '#domain/money/nexus.ts'
import type { TaxPeriod } from '#domain/money/tax-period.ts'
import type { OrdersOfDay } from '#domain/orders/packing-load.ts'
import type { StateCode } from '#domain/orders/us-states.ts'
import type { Period } from '#domain/time/periods.ts'

export type ProductSales = { productId: string; name: string; bottleCount: number; salesCents: number }

export type SalesPoint = {
  /** The first day of the period. */
  start: string
  orderCount: number
  salesCents: number
  averageCents: number
  codeOrderCount: number
  codeCount: number
  reviewCount: number
  /** Of the reviews written in this period; undefined if there are none. */
  averageRating: number | undefined
}

export type SalesReport = { period: Period; points: SalesPoint[]; bestSellers: ProductSales[] }

export type YearOfState = { year: number; orderCount: number; salesCents: number }

export type StateSales = {
  state: StateCode
  thisYear: YearOfState
  lastYear: YearOfState
  rule: NexusRule
  /** Of the year that is closer to the limit. */
  percent: number
}

/** All in cents, net of refunds. */
export type TaxAmounts = {
  goodsCents: number
  discountCents: number
  deliveryCents: number
  /** Goods and shipping, less discounts, without tax. */
  grossCents: number
  taxableCents: number
  taxCents: number
}

export type UtahReport = {
  period: TaxPeriod
  orderCount: number
  refundCount: number
  sold: TaxAmounts
  refunded: TaxAmounts
  net: TaxAmounts
  /** The tax rates applied to the taxable sum; off by a few cents, as each order is rounded separately. */
  computedTaxCents: number
  /** Tax that the shop pays itself, of orders that moved here from a state with less. */
  waivedCents: number
  ratesInBasisPoints: number[]
}

export type FailedMail = { id: string; template: string; recipient: string; createdAt: Date; lastError: string | null }

export type Work = {
  counts: WorkCounts
  countedUpTo: number
  /** Orders to pack, by the day on which they were placed. */
  toPackDays: OrdersOfDay[]
  lowStock: LowStock[]
  failedMails: FailedMail[]
}

/** Paid and not refunded. */
export type DaySales = { orderCount: number; salesCents: number; byNowCents: number; runningCents: number[] }

export type SalesToday = {
  /** The current hour at the shop. */
  hour: number
  /** Such as 'Monday'. */
  weekday: string
  today: DaySales
  /** The same day of the last week. */
  lastWeek: DaySales
}

export type WorkCounts = {
  toPack: number
  toConfirm: number
  toRead: number
  deadMail: number
  lowStock: number
  overdue: number
}

export type LowStock = { productId: string; name: string; size: string; onHand: number }
