import type { UploadedPicture } from '#domain/catalogue/product.ts'

/** What the shopper's own page of an order shows. */
export type OrderStatus =
  | 'confirming'
  | 'paid'
  | 'packed'
  | 'shipped'
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
    priceCents: number
    /** The product's own, as it is today; without one the rendered picture serves. */
    picture: UploadedPicture | null
    /** Pre-fills and verifies a review; null until the parcel has left, and on further sizes of the same oil. */
    reviewPath: string | null
  }[]
  subtotalCents: number
  discountCents: number
  shippingCents: number
  taxCents: number
  totalCents: number
  refundedCents: number
  /** ISO dates of what happened, oldest first. */
  timeline: { label: string; at: string }[]
  tracking: { carrier: string | null; number: string | null } | null
  /** The address as it goes on the parcel; null once the link is older than 90 days and shows less. */
  shipTo: string[] | null
  card: { brand: string; last4: string } | null
  canCancel: boolean
  /** A calendar file that reminds when the bottles run out; null while there is nothing to count from. */
  reminderPath: string | null
}
