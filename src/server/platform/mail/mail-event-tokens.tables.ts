import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#server/platform/db/time.ts'

export const mailEventTokensTable = pgTable('mail_event_tokens', {
  token: text('token').primaryKey(),
  takenAt: moment('taken_at').notNull().defaultNow(),
})
