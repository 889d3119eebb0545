import { eq, sql } from 'drizzle-orm'
import { orderLinesTable } from '#server/orders/orders.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { reviewsTable } from './reviews.tables.ts'

/** Returns true if there are orders or reviews of a product, which must not be lost. */
export async function isBoughtOrReviewed(orm: Orm, productId: string): Promise<boolean> {
  const found = await orm
    .select({ one: sql`1` })
    .from(orderLinesTable)
    .where(eq(orderLinesTable.productId, productId))
    .limit(1)
    .unionAll(
      orm
        .select({ one: sql`1` })
        .from(reviewsTable)
        .where(eq(reviewsTable.productId, productId))
        .limit(1),
    )
  return found.length > 0
}
