import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Orm } from './database.ts'
import { alertsTable } from './orders.tables.ts'

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
