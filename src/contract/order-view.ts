import type { UploadedPicture } from '#domain/catalogue/product.ts'
import type { BalanceStanding } from '#domain/money/balance-request.ts'
import type { ExpectedArrival } from '#domain/orders/expected-arrival.ts'
import type { CheckoutForm } from './checkout.ts'

/** Data of the shopper's order page. */
export type OrderStatus =
  | 'confirming'
  | 'paid'
  | 'packed'
  | 'partly-shipped'
  | 'shipped'
  | 'delivered'
  | 'not-taken'
  | 'cancelled'
  | 'refunded'
  | 'partially-refunded'

/** A payment request made after the order was bought. */
export type BalanceView = {
  requestId: string
  amountCents: number
  /** The state whose sales tax it is; null if it is for a change of the items. */
  stateName: string | null
  /** What changes once it is paid, and what that adds to each part. */
  change:
    | ({ added: string[]; removed: string[] } & Record<
        'goodsCents' | 'discountCents' | 'shippingCents' | 'taxCents',
        number
      >)
    | null
  standing: BalanceStanding
  /** True while it isn't known whether their payment went through. */
  isConfirming: boolean
  /** The last day on which it can be paid. */
  payBy: string
  /** Whose card it is, as far as we know; null if it can't be paid. */
  buyer: Omit<CheckoutForm, 'discountCode'> | null
}

export type OrderView = {
  /** The latest; null if there is none, or the order no longer counts. */
  balance: BalanceView | null
  /** What was paid later, split into its parts; not included in the totals. */
  later: { label: string; cents: number }[]
  number: string
  status: OrderStatus
  /** ISO. */
  placedAt: string
  lines: {
    /** Position of its line in the order; one product may have several. */
    position: number
    productId: string
    name: string
    size: string | null
    quantity: number
    /** How many of them were refunded. */
    refunded: number
    /** How many were removed from the order before it shipped; not included in the refunded ones here. */
    removed: number
    priceCents: number
    /** The product's current uploaded picture; without one the rendered picture is used. */
    picture: UploadedPicture | null
    /** Prefills and verifies a review; null until it has shipped, and for further sizes of the same oil. */
    reviewPath: string | null
  }[]
  subtotalCents: number
  discountCents: number
  shippingCents: number
  taxCents: number
  totalCents: number
  refundedCents: number
  /** Shipping charged because free shipping was lost; deducted from the refund. */
  addedShippingCents: number
  /** ISO dates of events, oldest first. */
  timeline: { label: string; at: string }[]
  tracking: {
    carrier: string | null
    number: string | null
    /** Where the carrier says it is. */ progress: string | null
  } | null
  /** For an order in several packages, oldest first; empty if it ships at once. */
  packages: {
    carrier: string | null
    number: string | null
    progress: string | null
    /** ISO. */
    at: string
    items: string[]
  }[]
  /** What isn't in any of them yet. */
  follows: string[]
  /** What the buyer sends back, oldest first. */
  returns: { isReceived: boolean; /** ISO. */ at: string; items: string[] }[]
  /** The address as printed on the package; null once the link is older than 90 days. */
  shipTo: string[] | null
  /** Where its emails go; null once the link is older than 90 days. */
  email: string | null
  card: { brand: string; last4: string } | null
  /** When it usually arrives, in shop days; null if there's no estimate or it no longer holds. */
  arrival: ExpectedArrival | null
  canCancel: boolean
  /** A calendar file with a reminder for when the bottles run out; null if the order does not count as bought. */
  reminderPath: string | null
}
