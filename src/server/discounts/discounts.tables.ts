import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const discountCodesTable = pgTable('discount_codes', {
  code: text('code').primaryKey(),
  kind: text('kind', { enum: ['percent', 'amount'] }).notNull(),
  percent: integer('percent'),
  amountCents: integer('amount_cents'),
  minimumSubtotalCents: integer('minimum_subtotal_cents').notNull().default(0),
  startsAt: timestamp('starts_at', { withTimezone: true }),
  endsAt: timestamp('ends_at', { withTimezone: true }),
  totalLimit: integer('total_limit'),
  personLimit: integer('person_limit'),
  isFirstOrderOnly: boolean('first_order_only').notNull().default(false),
  foldedEmail: text('folded_email'),
  usedCount: integer('used_count').notNull().default(0),
  isActive: boolean('is_active').notNull().default(true),
  createdBy: text('created_by'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

export const discountRedemptionsTable = pgTable('discount_redemptions', {
  orderId: uuid('order_id').primaryKey(),
  code: text('code').notNull(),
  foldedEmail: text('folded_email').notNull(),
  state: text('state', { enum: ['reserved', 'consumed', 'released'] })
    .notNull()
    .default('reserved'),
  settledAt: timestamp('settled_at', { withTimezone: true }),
})
