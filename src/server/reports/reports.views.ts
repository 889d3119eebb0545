import type { NexusRule } from '#domain/money/nexus.ts'
import type { SalesSums } from '#domain/money/sales-sums.ts'
import type { TaxPeriod } from '#domain/money/tax-period.ts'
import type { OrderState } from '#domain/orders/order-states.ts'
import type { OrdersOfDay } from '#domain/orders/packing-load.ts'
import type { StateCode } from '#domain/orders/us-states.ts'
import type { Days, ReportRange } from '#domain/time/report-range.ts'

export type ProductSales = { productId: string; name: string; bottleCount: number; salesCents: number }

export type SalesPoint = Days & SalesSums & { before: (Days & SalesSums) | undefined }

export type SalesReport = {
  range: ReportRange
  today: string
  points: SalesPoint[]
  total: SalesSums
  /** The same number of days before it; undefined without a comparison. */
  before: SalesSums | undefined
  bestSellers: ProductSales[]
}

export type YearOfState = { year: number; orderCount: number; salesCents: number }

export type StateSales = {
  state: StateCode
  thisYear: YearOfState
  lastYear: YearOfState
  rule: NexusRule
  /** From whichever year is closer to the limit. */
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
  /** Tax that the shop pays itself, for orders that moved here from a state with a lower rate. */
  waivedCents: number
  ratesInBasisPoints: number[]
}

export type FailedMail = { id: string; template: string; recipient: string; createdAt: Date; lastError: string | null }

export type Work = {
  counts: WorkCounts
  countedUpTo: number
  unshippedDays: UnshippedOfDay[]
  lowStock: LowStock[]
  failedMails: FailedMail[]
  deliveryProblems: DeliveryProblem[]
  pendingBalances: PendingBalance[]
}

/** Orders that have not shipped, or not all of it, by state and by the day they were placed. */
export type UnshippedOfDay = OrdersOfDay & { state: OrderState }

/** An order with a package that the carrier can't deliver, in our words. */
export type DeliveryProblem = { orderId: string; number: string; note: string | null }

/** An order with a payment of a pay link that isn't confirmed. */
export type PendingBalance = { orderId: string; number: string }

/** Sales less refunds, each booked to its own hour. */
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
  /** Orders, not packages. */
  deliveryProblems: number
  toPack: number
  toConfirm: number
  pendingBalances: number
  toRead: number
  deadMail: number
  /** Products, and their sizes. */
  lowStock: number
  lowSizes: number
  overdue: number
}

/** Something to open from the desk's search. */
export type JumpTarget = {
  kind: 'Screen' | 'Order' | 'Product' | 'Customer'
  label: string
  hint: string
  href: string
}

export type LowStock = { productId: string; name: string; size: string; onHand: number }
