import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { json } from '#server/platform/db/json.ts'
import { moment } from '#server/platform/db/time.ts'

export const outboxTable = pgTable('outbox', {
  id: uuid('id').primaryKey().defaultRandom(),
  cause: text('cause').notNull().unique(),
  template: text('template').notNull(),
  recipient: text('recipient').notNull(),
  payload: json('payload').notNull(),
  state: text('state', { enum: ['waiting', 'sent', 'dead', 'cancelled'] })
    .notNull()
    .default('waiting'),
  /** Times it was claimed for sending, crashed ones included; back to 0 when the owner resends a dead letter. */
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
  lastError: text('last_error'),
  /** W3C traceparent of what caused it, if traces are collected. */
  traceparent: text('traceparent'),
  createdAt: moment('created_at').notNull().defaultNow(),
  sentAt: moment('sent_at'),
})
