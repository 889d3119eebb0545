import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { json } from '#server/platform/db/json.ts'

export const textVersionsTable = pgTable('text_versions', {
  id: uuid('id').primaryKey().defaultRandom(),
  page: text('page').notNull(),
  content: json('content').notNull(),
  author: text('author'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  publishedAt: timestamp('published_at', { withTimezone: true }),
})
