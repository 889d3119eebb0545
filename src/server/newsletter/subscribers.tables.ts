import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const subscribersTable = pgTable('subscribers', {
  id: uuid('id').primaryKey().defaultRandom(),
  email: text('email').notNull(),
  foldedEmail: text('folded_email').notNull().unique(),
  discountCode: text('discount_code').notNull(),
  source: text('source', { enum: ['home', 'footer', 'checkout', 'import'] }).notNull(),
  consentedAt: timestamp('consented_at', { withTimezone: true }).notNull().defaultNow(),
  unsubscribedAt: timestamp('unsubscribed_at', { withTimezone: true }),
  /** Null if they unsubscribed themselves. */
  leftBecause: text('left_because', { enum: ['bounced', 'complained'] }),
  unsubscribeToken: text('unsubscribe_token').notNull(),
})
