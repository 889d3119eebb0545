import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { alertsTable } from './alerts.tables.ts'

export type AlertRow = typeof alertsTable.$inferSelect

/** Unseen alerts first, then the newest. */
export async function listAlerts(orm: Orm, limit: number): Promise<AlertRow[]> {
  const newest = [desc(alertsTable.createdAt), alertsTable.id] as const
  const unseen = await orm
    .select()
    .from(alertsTable)
    .where(isNull(alertsTable.seenAt))
    .orderBy(...newest)
    .limit(limit)
  const latest = await orm
    .select()
    .from(alertsTable)
    .orderBy(...newest)
    .limit(limit)
  return [...unseen, ...latest.filter(({ seenAt }) => seenAt !== null)].slice(0, limit)
}

/** Counts up to a limit; the partial index covers only unseen alerts. */
export async function countUnseenAlerts(orm: Orm, limit: number): Promise<number> {
  const [row] = await orm
    .select({
      count: sql<number>`(select count(*)::integer from (select from alerts where seen_at is null limit ${limit}) found)`,
    })
    .from(sql`(values (1)) one`)
  return row?.count ?? 0
}

/** Returns the alert, or undefined if it was already seen. */
export async function markAlertSeen(tx: Orm, id: string, now: Date): Promise<AlertRow | undefined> {
  const [row] = await tx
    .update(alertsTable)
    .set({ seenAt: now })
    .where(and(eq(alertsTable.id, id), isNull(alertsTable.seenAt)))
    .returning()
  return row
}

/** Returns the new alert's id, or undefined if the same alert is still unseen or, with `isOnce`, was ever raised. */
export async function insertAlert(
  tx: Orm,
  { isOnce, ...alert }: { kind: string; subject: string; detail: string; isOnce: boolean },
): Promise<string | undefined> {
  if (isOnce) {
    const { kind, subject } = alertsTable
    const isSame = and(eq(kind, alert.kind), eq(subject, alert.subject))
    const [known] = await tx.select({ id: alertsTable.id }).from(alertsTable).where(isSame).limit(1)
    if (known) return undefined
  }
  const [row] = await tx.insert(alertsTable).values(alert).onConflictDoNothing().returning({ id: alertsTable.id })
  return row?.id
}

/** Counts one more on the unseen alert about this subject. */
export async function countAnother(tx: Orm, { kind, subject }: { kind: string; subject: string }): Promise<void> {
  await tx
    .update(alertsTable)
    .set({ times: sql`${alertsTable.times} + 1` })
    .where(and(eq(alertsTable.kind, kind), eq(alertsTable.subject, subject), isNull(alertsTable.seenAt)))
}

/** Those of the subjects about which any of these kinds was ever raised, or is unresolved. */
export async function listAlertSubjects(
  orm: Orm,
  { kinds, subjects, isOpen = false }: { kinds: readonly string[]; subjects: readonly string[]; isOpen?: boolean },
): Promise<string[]> {
  if (subjects.length === 0) return []
  const { kind, subject, resolvedAt } = alertsTable
  const rows = await orm
    .selectDistinct({ subject })
    .from(alertsTable)
    .where(and(inArray(subject, [...subjects]), inArray(kind, [...kinds]), isOpen ? isNull(resolvedAt) : undefined))
  return rows.map((row) => row.subject)
}

export type AlertMatch = {
  kinds: readonly string[]
  /** Undefined for all alerts of these kinds, on any subject. */
  subject: string | undefined
}

export async function closeAlerts(
  tx: Orm,
  { kinds, subject }: AlertMatch,
  { resolution, now }: { resolution: string; now: Date },
): Promise<void> {
  await tx
    .update(alertsTable)
    .set({
      resolvedAt: now,
      resolution,
      seenAt: sql`coalesce(${alertsTable.seenAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(
      and(
        inArray(alertsTable.kind, [...kinds]),
        subject === undefined ? undefined : eq(alertsTable.subject, subject),
        isNull(alertsTable.resolvedAt),
      ),
    )
}
