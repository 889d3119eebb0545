import { boolean, date, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { WithholdingReason } from '#domain/reviews/moderation.ts'

export const reviewsTable = pgTable('reviews', {
  id: uuid('id').primaryKey().defaultRandom(),
  productId: text('product_id'),
  rating: integer('rating').notNull(),
  title: text('title').notNull(),
  body: text('body').notNull(),
  reviewerName: text('reviewer_name').notNull(),
  reviewerLocation: text('reviewer_location'),
  verifiedPurchase: boolean('verified_purchase').notNull().default(false),
  source: text('source').notNull(),
  isPublished: boolean('is_published').notNull().default(false),
  withheldReason: text('withheld_reason').$type<WithholdingReason>(),
  reply: text('reply'),
  repliedAt: timestamp('replied_at', { withTimezone: true }),
  decidedAt: timestamp('decided_at', { withTimezone: true }),
  lastShownAt: timestamp('last_shown_at', { withTimezone: true }),
  reviewDate: timestamp('review_date', { withTimezone: true }).notNull().defaultNow(),
})

/** Published reviews per day; a list is a product's id, 'brand' or '*'. */
export const reviewDaysTable = pgTable('review_days', {
  list: text('list').notNull(),
  day: date('day').notNull(),
  reviewCount: integer('review_count').notNull(),
})

export const reviewLedgerTable = pgTable('review_ledger', {
  state: text('state').primaryKey(),
  reviewCount: integer('review_count').notNull(),
})
