import { and, asc, desc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm'
import type { AuditLine } from '#server/platform/audit/audit.queries.ts'
import { auditLogTable } from '#server/platform/audit/audit.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { outboxTable } from '#server/platform/mail/outbox.tables.ts'
import { formKeysTable } from './orders.tables.ts'
import type { AttemptRow, RefundRow } from './payments.queries.ts'
import { paymentAttemptsTable, refundsTable, webhookEventsTable } from './payments.tables.ts'

const SHOWN = 200

/** Answers whether the form with this key is the first; a twin of it waits here until the first has ended. */
export async function takeFormKey(tx: Orm, key: string): Promise<boolean> {
  const rows = await tx
    .insert(formKeysTable)
    .values({ key })
    .onConflictDoNothing()
    .returning({ key: formKeysTable.key })
  return rows.length > 0
}

/** A form that was left open for so long is not sent any more. */
export async function forgetOldFormKeys(orm: Orm, before: Date): Promise<void> {
  await orm.delete(formKeysTable).where(lt(formKeysTable.usedAt, before))
}

export async function listAttempts(orm: Orm, orderId: string): Promise<AttemptRow[]> {
  return orm
    .select()
    .from(paymentAttemptsTable)
    .where(eq(paymentAttemptsTable.orderId, orderId))
    .orderBy(asc(paymentAttemptsTable.attemptNo))
}

export async function listRefundsOfOrder(orm: Orm, orderId: string): Promise<RefundRow[]> {
  return orm
    .select(getTableColumns(refundsTable))
    .from(refundsTable)
    .innerJoin(paymentAttemptsTable, eq(paymentAttemptsTable.id, refundsTable.attemptId))
    .where(eq(paymentAttemptsTable.orderId, orderId))
    .orderBy(asc(refundsTable.createdAt))
}

export async function listMailsOf(orm: Orm, orderNumber: string) {
  const { id, template, recipient, state, lastError, createdAt, sentAt } = outboxTable
  return orm
    .select({ id, template, recipient, state, lastError, createdAt, sentAt })
    .from(outboxTable)
    .where(sql`${outboxTable.payload} ->> 'orderNumber' = ${orderNumber}`)
    .orderBy(asc(createdAt))
    .limit(SHOWN)
}

export type OrderMail = Awaited<ReturnType<typeof listMailsOf>>[number]

/** Writes the same mail once more. */
export async function copyMail(tx: Orm, id: string, cause: string): Promise<void> {
  const [mail] = await tx
    .select({ template: outboxTable.template, recipient: outboxTable.recipient, payload: outboxTable.payload })
    .from(outboxTable)
    .where(eq(outboxTable.id, id))
  if (mail) await tx.insert(outboxTable).values({ ...mail, cause })
}

/** What the provider told us of these payments and refunds of its own. */
export async function listEventsAbout(orm: Orm, subjects: readonly string[]) {
  if (subjects.length === 0) return []
  const { eventId, type, receivedAt, processedAt } = webhookEventsTable
  return orm
    .select({ eventId, type, receivedAt, processedAt })
    .from(webhookEventsTable)
    .where(inArray(sql`${webhookEventsTable.body} -> 'data' ->> 'id'`, [...subjects]))
    .orderBy(asc(receivedAt))
    .limit(SHOWN)
}

export type OrderEvent = Awaited<ReturnType<typeof listEventsAbout>>[number]

export async function listAuditOfOrder(orm: Orm, orderId: string): Promise<AuditLine[]> {
  return orm
    .select()
    .from(auditLogTable)
    .where(and(eq(auditLogTable.subjectKind, 'order'), eq(auditLogTable.subjectId, orderId)))
    .orderBy(desc(auditLogTable.id))
    .limit(SHOWN)
}
