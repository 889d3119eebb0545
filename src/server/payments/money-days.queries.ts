import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { alertsTable } from '#server/alerts/alerts.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { inMs, msAgo } from '#server/platform/db/time.ts'
import type { DepthSql } from '#server/platform/worker/queue-depths.queries.ts'
import type { Lease } from '#server/platform/worker/queue.ts'
import { moneyChecksTable } from './money-check.tables.ts'
import { paymentAttemptsTable } from './payments.tables.ts'
import type { NightlyCheck } from './payments.views.ts'

export const moneyDayDepth: DepthSql = {
  due: 'money_checks where finished_at is null and next_attempt_at <= now()',
  since: 'next_attempt_at',
  dead: 'money_checks where false',
}

/** The last day that is queued or checked. */
export async function findLastDay(orm: Orm): Promise<string | undefined> {
  const [row] = await orm
    .select({ day: moneyChecksTable.day })
    .from(moneyChecksTable)
    .orderBy(desc(moneyChecksTable.day))
    .limit(1)
  return row?.day
}

/** Time of the shop's first payment. */
export async function findFirstPayment(orm: Orm): Promise<Date | undefined> {
  const [row] = await orm
    .select({ createdAt: paymentAttemptsTable.createdAt })
    .from(paymentAttemptsTable)
    .where(sql`${paymentAttemptsTable.squarePaymentId} is not null`)
    .orderBy(asc(paymentAttemptsTable.createdAt))
    .limit(1)
  return row?.createdAt
}

/** Queues days; existing ones are left unchanged. */
export async function addDaysToCheck(orm: Orm, days: readonly string[]): Promise<void> {
  if (days.length === 0) return
  await orm
    .insert(moneyChecksTable)
    .values(days.map((day) => ({ day })))
    .onConflictDoNothing()
}

export type ClaimedDay = { day: string; attempts: number }

/** Claims unfinished days that are due under a lease, oldest first. */
export async function claimDays(orm: Orm, { limit, leaseMs }: Lease): Promise<ClaimedDay[]> {
  const { day, attempts, finishedAt, nextAttemptAt } = moneyChecksTable
  const due = orm
    .select({ day })
    .from(moneyChecksTable)
    .where(and(isNull(finishedAt), sql`${nextAttemptAt} <= now()`))
    .orderBy(asc(day))
    .limit(limit)
    .for('no key update', { skipLocked: true })
  return orm
    .update(moneyChecksTable)
    .set({ attempts: sql`${attempts} + 1`, startedAt: sql`now()`, nextAttemptAt: inMs(leaseMs) })
    .where(sql`${day} = any(array(${due}))`)
    .returning({ day, attempts })
}

export async function postponeDay(
  orm: Orm,
  day: string,
  { lastError, retryInMs }: { lastError: string; retryInMs: number },
): Promise<void> {
  await orm
    .update(moneyChecksTable)
    .set({ nextAttemptAt: inMs(retryInMs), lastError })
    .where(and(eq(moneyChecksTable.day, day), isNull(moneyChecksTable.finishedAt)))
}

export async function finishDay(tx: Orm, day: string, differenceCount: number, summary: unknown): Promise<void> {
  await tx
    .update(moneyChecksTable)
    .set({ finishedAt: sql`now()`, differenceCount, summary, lastError: null })
    .where(eq(moneyChecksTable.day, day))
}

export async function listChecks(orm: Orm, limit: number): Promise<NightlyCheck[]> {
  return orm.select().from(moneyChecksTable).orderBy(desc(moneyChecksTable.day)).limit(limit)
}

/** Finished days with an open alert, least recently checked first. */
export async function listAlertedDays(
  orm: Orm,
  { kind, uncheckedForMs, limit }: { kind: string; uncheckedForMs: number; limit: number },
): Promise<string[]> {
  const { day, finishedAt } = moneyChecksTable
  const rows = await orm
    .select({ day })
    .from(moneyChecksTable)
    .innerJoin(alertsTable, sql`${alertsTable.subject} = ${day}::text`)
    .where(
      and(eq(alertsTable.kind, kind), isNull(alertsTable.resolvedAt), sql`${finishedAt} <= ${msAgo(uncheckedForMs)}`),
    )
    .orderBy(asc(finishedAt))
    .limit(limit)
  return rows.map((row) => row.day)
}
