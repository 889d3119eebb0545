import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#server/platform/db/time.ts'

export const cdnPurgesTable = pgTable('cdn_purges', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  cause: text('cause').unique(),
  tags: text('tags').notNull(),
  isRepeat: boolean('is_repeat').notNull().default(false),
  attempts: integer('attempts').notNull().default(0),
  createdAt: moment('created_at').notNull().defaultNow(),
  nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
  lastError: text('last_error'),
})
