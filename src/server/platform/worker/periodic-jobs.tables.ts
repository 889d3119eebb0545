import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#server/platform/db/time.ts'

export const periodicJobsTable = pgTable('periodic_jobs', {
  name: text('name').primaryKey(),
  nextRunAt: moment('next_run_at').notNull().defaultNow(),
})
