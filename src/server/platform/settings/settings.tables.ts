import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { json } from '#server/platform/db/json.ts'

export const settingsTable = pgTable('settings', {
  key: text('key').primaryKey(),
  value: json('value').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
})
