import { and, asc, eq, sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { outboxTable } from './outbox.tables.ts'

export type NewMailRow = Pick<typeof outboxTable.$inferInsert, 'cause' | 'template' | 'recipient' | 'payload'>

const outgoing = {
  id: outboxTable.id,
  template: outboxTable.template,
  recipient: outboxTable.recipient,
  payload: outboxTable.payload,
  attempts: outboxTable.attempts,
}

/** The database's own clock decides what is due: processes may disagree about the time. */
const inMs = (milliseconds: number) => sql`now() + ${milliseconds} * interval '1 millisecond'`

export async function insertMail(tx: Orm, mail: NewMailRow): Promise<boolean> {
  const rows = await tx
    .insert(outboxTable)
    .values(mail)
    .onConflictDoNothing({ target: outboxTable.cause })
    .returning({ id: outboxTable.id })
  return rows.length > 0
}

/**
 * Takes mails that are due and hides them from other processes for the length of a lease. No transaction stays open
 * while they are sent; a process that dies leaves them to whoever looks after the lease has run out.
 */
export async function claimDueMails(orm: Orm, { limit, leaseMs }: { limit: number; leaseMs: number }) {
  const due = orm
    .select({ id: outboxTable.id })
    .from(outboxTable)
    .where(sql`${outboxTable.state} = 'waiting' and ${outboxTable.nextAttemptAt} <= now()`)
    .orderBy(asc(outboxTable.nextAttemptAt))
    .limit(limit)
    .for('no key update', { skipLocked: true })
  return (
    orm
      .update(outboxTable)
      .set({ attempts: sql`${outboxTable.attempts} + 1`, nextAttemptAt: inMs(leaseMs) })
      // As an array, so that the planner cannot run the limited query more than once.
      .where(sql`${outboxTable.id} = any(array(${due}))`)
      .returning(outgoing)
  )
}

/** Of a database that belongs to one process: whatever its predecessor had claimed is due at once. */
export async function dropClaims(orm: Orm): Promise<void> {
  await orm
    .update(outboxTable)
    .set({ nextAttemptAt: sql`now()` })
    .where(eq(outboxTable.state, 'waiting'))
}

/** Milliseconds until the next mail is due; undefined when none waits. */
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

export async function markMailFailed(
  orm: Orm,
  id: string,
  { lastError, retryInMs }: { lastError: string; retryInMs: number | undefined },
): Promise<void> {
  const next = retryInMs === undefined ? { state: 'dead' as const } : { nextAttemptAt: inMs(retryInMs) }
  await orm
    .update(outboxTable)
    .set({ ...next, lastError })
    .where(eq(outboxTable.id, id))
}

export async function listDeadMails(orm: Orm, limit: number) {
  return orm
    .select({ ...outgoing, lastError: outboxTable.lastError, createdAt: outboxTable.createdAt })
    .from(outboxTable)
    .where(eq(outboxTable.state, 'dead'))
    .orderBy(asc(outboxTable.createdAt))
    .limit(limit)
}

/** Answers whether there was such a dead mail. */
export async function reviveMail(orm: Orm, id: string): Promise<boolean> {
  const rows = await orm
    .update(outboxTable)
    .set({ state: 'waiting', attempts: 0, nextAttemptAt: sql`now()` })
    .where(and(eq(outboxTable.id, id), eq(outboxTable.state, 'dead')))
    .returning({ id: outboxTable.id })
  if (rows.length > 0) await orm.execute(sql`select pg_notify('outbox', '')`)
  return rows.length > 0
}
