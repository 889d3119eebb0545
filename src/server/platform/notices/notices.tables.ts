import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Notice } from '#domain/notices/notice.ts'
import { json } from '#server/platform/db/json.ts'
import { moment } from '#server/platform/db/time.ts'

export const noticesTable = pgTable('notices', {
  id: uuid('id').primaryKey().defaultRandom(),
  kind: text('kind').$type<Notice['kind']>().notNull(),
  cause: text('cause').notNull().unique(),
  facts: json('facts').$type<Notice>().notNull(),
  /** Set if it is for one person only. */
  operatorId: text('operator_id'),
  state: text('state', { enum: ['waiting', 'spread', 'dead'] })
    .notNull()
    .default('waiting'),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
  lastError: text('last_error'),
  createdAt: moment('created_at').notNull().defaultNow(),
})
