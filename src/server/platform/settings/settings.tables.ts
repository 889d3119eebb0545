import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const settingsTable = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
})
