import type { WithholdingReason } from '#domain/reviews/moderation.ts'

export type ReviewQueue = { reviews: ReviewToModerate[]; next: ReviewCursor | undefined; hidesRatings: boolean }

/** A review as its moderator sees it: without the stars while those are hidden. */
export type ReviewToModerate = Omit<QueuedReview, 'rating'> & { rating: number | undefined }

/** Where a list stopped: the microsecond, which a Date cannot hold, and the review. */
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
  /** The state of the order that was named, if there is one. */
  orderState: string | null
  /** Whether that order holds the reviewed product. */
  isProductInOrder: boolean
}
