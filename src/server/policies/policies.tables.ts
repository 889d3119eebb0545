import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const policiesTable = pgTable('policies', {
  id: uuid('id').primaryKey().defaultRandom(),
  slug: text('slug').notNull(),
  bodyMarkdown: text('body_markdown').notNull(),
  /** Null for the drafts shipped with the shop. */
  author: text('author'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  publishedAt: timestamp('published_at', { withTimezone: true }),
})
