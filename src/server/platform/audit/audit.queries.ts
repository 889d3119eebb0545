import { and, desc, eq, inArray, like, lt, max, type SQL, sql } from 'drizzle-orm'
import type { AuditAction } from '#domain/operators/activity.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { dayStart } from '#server/platform/db/shop-days.ts'
import { auditLogTable } from './audit.tables.ts'
import type { AuditSearch, AuditLine, Subject } from './audit.views.ts'

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

/** Of each of these things, the latest entry that says what this field was before. */
export async function listLatestChanges(
  orm: Orm,
  { subjectKind, subjectIds, field }: { subjectKind: string; subjectIds: readonly string[]; field: string },
): Promise<(number | null)[]> {
  const { id, subjectKind: kind, subjectId, before } = auditLogTable
  const rows = await orm
    .select({ id: max(id) })
    .from(auditLogTable)
    .where(
      and(eq(kind, subjectKind), inArray(subjectId, [...subjectIds]), sql`jsonb_exists(${before}, ${field}::text)`),
    )
    .groupBy(subjectId)
  return rows.map((row) => row.id)
}

/** Everyone who is in the log, in lowercase: one step through the index for each. */
export async function listActors(orm: Orm): Promise<string[]> {
  const [row] = await orm
    .select({
      actors: sql<string[]>`(with recursive found (actor) as (
          select min(lower(actor)) from ${auditLogTable}
          union all
          select (select min(lower(actor)) from ${auditLogTable} where lower(actor) > found.actor)
          from found where found.actor is not null)
        select coalesce(array_agg(actor order by actor), '{}') from found where actor is not null)`,
    })
    .from(sql`(values (1)) one`)
  return row?.actors ?? []
}

/** Newest first, with keyset pagination: `before` is the id of the last entry on the previous page. */
export async function listAudit(
  orm: Orm,
  search: AuditSearch,
  { before, limit, subjects }: { before: number | undefined; limit: number; subjects?: readonly Subject[] | undefined },
): Promise<AuditLine[]> {
  const { id, at, action, actor, subjectKind, subjectId } = auditLogTable
  return orm
    .select()
    .from(auditLogTable)
    .where(
      and(
        before === undefined ? undefined : lt(id, before),
        unlessEmpty(search.actor, (name) => sql`lower(${actor}) = ${name.toLowerCase()}`),
        unlessEmpty(search.action, (start) => like(action, `${start.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)),
        unlessEmpty(search.subject, (subject) => eq(subjectId, subject)),
        subjects &&
          sql`(${subjectKind}, ${subjectId}) in (${sql.join(
            subjects.map((subject) => sql`(${subject.subjectKind}, ${subject.subjectId})`),
            sql`, `,
          )})`,
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
