import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { auditLogTable } from '#server/platform/audit/audit.tables.ts'
import type { AuditLine } from '#server/platform/audit/audit.views.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { deleteSome, type Purge } from '#server/platform/db/purge.ts'
import { msAgo } from '#server/platform/db/time.ts'
import { outboxTable } from '#server/platform/mail/outbox.tables.ts'
import { addressLines } from './address-lines.ts'
import type { OrderAddress } from './orders.queries.ts'
import { formKeysTable } from './orders.tables.ts'

const SHOWN = 200

/**
 * Returns true on the first use of the form's idempotency key; a concurrent duplicate blocks until the first one
 * commits or rolls back.
 */
export async function takeFormKey(tx: Orm, key: string): Promise<boolean> {
  const rows = await tx
    .insert(formKeysTable)
    .values({ key })
    .onConflictDoNothing()
    .returning({ key: formKeysTable.key })
  return rows.length > 0
}

export const purgeFormKeys: Purge = (orm, olderThanMs, limit) => {
  const { key, usedAt } = formKeysTable
  return deleteSome(orm, { table: formKeysTable, key, where: sql`${usedAt} < ${msAgo(olderThanMs)}`, limit })
}

export async function listMailsOf(orm: Orm, orderNumber: string) {
  const { id, cause, template, recipient, state, attempts, lastError, createdAt, sentAt } = outboxTable
  return orm
    .select({ id, cause, template, recipient, state, attempts, lastError, createdAt, sentAt })
    .from(outboxTable)
    .where(sql`${outboxTable.payload} ->> 'orderNumber' = ${orderNumber}`)
    .orderBy(asc(createdAt))
    .limit(SHOWN)
}

/** Emails that have not been sent are not sent anymore. */
export async function cancelMails(tx: Orm, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { id, state } = outboxTable
  await tx
    .update(outboxTable)
    .set({ state: 'cancelled' })
    .where(and(inArray(id, [...ids]), eq(state, 'waiting')))
}

/** Sends it again to the customer as they are now: the name and the addresses may have been corrected since. */
export async function copyMail(tx: Orm, id: string, cause: string, order: OrderAddress): Promise<void> {
  const { template, payload } = outboxTable
  const [mail] = await tx.select({ template, payload }).from(outboxTable).where(eq(outboxTable.id, id))
  if (!mail) return
  const old = mail.payload as { shipTo?: string[] }
  const sent = { ...old, firstName: order.firstName, ...(old.shipTo && { shipTo: addressLines(order) }) }
  await tx.insert(outboxTable).values({ template: mail.template, recipient: order.email, payload: sent, cause })
}

export async function listAuditOfOrder(orm: Orm, orderId: string): Promise<AuditLine[]> {
  return orm
    .select()
    .from(auditLogTable)
    .where(and(eq(auditLogTable.subjectKind, 'order'), eq(auditLogTable.subjectId, orderId)))
    .orderBy(desc(auditLogTable.id))
    .limit(SHOWN)
}
