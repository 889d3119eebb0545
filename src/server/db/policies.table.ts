import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const policiesTable = pgTable('policies', {
  slug: text('slug').notNull(),
  bodyMarkdown: text('body_markdown').notNull(),
  publishedAt: timestamp('published_at', { withTimezone: true }),
})
