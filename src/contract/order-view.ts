import type { UploadedPicture } from '#domain/catalogue/product.ts'
import type { ExpectedArrival } from '#domain/orders/expected-arrival.ts'

/** Data of the shopper's order page. */
export type OrderStatus =
  | 'confirming'
  | 'paid'
  | 'packed'
  | 'shipped'
  | 'delivered'
  | 'not-taken'
  | 'cancelled'
  | 'refunded'
  | 'partially-refunded'

export type OrderView = {
  number: string
  status: OrderStatus
  /** ISO. */
  placedAt: string
  lines: {
    productId: string
    name: string
    size: string | null
    quantity: number
    /** How many of them were refunded. */
    refunded: number
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
  /** ISO dates of events, oldest first. */
  timeline: { label: string; at: string }[]
  tracking: { carrier: string | null; number: string | null } | null
  /** The address as printed on the package; null once the link is older than 90 days. */
  shipTo: string[] | null
  /** Where its emails go; null once the link is older than 90 days. */
  email: string | null
  card: { brand: string; last4: string } | null
  /** When it usually arrives, in shop days; null if that is not said, or no longer true. */
  arrival: ExpectedArrival | null
  canCancel: boolean
  /** A calendar file with a reminder for when the bottles run out; null if the order does not count as bought. */
  reminderPath: string | null
}
