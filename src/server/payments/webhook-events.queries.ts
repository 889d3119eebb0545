import { and, asc, desc, eq, inArray, notLike, sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { notifyProcesses } from '#server/platform/db/process-notes.queries.ts'
import { deleteSome, type Purge } from '#server/platform/db/purge.ts'
import { dueSql, inMs, isDue, msAgo } from '#server/platform/db/time.ts'
import type { DepthSql } from '#server/platform/worker/queue-depths.queries.ts'
import type { Lease } from '#server/platform/worker/queue.ts'
import { webhookEventsTable } from './payments.tables.ts'

export type WebhookEventRow = typeof webhookEventsTable.$inferSelect
/** An event leased by this process; the attempt number is a fencing token against earlier lease holders. */
export type ClaimedEvent = Pick<WebhookEventRow, 'eventId' | 'type' | 'body' | 'attempts' | 'faults'>

/** For findings the money check handles as if Square had sent a webhook. */
export const OWN_EVENT_PREFIX = 'money-check:'

export const eventDepth: DepthSql = {
  due: `webhook_events where state = 'waiting' and ${dueSql('next_attempt_at')}`,
  since: 'next_attempt_at',
  dead: `webhook_events where state = 'dead'`,
}

/** Returns true if the event is new. */
export async function insertWebhookEvent(
  orm: Orm,
  event: Pick<WebhookEventRow, 'eventId' | 'type' | 'body'>,
): Promise<boolean> {
  const rows = await orm
    .insert(webhookEventsTable)
    .values(event)
    .onConflictDoNothing()
    .returning({ eventId: webhookEventsTable.eventId })
  return rows.length > 0
}

/** When Square last sent a webhook; findings of our own money check are stored in the same table under our own IDs. */
export async function findLastWebhookAt(orm: Orm): Promise<Date | undefined> {
  const [row] = await orm
    .select({ receivedAt: webhookEventsTable.receivedAt })
    .from(webhookEventsTable)
    .where(notLike(webhookEventsTable.eventId, `${OWN_EVENT_PREFIX}%`))
    .orderBy(desc(webhookEventsTable.receivedAt))
    .limit(1)
  return row?.receivedAt
}

/** Takes events that are due, the longest due first, and hides them from other processes for the length of a lease. */
export async function claimDueEvents(orm: Orm, { limit, leaseMs }: Lease): Promise<ClaimedEvent[]> {
  const { eventId, type, body, attempts, faults, nextAttemptAt, state } = webhookEventsTable
  const due = orm
    .select({ eventId })
    .from(webhookEventsTable)
    .where(sql`${state} = 'waiting' and ${isDue(nextAttemptAt)}`)
    .orderBy(asc(nextAttemptAt))
    .limit(limit)
    .for('no key update', { skipLocked: true })
  return (
    orm
      .update(webhookEventsTable)
      .set({ attempts: sql`${attempts} + 1`, nextAttemptAt: inMs(leaseMs) })
      // As an array, so the planner cannot run the limited subquery more than once.
      .where(sql`${eventId} = any(array(${due}))`)
      .returning({ eventId, type, body, attempts, faults })
  )
}

const isHeldBy = ({ eventId, attempts }: ClaimedEvent) =>
  and(
    eq(webhookEventsTable.eventId, eventId),
    eq(webhookEventsTable.state, 'waiting'),
    eq(webhookEventsTable.attempts, attempts),
  )

export async function markEventDone(orm: Orm, event: ClaimedEvent): Promise<void> {
  await orm
    .update(webhookEventsTable)
    .set({ state: 'done', processedAt: sql`now()`, lastError: null })
    .where(isHeldBy(event))
}

export async function postponeEvent(
  orm: Orm,
  event: ClaimedEvent,
  { lastError, retryInMs, isFault }: { lastError: string; retryInMs: number; isFault: boolean },
): Promise<void> {
  await orm
    .update(webhookEventsTable)
    .set({ nextAttemptAt: inMs(retryInMs), lastError, faults: event.faults + (isFault ? 1 : 0) })
    .where(isHeldBy(event))
}

/** Returns true if this process still held the event. */
export async function markEventDead(tx: Orm, event: ClaimedEvent, lastError: string): Promise<boolean> {
  const rows = await tx
    .update(webhookEventsTable)
    .set({ state: 'dead', lastError })
    .where(isHeldBy(event))
    .returning({ eventId: webhookEventsTable.eventId })
  return rows.length > 0
}

export async function listDeadEvents(orm: Orm, limit: number): Promise<WebhookEventRow[]> {
  return orm
    .select()
    .from(webhookEventsTable)
    .where(eq(webhookEventsTable.state, 'dead'))
    .orderBy(asc(webhookEventsTable.receivedAt))
    .limit(limit)
}

/** Makes a dead event due at once with a fresh set of attempts. Returns true if it was dead. */
export async function retryDeadEvent(tx: Orm, eventId: string): Promise<boolean> {
  const rows = await tx
    .update(webhookEventsTable)
    .set({ state: 'waiting', attempts: 0, faults: 0, nextAttemptAt: sql`now()` })
    .where(and(eq(webhookEventsTable.eventId, eventId), eq(webhookEventsTable.state, 'dead')))
    .returning({ eventId: webhookEventsTable.eventId })
  if (rows.length > 0) await notifyProcesses(tx, 'webhook_events')
  return rows.length > 0
}

/** Returns true if the event was dead. */
export async function closeEvent(tx: Orm, eventId: string): Promise<boolean> {
  const rows = await tx
    .update(webhookEventsTable)
    .set({ state: 'closed', processedAt: sql`now()` })
    .where(and(eq(webhookEventsTable.eventId, eventId), eq(webhookEventsTable.state, 'dead')))
    .returning({ eventId: webhookEventsTable.eventId })
  return rows.length > 0
}

export const purgeSettledEvents: Purge = (orm, olderThanMs, limit) => {
  const { eventId, state, processedAt } = webhookEventsTable
  const where = and(inArray(state, ['done', 'closed']), sql`${processedAt} < ${msAgo(olderThanMs)}`)
  return deleteSome(orm, { table: webhookEventsTable, key: eventId, where, limit })
}
