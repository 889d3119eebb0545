import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { discountCodesTable, discountRedemptionsTable } from '#server/discounts/discounts.tables.ts'
import { ordersTable } from '#server/orders/orders.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import type { MailEvent } from '#server/platform/mail/mail-events.ts'
import { subscribersTable } from './subscribers.tables.ts'

export type NewSubscriber = Pick<
  typeof subscribersTable.$inferInsert,
  'email' | 'foldedEmail' | 'discountCode' | 'source' | 'unsubscribeToken'
>
export type SubscriberRow = typeof subscribersTable.$inferSelect

export async function findSubscriber(orm: Orm, foldedEmail: string): Promise<SubscriberRow | undefined> {
  const [row] = await orm.select().from(subscribersTable).where(eq(subscribersTable.foldedEmail, foldedEmail))
  return row
}

/** Ten percent off this customer's first order, once. Returns false if the code is taken. */
export async function insertSignupCode(tx: Orm, code: string, foldedEmail: string): Promise<boolean> {
  const inserted = await tx
    .insert(discountCodesTable)
    .values({
      code,
      kind: 'percent',
      percent: 10,
      totalLimit: 1,
      personLimit: 1,
      isFirstOrderOnly: true,
      foldedEmail,
    })
    .onConflictDoNothing()
    .returning({ code: discountCodesTable.code })
  return inserted.length > 0
}

/** Undefined if a concurrent signup has just inserted the same address. */
export async function insertSubscriber(tx: Orm, row: NewSubscriber): Promise<SubscriberRow | undefined> {
  const [inserted] = await tx
    .insert(subscribersTable)
    .values(row)
    .onConflictDoNothing({ target: subscribersTable.foldedEmail })
    .returning()
  return inserted
}

export async function deleteUnusedCode(tx: Orm, code: string): Promise<void> {
  await tx
    .delete(discountCodesTable)
    .where(
      and(
        eq(discountCodesTable.code, code),
        eq(discountCodesTable.usedCount, 0),
        sql`not exists (select 1 from ${discountRedemptionsTable} r where r.code = ${code})`,
        sql`not exists (select 1 from ${ordersTable} o where o.discount_code = ${code})`,
      ),
    )
}

/** Idempotent; an unknown token changes nothing. */
export async function unsubscribeByToken(orm: Orm, token: string, now: Date): Promise<void> {
  await orm
    .update(subscribersTable)
    .set({ unsubscribedAt: now })
    .where(and(eq(subscribersTable.unsubscribeToken, token), isNull(subscribersTable.unsubscribedAt)))
}

/** For an address that can't be reached, or whose owner called an email spam. */
export async function leaveByEmail(tx: Orm, foldedEmail: string, leftBecause: MailEvent['kind']): Promise<void> {
  await tx
    .update(subscribersTable)
    .set({ unsubscribedAt: sql`now()`, leftBecause })
    .where(and(eq(subscribersTable.foldedEmail, foldedEmail), isNull(subscribersTable.unsubscribedAt)))
}

export async function isSubscribed(orm: Orm, token: string): Promise<boolean> {
  const [row] = await orm
    .select({ id: subscribersTable.id })
    .from(subscribersTable)
    .where(and(eq(subscribersTable.unsubscribeToken, token), isNull(subscribersTable.unsubscribedAt)))
  return row !== undefined
}

/** One page of all subscribers, oldest first, after the given one. */
export async function listSubscribers(
  orm: Orm,
  { after, limit }: { after: Pick<SubscriberRow, 'consentedAt' | 'id'> | undefined; limit: number },
) {
  const { consentedAt, id } = subscribersTable
  const isLater =
    after && or(gt(consentedAt, after.consentedAt), and(eq(consentedAt, after.consentedAt), gt(id, after.id)))
  return orm
    .select({
      id,
      email: subscribersTable.email,
      source: subscribersTable.source,
      consentedAt,
      unsubscribedAt: subscribersTable.unsubscribedAt,
      discountCode: subscribersTable.discountCode,
      usedCount: discountCodesTable.usedCount,
    })
    .from(subscribersTable)
    .innerJoin(discountCodesTable, eq(discountCodesTable.code, subscribersTable.discountCode))
    .where(isLater)
    .orderBy(asc(consentedAt), asc(id))
    .limit(limit)
}

export async function deleteSubscriber(tx: Orm, foldedEmail: string): Promise<SubscriberRow | undefined> {
  const [row] = await tx.delete(subscribersTable).where(eq(subscribersTable.foldedEmail, foldedEmail)).returning()
  return row
}

/** A code that an order refers to stays, but has no owner and can't be used. */
export async function retireCode(tx: Orm, code: string): Promise<void> {
  await tx
    .update(discountCodesTable)
    .set({ foldedEmail: null, isActive: false })
    .where(eq(discountCodesTable.code, code))
}
