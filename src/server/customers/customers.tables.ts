import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#server/platform/db/time.ts'

export const customerNotesTable = pgTable('customer_notes', {
  foldedEmail: text('folded_email').primaryKey(),
  note: text('note').notNull(),
  tags: text('tags').array().notNull(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})
