import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { alertsTable } from './alerts.tables.ts'

export type AlertRow = typeof alertsTable.$inferSelect

/** What nobody has seen stands first, then the newest. */
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

/** Counted up to a limit; the index holds nothing but these. */
export async function countUnseenAlerts(orm: Orm, limit: number): Promise<number> {
  const [row] = await orm
    .select({
      count: sql<number>`(select count(*)::integer from (select from alerts where seen_at is null limit ${limit}) found)`,
    })
    .from(sql`(values (1)) one`)
  return row?.count ?? 0
}

/** Answers the alert if it was not seen before. */
export async function markAlertSeen(tx: Orm, id: string, now: Date): Promise<AlertRow | undefined> {
  const [row] = await tx
    .update(alertsTable)
    .set({ seenAt: now })
    .where(and(eq(alertsTable.id, id), isNull(alertsTable.seenAt)))
    .returning()
  return row
}

/** Returns the new alert's id; undefined when an unseen one says the same, or, with `isOnce`, any one ever did. */
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

/** Returns true if any of these was ever raised about this. */
export async function isAlertKnown(tx: Orm, kinds: readonly string[], subject: string): Promise<boolean> {
  const rows = await tx
    .select({ id: alertsTable.id })
    .from(alertsTable)
    .where(and(eq(alertsTable.subject, subject), inArray(alertsTable.kind, [...kinds])))
    .limit(1)
  return rows.length > 0
}

export type AlertMatch = { kinds: readonly string[]; subject: string; resolution: string; now: Date }

/** Closes alerts whose cause is gone, whether or not they were seen: none of them asks for anything anymore. */
export async function resolveAlerts(tx: Orm, { kinds, subject, resolution, now }: AlertMatch): Promise<void> {
  await tx
    .update(alertsTable)
    .set({
      resolvedAt: now,
      resolution,
      seenAt: sql`coalesce(${alertsTable.seenAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(and(eq(alertsTable.subject, subject), inArray(alertsTable.kind, [...kinds]), isNull(alertsTable.resolvedAt)))
}

/** The same for all alerts of a kind, whatever they are about. */
export async function resolveAlertsOfKind(tx: Orm, kind: string, resolution: string, now: Date): Promise<void> {
  await tx
    .update(alertsTable)
    .set({
      resolvedAt: now,
      resolution,
      seenAt: sql`coalesce(${alertsTable.seenAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(and(eq(alertsTable.kind, kind), isNull(alertsTable.resolvedAt)))
}
