import { and, asc, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { alertsTable } from '#server/alerts/alerts.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { dueSql, inMs, isDue, msAgo } from '#server/platform/db/time.ts'
import type { DepthSql } from '#server/platform/worker/queue-depths.queries.ts'
import type { Lease } from '#server/platform/worker/queue.ts'
import { moneyChecksTable } from './money-check.tables.ts'
import { paymentAttemptsTable } from './payments.tables.ts'
import type { NightlyCheck } from './payments.views.ts'

export const moneyDayDepth: DepthSql = {
  due: `money_checks where finished_at is null and day <= current_date and ${dueSql('next_attempt_at')}`,
  since: 'next_attempt_at',
  dead: 'money_checks where false',
}

/** How far the clocks of two processes may differ. */
const CLOCK_SLACK_MS = 5 * 60_000

/**
 * Queues days through `until` again that have a check in the future: they may have been checked before they were over,
 * while a clock was ahead.
 */
export async function reopenDays(orm: Orm, until: string, now: Date): Promise<void> {
  const { day, finishedAt } = moneyChecksTable
  await orm
    .update(moneyChecksTable)
    .set({ finishedAt: null, attempts: 0, nextAttemptAt: sql`now()` })
    .where(and(lte(day, until), gt(finishedAt, new Date(now.getTime() + CLOCK_SLACK_MS))))
}

/** The last day through `until` that is queued or checked. */
export async function findLastDay(orm: Orm, until: string): Promise<string | undefined> {
  const { day } = moneyChecksTable
  const [row] = await orm.select({ day }).from(moneyChecksTable).where(lte(day, until)).orderBy(desc(day)).limit(1)
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

/** Claims unfinished days through `until` that are due under a lease, oldest first. */
export async function claimDays(orm: Orm, { limit, leaseMs }: Lease, until: string): Promise<ClaimedDay[]> {
  const { day, attempts, finishedAt, nextAttemptAt } = moneyChecksTable
  const due = orm
    .select({ day })
    .from(moneyChecksTable)
    .where(and(isNull(finishedAt), lte(day, until), isDue(nextAttemptAt)))
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

/** Stamped by the clock that decides which days are over. */
export async function finishDay(
  tx: Orm,
  day: string,
  { differenceCount, summary, at }: { differenceCount: number; summary: unknown; at: Date },
): Promise<void> {
  await tx
    .update(moneyChecksTable)
    .set({ finishedAt: at, differenceCount, summary, lastError: null })
    .where(eq(moneyChecksTable.day, day))
}

export async function listChecks(orm: Orm, limit: number): Promise<NightlyCheck[]> {
  const { day } = moneyChecksTable
  return orm
    .select()
    .from(moneyChecksTable)
    .where(sql`${day} <= current_date`)
    .orderBy(desc(day))
    .limit(limit)
}

/**
 * Finished days with an open alert, least recently checked first. A check in the future was stamped by a clock that was
 * ahead.
 */
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
      and(
        eq(alertsTable.kind, kind),
        isNull(alertsTable.resolvedAt),
        sql`(${finishedAt} <= ${msAgo(uncheckedForMs)} or ${finishedAt} > now())`,
      ),
    )
    .orderBy(asc(finishedAt))
    .limit(limit)
  return rows.map((row) => row.day)
}
