import type { OrderState } from '#domain/orders/order-states.ts'
import type { WithholdingReason } from '#domain/reviews/moderation.ts'

export type ReviewQueue = { reviews: ReviewToModerate[]; next: ReviewCursor | undefined; hidesRatings: boolean }

/** A review as its moderator sees it: without stars while they are hidden. */
export type ReviewToModerate = Omit<QueuedReview, 'rating'> & { rating: number | undefined }

/** Where a page of the list ended: the microsecond, which a Date can't hold, and the id. */
export type ReviewCursor = { micros: number; id: string }

export type QueuedReview = {
  id: string
  productName: string | null
  rating: number
  title: string
  body: string
  reviewerName: string
  reviewerLocation: string | null
  email: string | null
  orderNumber: string | null
  isVerified: boolean
  source: string
  date: Date
  micros: number
  isPublished: boolean
  withheldReason: WithholdingReason | null
  reply: string | null
  /** The state of the named order, if it exists. */
  orderState: OrderState | null
  /** True if that order contains the reviewed product. */
  isProductInOrder: boolean
}
