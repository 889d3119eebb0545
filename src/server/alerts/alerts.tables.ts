import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#server/platform/db/time.ts'

export const alertsTable = pgTable('alerts', {
  id: uuid('id').primaryKey().defaultRandom(),
  kind: text('kind').notNull(),
  subject: text('subject').notNull(),
  detail: text('detail').notNull(),
  times: integer('times').notNull().default(1),
  createdAt: moment('created_at').notNull().defaultNow(),
  seenAt: moment('seen_at'),
  resolvedAt: moment('resolved_at'),
  resolution: text('resolution'),
})
