import { auditLogTable } from './audit-log.table.ts'
import type { Orm } from './database.ts'

/** Who does something; the name is kept as it is today. */
export type Actor = { operatorId: string | null; actor: string }

export type AuditEntry = Actor & {
  /** Such as 'review.publish'. */
  action: string
  subjectKind: string
  subjectId: string
  before: unknown
  after: unknown
}

/** Belongs into the transaction of the change itself. */
export async function addAudit(tx: Orm, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLogTable).values(entry)
}
