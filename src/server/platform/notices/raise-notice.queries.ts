import type { Notice } from '#domain/notices/notice.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { noticesTable } from './notices.tables.ts'

export type NewNotice = {
  /** Idempotency key: a second notice with the same cause is ignored. */
  cause: string
  notice: Notice
  /** Omitted for everyone who wants it. */
  operatorId?: string
}

/**
 * Notifies the shop's team, each person as they have chosen. The notice is stored in the caller's transaction and
 * sent after it commits. Returns true if it is new.
 */
export async function raiseNotice(tx: Orm, { cause, notice, operatorId }: NewNotice): Promise<boolean> {
  const rows = await tx
    .insert(noticesTable)
    .values({ cause, kind: notice.kind, facts: notice, operatorId })
    .onConflictDoNothing({ target: noticesTable.cause })
    .returning({ id: noticesTable.id })
  return rows.length > 0
}
