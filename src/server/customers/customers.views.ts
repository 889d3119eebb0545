import type { CustomerNote } from '#contract/customer-note.ts'
import type { Size } from '#domain/catalogue/sizes.ts'
import type { CustomerFigures } from '#domain/customers/customer-figures.ts'
import type { OrderAtDesk } from '#server/orders/orders.views.ts'
import type { MailEvent } from '#server/platform/mail/mail-events.ts'

/** Everything the shop stores about one address. */
export type Person = {
  email: string
  subscriber: CustomerSubscription | undefined
  orders: CustomerOrder[]
  reviews: CustomerReview[]
  mails: CustomerMail[]
  note: CustomerNote
  figures: CustomerFigures
  /** There is something to delete; orders stay, as tax law requires. */
  canForget: boolean
}

export type CustomerSubscription = {
  email: string
  source: string
  consentedAt: Date
  unsubscribedAt: Date | null
  leftBecause: MailEvent['kind'] | null
  discountCode: string
}

export type CustomerOrder = OrderAtDesk & {
  lines: { name: string; size: Size | null; quantity: number; priceCents: number }[]
  /** The card that bought it, and those used for later payments. */
  cards: { cardBrand: string | null; cardLast4: string | null }[]
  refunds: { amountCents: number; reason: string; createdAt: Date }[]
  shipments: { carrier: string | null; trackingNumber: string | null; shippedAt: Date }[]
  returns: { state: string; reason: string; words: string | null; createdAt: Date }[]
}

export type CustomerReview = {
  id: string
  productId: string | null
  rating: number
  title: string
  body: string
  reviewerName: string
  reviewerLocation: string | null
  isPublished: boolean
  reviewDate: Date
  email: string | null
  orderNumber: string | null
}

export type CustomerMail = {
  id: string
  recipient: string
  template: string
  createdAt: Date
  sentAt: Date | null
  isPast: boolean
}

/** Where a page of the list ended: the latest order of its last customer. */
export type CustomerCursor = { micros: number; id: string }

export type ListedCustomer = CustomerCursor & {
  email: string
  firstName: string
  lastName: string
  lastOrderAt: Date
  orders: number
  spentCents: number
  tags: string[]
}
