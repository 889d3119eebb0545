import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

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
  reviewDate: timestamp('review_date', { withTimezone: true }).notNull().defaultNow(),
})
