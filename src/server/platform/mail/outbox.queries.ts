import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { notifyProcesses } from '#server/platform/db/process-notes.queries.ts'
import type { Purge } from '#server/platform/db/purge.ts'
import { dueSql, inMs, isDue, msAgo } from '#server/platform/db/time.ts'
import { currentTraceparent } from '#server/platform/trace.ts'
import type { DepthSql } from '#server/platform/worker/queue-depths.queries.ts'
import type { Lease } from '#server/platform/worker/queue.ts'
import { outboxTable } from './outbox.tables.ts'

export type NewMailRow = Pick<typeof outboxTable.$inferInsert, 'cause' | 'template' | 'recipient' | 'payload'>

const outgoing = {
  id: outboxTable.id,
  template: outboxTable.template,
  recipient: outboxTable.recipient,
  payload: outboxTable.payload,
  attempts: outboxTable.attempts,
  traceparent: outboxTable.traceparent,
}

export const mailDepth: DepthSql = {
  due: `outbox where state = 'waiting' and ${dueSql('next_attempt_at')}`,
  since: 'next_attempt_at',
  dead: `outbox where state = 'dead'`,
}

export async function insertMail(tx: Orm, mail: NewMailRow): Promise<boolean> {
  const rows = await tx
    .insert(outboxTable)
    .values({ ...mail, traceparent: currentTraceparent() })
    .onConflictDoNothing({ target: outboxTable.cause })
    .returning({ id: outboxTable.id })
  return rows.length > 0
}

/**
 * Claims due emails and hides them from other processes for the length of the lease. No transaction stays open while
 * they are sent; if a process dies, another one claims them once the lease expires.
 */
export async function claimDueMails(orm: Orm, { limit, leaseMs }: Lease) {
  const due = orm
    .select({ id: outboxTable.id })
    .from(outboxTable)
    .where(sql`${outboxTable.state} = 'waiting' and ${isDue(outboxTable.nextAttemptAt)}`)
    .orderBy(asc(outboxTable.nextAttemptAt))
    .limit(limit)
    .for('no key update', { skipLocked: true })
  return (
    orm
      .update(outboxTable)
      .set({ attempts: sql`${outboxTable.attempts} + 1`, nextAttemptAt: inMs(leaseMs) })
      // As an array, so the planner cannot run the limited subquery more than once.
      .where(sql`${outboxTable.id} = any(array(${due}))`)
      .returning(outgoing)
  )
}

/** For a database owned by one process: makes everything its predecessor had claimed due at once. */
export async function dropClaims(orm: Orm): Promise<void> {
  await orm
    .update(outboxTable)
    .set({ nextAttemptAt: sql`now()` })
    .where(eq(outboxTable.state, 'waiting'))
}

/** Milliseconds until the next email is due; undefined if none is waiting. */
export async function untilNextMail(orm: Orm): Promise<number | undefined> {
  const [row] = await orm
    .select({ ms: sql<number | null>`(extract(epoch from min(${outboxTable.nextAttemptAt}) - now()) * 1000)::float8` })
    .from(outboxTable)
    .where(eq(outboxTable.state, 'waiting'))
  return row?.ms ?? undefined
}

export async function markMailSent(orm: Orm, id: string): Promise<void> {
  await orm
    .update(outboxTable)
    .set({ state: 'sent', sentAt: sql`now()`, lastError: null })
    .where(eq(outboxTable.id, id))
}

export async function markMailCancelled(orm: Orm, id: string): Promise<void> {
  await orm.update(outboxTable).set({ state: 'cancelled' }).where(eq(outboxTable.id, id))
}

/** An email leased by this process; the attempt number is a fencing token against earlier lease holders. */
type ClaimedMail = { id: string; attempts: number }

const isHeld = ({ id, attempts }: ClaimedMail) =>
  and(eq(outboxTable.id, id), eq(outboxTable.state, 'waiting'), eq(outboxTable.attempts, attempts))

export async function postponeMail(
  orm: Orm,
  mail: ClaimedMail,
  { lastError, retryInMs }: { lastError: string; retryInMs: number },
): Promise<void> {
  await orm
    .update(outboxTable)
    .set({ nextAttemptAt: inMs(retryInMs), lastError })
    .where(isHeld(mail))
}

/** Returns true if this process still held the lease. */
export async function markMailDead(orm: Orm, mail: ClaimedMail, lastError: string): Promise<boolean> {
  const rows = await orm
    .update(outboxTable)
    .set({ state: 'dead', lastError })
    .where(isHeld(mail))
    .returning({ id: outboxTable.id })
  return rows.length > 0
}

/** Bounces are reported within days, so an older email to the same address can't be the one. */
const BOUNCES_WITHIN_MS = 7 * 24 * 60 * 60_000

export type BouncedMail = { recipient: string; messageId: string | undefined; except: string }

/** Turns a sent email into a dead letter. Without our id, it is the last one to that address but for `except`. */
export async function markMailBounced(tx: Orm, { recipient, messageId, except }: BouncedMail, lastError: string) {
  const { id, template, state, createdAt } = outboxTable
  const [, ours] = /^<?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@/.exec(messageId ?? '') ?? []
  const isTheirs = and(
    eq(state, 'sent'),
    sql`${createdAt} > ${msAgo(BOUNCES_WITHIN_MS)}`,
    sql`lower(${outboxTable.recipient}) = lower(${recipient})`,
    ne(template, except),
    ours === undefined ? undefined : eq(id, ours),
  )
  const last = tx.select({ id }).from(outboxTable).where(isTheirs).orderBy(desc(outboxTable.sentAt)).limit(1)
  const [mail] = await tx
    .update(outboxTable)
    .set({ state: 'dead', lastError })
    .where(and(sql`${id} = any(array(${last}))`, eq(state, 'sent')))
    .returning({ template })
  return mail
}

export async function listDeadMails(orm: Orm, limit: number) {
  return orm
    .select({ ...outgoing, lastError: outboxTable.lastError, createdAt: outboxTable.createdAt })
    .from(outboxTable)
    .where(eq(outboxTable.state, 'dead'))
    .orderBy(asc(outboxTable.createdAt))
    .limit(limit)
}

/** Returns true if the dead letter existed. */
export async function retryDeadMail(orm: Orm, id: string): Promise<boolean> {
  const rows = await orm
    .update(outboxTable)
    .set({ state: 'waiting', attempts: 0, nextAttemptAt: sql`now()` })
    .where(and(eq(outboxTable.id, id), eq(outboxTable.state, 'dead')))
    .returning({ id: outboxTable.id })
  if (rows.length > 0) await notifyProcesses(orm, 'outbox')
  return rows.length > 0
}

/** What remains of a forgotten or expired email. The cause stays, so the email is never sent again. */
export const FORGOTTEN = { recipient: 'forgotten@invalid', payload: {}, lastError: null }

function purgeMails(states: readonly ('sent' | 'cancelled' | 'dead')[]): Purge {
  return async (orm, olderThanMs, limit) => {
    const { id, recipient, state, createdAt } = outboxTable
    const old = orm
      .select({ id })
      .from(outboxTable)
      .where(
        and(inArray(state, [...states]), ne(recipient, FORGOTTEN.recipient), sql`${createdAt} < ${msAgo(olderThanMs)}`),
      )
      .limit(limit)
      .for('no key update', { skipLocked: true })
    const rows = await orm
      .update(outboxTable)
      // Without its payload a dead letter cannot be retried.
      .set({ ...FORGOTTEN, ...(states.includes('dead') && { state: 'cancelled' as const }) })
      .where(sql`${id} = any(array(${old}))`)
      .returning({ id })
    return rows.length
  }
}

export const purgeSettledMails = purgeMails(['sent', 'cancelled'])
export const purgeDeadMails = purgeMails(['dead'])
