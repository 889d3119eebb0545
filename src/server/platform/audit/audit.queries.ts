import { and, desc, eq, like, lt, type SQL, sql } from 'drizzle-orm'
import type { AuditAction } from '#domain/operators/activity.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { dayStart } from '#server/platform/db/shop-days.ts'
import { auditLogTable } from './audit.tables.ts'
import type { AuditSearch, AuditLine } from './audit.views.ts'

/** The operator who made a change, with their name as it was at the time. */
export type Actor = { operatorId: string | null; actor: string }

export type AuditEntry = Actor & {
  /** For example 'review.publish'. */
  action: AuditAction
  subjectKind: string
  subjectId: string
  before: unknown
  after: unknown
}

/** Call it in the transaction that makes the change. Returns the id of the entry. */
export async function addAudit(tx: Orm, entry: AuditEntry): Promise<number | undefined> {
  const [row] = await tx.insert(auditLogTable).values(entry).returning({ id: auditLogTable.id })
  return row?.id
}

export async function findAudit(orm: Orm, id: number): Promise<AuditLine | undefined> {
  const [row] = await orm.select().from(auditLogTable).where(eq(auditLogTable.id, id))
  return row
}

/** Newest first, with keyset pagination: `before` is the id of the last entry on the previous page. */
export async function listAudit(
  orm: Orm,
  search: AuditSearch,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<AuditLine[]> {
  const { id, at, action, actor, subjectId } = auditLogTable
  return orm
    .select()
    .from(auditLogTable)
    .where(
      and(
        before === undefined ? undefined : lt(id, before),
        unlessEmpty(search.actor, (name) => sql`lower(${actor}) = ${name.toLowerCase()}`),
        unlessEmpty(search.action, (start) => like(action, `${start.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)),
        unlessEmpty(search.subject, (subject) => eq(subjectId, subject)),
        unlessEmpty(search.from, (day) => sql`${at} >= ${dayStart(day)}`),
        unlessEmpty(search.to, (day) => sql`${at} < ${dayStart(day, 1)}`),
      ),
    )
    .orderBy(desc(id))
    .limit(limit)
}

function unlessEmpty(value: string, condition: (value: string) => SQL): SQL | undefined {
  return value === '' ? undefined : condition(value)
}
