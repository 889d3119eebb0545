import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { notifyProcesses } from '#server/platform/db/process-notes.queries.ts'
import type { Purge } from '#server/platform/db/purge.ts'
import { dueSql, inMs, isDue, msAgo } from '#server/platform/db/time.ts'
import { settingsTable } from '#server/platform/settings/settings.tables.ts'
import type { DepthSql } from '#server/platform/worker/queue-depths.queries.ts'
import type { Lease } from '#server/platform/worker/queue.ts'
import { cdnPurgesTable } from './cdn-purges.tables.ts'

const { id, cause, tags, isRepeat, attempts, createdAt, nextAttemptAt } = cdnPurgesTable

/** While this row exists, every change to pages is recorded for the CDN. */
const SWITCH = 'cdn'

/** One request's worth: several changes are purged together. */
export type ClaimedPurge = { ids: number[]; tags: string[]; attempts: number }

export const cdnPurgeDepth: DepthSql = {
  due: `cdn_purges where ${dueSql('next_attempt_at')} and next_attempt_at < 'infinity'`,
  since: 'next_attempt_at',
  dead: 'cdn_purges where false',
}

export async function switchPurges(orm: Orm, isOn: boolean): Promise<void> {
  if (isOn)
    await orm
      .insert(settingsTable)
      .values({ key: SWITCH, value: true, changedAt: sql`now()` })
      .onConflictDoNothing()
  else
    await orm.transaction(async (tx) => {
      const rows = await tx
        .delete(settingsTable)
        .where(eq(settingsTable.key, SWITCH))
        .returning({ key: settingsTable.key })
      if (rows.length > 0) await tx.delete(cdnPurgesTable)
    })
}

/** For changes outside the database. If several processes report the same change, the first one counts. */
export async function insertPurge(orm: Orm, purge: { cause: string; tags: readonly string[] }): Promise<void> {
  const rows = await orm
    .insert(cdnPurgesTable)
    .values({ cause: purge.cause, tags: purge.tags.join(',') })
    .onConflictDoNothing({ target: cause })
    .returning({ id })
  if (rows.length > 0) await notifyProcesses(orm, 'cdn_purges')
}

/** Claims what is due as one item, and hides it from other processes for the length of the lease. */
export async function claimPurges(orm: Orm, { leaseMs }: Lease, maxRows: number): Promise<ClaimedPurge[]> {
  const due = orm
    .select({ id })
    .from(cdnPurgesTable)
    .where(sql`${isDue(nextAttemptAt)} and ${nextAttemptAt} < 'infinity'`)
    .orderBy(asc(nextAttemptAt))
    .limit(maxRows)
    .for('no key update', { skipLocked: true })
  const rows = await orm
    .update(cdnPurgesTable)
    .set({ attempts: sql`${attempts} + 1`, nextAttemptAt: inMs(leaseMs) })
    .where(sql`${id} = any(array(${due}))`)
    .returning({ id, tags, attempts })
  if (rows.length === 0) return []
  return [
    {
      ids: rows.map((row) => row.id),
      tags: [...new Set(rows.flatMap((row) => row.tags.split(',')))],
      attempts: Math.max(...rows.map((row) => row.attempts)),
    },
  ]
}

/** A first purge is repeated later; after the second one it's done. */
export async function settlePurges(orm: Orm, purge: ClaimedPurge, repeat: { inMs: number; byClockInMs: number }) {
  await orm.transaction(async (tx) => {
    const ours = inArray(id, purge.ids)
    await tx.delete(cdnPurgesTable).where(and(ours, isRepeat, isNull(cause)))
    // Kept, so that a process whose clock is behind doesn't insert it again.
    await tx
      .update(cdnPurgesTable)
      .set({ nextAttemptAt: sql`'infinity'` })
      .where(and(ours, isRepeat))
    await tx
      .update(cdnPurgesTable)
      .set({
        isRepeat: true,
        attempts: 0,
        lastError: null,
        nextAttemptAt: sql`now() + case when ${cause} is null then ${repeat.inMs}::float8 else ${repeat.byClockInMs}::float8 end * interval '1 millisecond'`,
      })
      .where(and(ours, eq(isRepeat, false)))
  })
}

export async function postponePurges(
  orm: Orm,
  purge: ClaimedPurge,
  { lastError, retryInMs }: { lastError: string; retryInMs: number },
): Promise<void> {
  await orm
    .update(cdnPurgesTable)
    .set({ nextAttemptAt: inMs(retryInMs), lastError })
    .where(inArray(id, purge.ids))
}

/** Milliseconds until the next purge is due; undefined if none is waiting. */
export async function untilNextPurge(orm: Orm): Promise<number | undefined> {
  const [row] = await orm
    .select({ ms: sql<number | null>`(extract(epoch from min(${nextAttemptAt}) - now()) * 1000)::float8` })
    .from(cdnPurgesTable)
    .where(sql`${nextAttemptAt} < 'infinity'`)
  return row?.ms ?? undefined
}

export const purgeSettledPurges: Purge = async (orm, olderThanMs, limit) => {
  const old = orm
    .select({ id })
    .from(cdnPurgesTable)
    .where(and(isNotNull(cause), sql`${nextAttemptAt} = 'infinity' and ${createdAt} < ${msAgo(olderThanMs)}`))
    .limit(limit)
    .for('no key update', { skipLocked: true })
  const rows = await orm
    .delete(cdnPurgesTable)
    .where(sql`${id} = any(array(${old}))`)
    .returning({ id })
  return rows.length
}
