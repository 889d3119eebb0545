import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const outboxTable = pgTable('outbox', {
  id: uuid('id').primaryKey().defaultRandom(),
  cause: text('cause').notNull().unique(),
  template: text('template').notNull(),
  recipient: text('recipient').notNull(),
  payload: jsonb('payload').notNull(),
  state: text('state', { enum: ['waiting', 'sent', 'dead', 'cancelled'] })
    .notNull()
    .default('waiting'),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull().defaultNow(),
  lastError: text('last_error'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
})
