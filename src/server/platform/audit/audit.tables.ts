import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { json } from '#server/platform/db/json.ts'

export const auditLogTable = pgTable('audit_log', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  operatorId: text('operator_id'),
  actor: text('actor').notNull(),
  action: text('action').notNull(),
  subjectKind: text('subject_kind').notNull(),
  subjectId: text('subject_id').notNull(),
  before: json('before'),
  after: json('after'),
})
