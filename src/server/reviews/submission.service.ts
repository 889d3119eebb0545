import { createHash } from 'node:crypto'
import { MIN_REVIEW_MS } from '#domain/reviews/review-limits.ts'
import { foldEmail } from '#domain/text/fold-email.ts'
import type { Database } from '#server/platform/db/database.ts'
import { raiseNotice } from '#server/platform/notices/raise-notice.queries.ts'
import type { ReviewLinks } from './review-links.ts'
import {
  insertReview,
  isActiveProduct,
  isProvenPurchase,
  isQueueFull,
  type NewReview,
  wasSentSince,
} from './submission.queries.ts'

export type SubmittedReview = Pick<
  NewReview,
  'productId' | 'rating' | 'title' | 'body' | 'reviewerName' | 'reviewerLocation' | 'email' | 'orderNumber'
> & {
  /** From one of our links. */
  proof: string | null
  /** The honeypot field, which only bots fill in. */
  website: string
  elapsedMs: number
}

/** Stored or silently dropped: the sender gets the same response. */
export type SubmissionResult = { ok: true; isStored: boolean } | { ok: false; code: 'queue_full' | 'unknown_product' }

const DUPLICATE_MS = 24 * 60 * 60 * 1000
/** More than an owner reads in months, and at most 50 MB. Strangers must not fill the disk, which would stop orders. */
const MAX_WAITING = 5000
/** Anyone can send any number of reviews, so the desk is notified at most every 15 minutes. */
const NOTICE_MS = 15 * 60 * 1000

export type ReviewSubmissionService = ReturnType<typeof createReviewSubmissionService>

export function createReviewSubmissionService({ orm }: Database, links: ReviewLinks, now: () => Date) {
  return {
    /** Accepts reviews from anyone; a moderator has to approve them anyway. */
    async submit({ website, elapsedMs, proof, ...review }: SubmittedReview): Promise<SubmissionResult> {
      if (website !== '' || elapsedMs < MIN_REVIEW_MS) return { ok: true, isStored: false }
      const { productId, rating, title, body, reviewerName, email } = review
      if (productId !== null && !(await isActiveProduct(orm, productId))) return { ok: false, code: 'unknown_product' }
      const contentHash = hashOf([productId, rating, title, body, reviewerName])
      const orderNumber = review.orderNumber?.toUpperCase() ?? null
      const isFromLink =
        proof !== null && orderNumber !== null && productId !== null && links.isGenuine(proof, orderNumber, productId)
      const foldedEmail = isFromLink || email === null ? null : foldEmail(email)
      return orm.transaction(async (tx) => {
        const at = now()
        if (await wasSentSince(tx, contentHash, new Date(at.getTime() - DUPLICATE_MS)))
          return { ok: true, isStored: false }
        const isVerified = orderNumber !== null && (await isProvenPurchase(tx, { orderNumber, productId, foldedEmail }))
        // Verified reviews are exempt (one per order and product), so that a flood can't shut out customers.
        if (!isVerified && (await isQueueFull(tx, MAX_WAITING))) return { ok: false, code: 'queue_full' }
        const source = isFromLink ? 'order_link' : 'website_form'
        await insertReview(tx, { ...review, orderNumber, isVerified, source, contentHash }, at)
        const cause = `new-review:${Math.floor(at.getTime() / NOTICE_MS)}`
        await raiseNotice(tx, { cause, notice: { kind: 'new-review' } })
        return { ok: true, isStored: true }
      })
    },
  }
}

function hashOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
