import { and, desc, eq, gt, ilike, isNull, lt, or, sql } from 'drizzle-orm'
import { discountCodesTable } from '#server/discounts/discounts.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import type { FoundSubscriber } from './newsletter.views.ts'
import { subscribersTable } from './subscribers.tables.ts'

/** Where a page of the list ended: the microsecond, which a Date can't hold, and the id. */
export type SubscriberCursor = { micros: number; id: string }

/** Newest first; matches a part of the address. */
export async function searchSubscribers(
  orm: Orm,
  { part, after, limit }: { part: string; after: SubscriberCursor | undefined; limit: number },
): Promise<FoundSubscriber[]> {
  const { id, email, consentedAt } = subscribersTable
  const stopped = after && sql`(timestamptz 'epoch' + ${after.micros} * interval '1 microsecond')`
  return orm
    .select({
      id,
      email,
      source: subscribersTable.source,
      consentedAt,
      micros: sql<number>`(extract(epoch from ${consentedAt}) * 1000000)::bigint`.mapWith(Number),
      unsubscribedAt: subscribersTable.unsubscribedAt,
      leftBecause: subscribersTable.leftBecause,
      discountCode: subscribersTable.discountCode,
      usedCount: discountCodesTable.usedCount,
    })
    .from(subscribersTable)
    .innerJoin(discountCodesTable, eq(discountCodesTable.code, subscribersTable.discountCode))
    .where(
      and(
        part === '' ? undefined : ilike(email, `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`),
        stopped && or(lt(consentedAt, stopped), and(eq(consentedAt, stopped), gt(id, after.id))),
      ),
    )
    .orderBy(desc(consentedAt), id)
    .limit(limit)
}

export async function countSubscribers(orm: Orm): Promise<number> {
  return orm.$count(subscribersTable, isNull(subscribersTable.unsubscribedAt))
}
