import type { Size } from '#domain/catalogue/sizes.ts'
import type { BalanceStanding } from '#domain/money/balance-request.ts'
import type { ItemChangePlan } from '#domain/money/item-change.ts'
import type { PaidOutside } from '#domain/money/paid-outside.ts'
import type { ItemCounts } from '#domain/orders/item-counts.ts'
import type { OrderState } from '#domain/orders/order-states.ts'
import type { PackageProgress } from '#domain/orders/package-progress.ts'
import type { ReturnCondition, ReturnReason, ReturnState } from '#domain/orders/returns.ts'
import type { StateCode } from '#domain/orders/us-states.ts'
import type { OrderPayment, OrderRefund, RefundedLine } from './order-payments.ts'

export type OrderAtDesk = {
  id: string
  number: string
  state: OrderState
  email: string
  foldedEmail: string
  firstName: string
  lastName: string
  phone: string | null
  line1: string
  line2: string | null
  city: string
  stateCode: StateCode
  zip: string
  subtotalCents: number
  discountCents: number
  shippingCents: number
  taxCents: number
  taxBasisPoints: number
  totalCents: number
  discountCode: string | null
  isDemo: boolean
  trackingCarrier: string | null
  trackingNumber: string | null
  note: string | null
  paidOutside: PaidOutside | null
  refundedCents: number
  /** What the list of returns shows of it; null without one. */
  returnState: 'expected' | 'received' | null
  borneTaxCents: number | null
  addedGoodsCents: number
  addedDiscountCents: number
  addedShippingCents: number
  addedTaxCents: number
  itemsGoodsCents: number | null
  itemsDiscountCents: number | null
  itemsTaxCents: number | null
  createdAt: Date
  paidAt: Date | null
  packedAt: Date | null
  shippedAt: Date | null
  deliveredAt: Date | null
  cancelledAt: Date | null
}

export type OrderLine = {
  productId: string
  position: number
  name: string
  size: Size | null
  priceCents: number
  quantity: number
  /** How many of them were refunded, or are about to be. */
  refunded: number
  /** How many of those were taken out of the order before it shipped. */
  removed: number
}

export type OrderMail = {
  id: string
  /** Its idempotency key. */
  cause: string
  template: string
  recipient: string
  state: 'waiting' | 'sent' | 'dead' | 'cancelled'
  attempts: number
  lastError: string | null
  createdAt: Date
  sentAt: Date | null
}

/** An order in a list. */
export type ListedOrder = Pick<
  OrderAtDesk,
  | 'id'
  | 'number'
  | 'state'
  | 'firstName'
  | 'lastName'
  | 'city'
  | 'stateCode'
  | 'totalCents'
  | 'refundedCents'
  | 'addedGoodsCents'
  | 'addedDiscountCents'
  | 'addedShippingCents'
  | 'addedTaxCents'
  | 'returnState'
  | 'paidOutside'
  | 'createdAt'
> & {
  /** Creation time in microseconds, which a Date cannot hold. */
  micros: number
  /** A later payment request that the customer can still pay. */
  askedCents: number | null
}

/** With what is in it. */
export type OrderInList = ListedOrder & { lines: OrderLine[] }

/** A row of the tracking screen, as typed. An empty carrier means that of the number. */
export type TrackingEntry = {
  order: OrderAtDesk
  number: string
  carrier: string
  /** Of what is saved, to tell whether the row was edited. */
  version: string
  problem?: string | undefined
}

export type SavedOrderFilter = { id: string; name: string; query: string }

/** A package, and what is in it. */
export type OrderShipment = {
  id: string
  carrier: string | null
  trackingNumber: string | null
  shippedAt: Date
  /** As the carrier reports it; null until it does. */
  progress: PackageProgress | null
  progressAt: Date | null
  progressNote: string | null
  lines: { position: number; quantity: number }[]
}

/** A label that was bought for an order, or is being bought. */
export type OrderLabel = {
  id: string
  state: 'buying' | 'bought' | 'failed' | 'voided'
  carrier: string
  service: string
  costCents: number | null
  trackingNumber: string | null
  problem: string | null
  createdAt: Date
  /** Its package has shipped. */
  isUsed: boolean
  /** The order has another address since. */
  isOutdated: boolean
}

export type PrintableLabel = { id: string; trackingNumber: string }

export type OrderReturn = {
  id: string
  state: ReturnState
  reason: ReturnReason
  /** More about the reason. */
  words: string | null
  createdAt: Date
  receivedAt: Date | null
  lines: { position: number; quantity: number; condition: ReturnCondition }[]
}

/** A payment request made after the order was bought. */
export type BalanceAtDesk = {
  id: string
  amountCents: number
  standing: BalanceStanding
  askedAt: Date
  expiresAt: Date
  /** When it was paid or withdrawn. */
  endedAt: Date | null
  withdrawnBy: 'owner' | 'change' | 'lapse' | null
  /** How the order changes once it's paid; null if it's for more sales tax. */
  items: { added: string[]; removed: string[] } | null
}

export type OrderBalance = {
  /** What can be asked for. */
  dueCents: number
  /** The state whose sales tax it is; null if the order never moved. */
  toState: StateCode | null
  /** Newest first. */
  requests: BalanceAtDesk[]
}

export type OrderDetail = {
  order: OrderAtDesk
  /** Version tokens of what is stored, for the forms that replace it. */
  versions: { tracking: string; note: string }
  balance: OrderBalance
  lines: OrderLine[]
  shipments: OrderShipment[]
  /** Newest first. */
  labels: OrderLabel[]
  /** It can ship, an account is connected, and no label is waiting for its package. */
  canBuyLabel: boolean
  returns: OrderReturn[]
  refundLines: RefundedLine[]
  /** Ids of the returns that can be refunded. */
  refundableReturns: string[]
  /** Where its bottles are. */
  counts: ItemCounts
  attempts: OrderPayment[]
  refunds: OrderRefund[]
  mails: OrderMail[]
  timeline: TimelineEntry[]
  /** What the customer was notified of about the package, and whether it can be undone. */
  shipment: Shipment
  /** Amount that can still be refunded to the card. */
  restCents: number
  /** The buyer's page. */
  orderPath: string
}

export type Shipment = {
  /** When the latest package left; null before the first one. */
  leftAt: Date | null
  /** "Shipped" can be undone. */
  canUndo: boolean
  /** The email that it ships was sent, or may be on its way. */
  isAnnounced: boolean
}

/** One of several orders about to go back to packed. */
export type ShippedOrder = { order: OrderAtDesk; shipment: Shipment }

export type TimelineEntry = {
  at: Date
  kind: 'order' | 'payment' | 'refund' | 'mail' | 'desk'
  title: string
  detail?: string | undefined
  /** Needs attention. */
  isBad?: boolean
}

/** Another state's sales tax, which the owner decides about. */
export type TaxChange = {
  /** What it adds to what the customer paid; negative if it is less. */
  addedCents: number
  fromTaxCents: number
  fromState: StateCode
  toState: StateCode
  fromBasisPoints: number
  toBasisPoints: number
}

/** One item for sale: a product in one size. */
export type Offer = { value: string; productId: string; size: Size | null; label: string; priceCents: number }

/** An item added to an order or removed from it. */
export type ChangedItem = { productId: string; name: string; size: Size | null; priceCents: number; quantity: number }

/** The totals of adding items and exchanging some for others. */
export type PlannedChange = {
  added: ChangedItem[]
  removed: (ChangedItem & { position: number })[]
  plan: ItemChangePlan
}
