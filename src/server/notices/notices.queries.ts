import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { deleteSome, type Purge } from '#server/platform/db/purge.ts'
import { dueSql, inMs, isDue, msAgo } from '#server/platform/db/time.ts'
import { noticesTable } from '#server/platform/notices/notices.tables.ts'
import type { DepthSql } from '#server/platform/worker/queue-depths.queries.ts'
import type { Lease } from '#server/platform/worker/queue.ts'

const claimed = {
  id: noticesTable.id,
  kind: noticesTable.kind,
  facts: noticesTable.facts,
  operatorId: noticesTable.operatorId,
  attempts: noticesTable.attempts,
}
export type NoticeRow = Pick<typeof noticesTable.$inferSelect, keyof typeof claimed>

export const noticeDepth: DepthSql = {
  due: `notices where state = 'waiting' and ${dueSql('next_attempt_at')}`,
  since: 'next_attempt_at',
  dead: `notices where state = 'dead'`,
}

export async function claimNotices(orm: Orm, { limit, leaseMs }: Lease): Promise<NoticeRow[]> {
  const due = orm
    .select({ id: noticesTable.id })
    .from(noticesTable)
    .where(sql`${noticesTable.state} = 'waiting' and ${isDue(noticesTable.nextAttemptAt)}`)
    .orderBy(asc(noticesTable.nextAttemptAt))
    .limit(limit)
    .for('no key update', { skipLocked: true })
  return orm
    .update(noticesTable)
    .set({ attempts: sql`${noticesTable.attempts} + 1`, nextAttemptAt: inMs(leaseMs) })
    .where(sql`${noticesTable.id} = any(array(${due}))`)
    .returning(claimed)
}

/** The attempt number is a fencing token against earlier lease holders. */
const isHeld = ({ id, attempts }: Pick<NoticeRow, 'id' | 'attempts'>) =>
  and(eq(noticesTable.id, id), eq(noticesTable.state, 'waiting'), eq(noticesTable.attempts, attempts))

/** Returns true if this process still holds the lease. */
export async function markSpread(tx: Orm, notice: NoticeRow): Promise<boolean> {
  const rows = await tx
    .update(noticesTable)
    .set({ state: 'spread', lastError: null })
    .where(isHeld(notice))
    .returning({ id: noticesTable.id })
  return rows.length > 0
}

export async function postponeNotice(
  orm: Orm,
  notice: NoticeRow,
  { lastError, retryInMs }: { lastError: string; retryInMs: number },
): Promise<void> {
  await orm
    .update(noticesTable)
    .set({ nextAttemptAt: inMs(retryInMs), lastError })
    .where(isHeld(notice))
}

export async function markNoticeDead(orm: Orm, notice: NoticeRow, lastError: string): Promise<void> {
  await orm.update(noticesTable).set({ state: 'dead', lastError }).where(isHeld(notice))
}

/** Its deliveries go with it. */
export const purgeNotices: Purge = (orm, olderThanMs, limit) => {
  const { id: key, createdAt, state } = noticesTable
  const where = and(sql`${createdAt} < ${msAgo(olderThanMs)}`, ne(state, 'waiting'))
  return deleteSome(orm, { table: noticesTable, key, where, limit })
}
