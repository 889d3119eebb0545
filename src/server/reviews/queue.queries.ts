import { and, asc, desc, eq, gt, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { OrderState } from '#domain/orders/order-states.ts'
import type { ReviewList } from '#domain/reviews/moderation.ts'
import { productsTable } from '#server/catalogue/catalogue.tables.ts'
import { ordersTable, orderLinesTable } from '#server/orders/orders.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { reviewsTable } from './reviews.tables.ts'
import type { ReviewCursor, QueuedReview } from './reviews.views.ts'

const CONDITIONS: Record<ReviewList, SQL | undefined> = {
  waiting: and(eq(reviewsTable.isPublished, false), isNull(reviewsTable.withheldReason)),
  published: eq(reviewsTable.isPublished, true),
  withheld: isNotNull(reviewsTable.withheldReason),
}

/** Waiting reviews oldest first, decided ones newest first. */
export async function listQueue(
  orm: Orm,
  list: ReviewList,
  { after, limit }: { after: ReviewCursor | undefined; limit: number },
): Promise<QueuedReview[]> {
  const isOldestFirst = list === 'waiting'
  const beyond = isOldestFirst ? gt : lt
  const { reviewDate, id } = reviewsTable
  const stopped = after && sql`(timestamptz 'epoch' + ${after.micros} * interval '1 microsecond')`
  return orm
    .select({
      id,
      productName: productsTable.name,
      rating: reviewsTable.rating,
      title: reviewsTable.title,
      body: reviewsTable.body,
      reviewerName: reviewsTable.reviewerName,
      reviewerLocation: reviewsTable.reviewerLocation,
      email: sql<string | null>`${reviewsTable}.email`,
      orderNumber: sql<string | null>`${reviewsTable}.order_number`,
      isVerified: reviewsTable.verifiedPurchase,
      source: reviewsTable.source,
      date: reviewDate,
      micros: sql<number>`(extract(epoch from ${reviewDate}) * 1000000)::bigint`.mapWith(Number),
      isPublished: reviewsTable.isPublished,
      withheldReason: reviewsTable.withheldReason,
      reply: reviewsTable.reply,
      orderState: sql<OrderState | null>`(select o.state from ${ordersTable} o where o.number = ${reviewsTable}.order_number)`,
      isProductInOrder: sql<boolean>`exists (
        select from ${ordersTable} o join ${orderLinesTable} l on l.order_id = o.id
        where o.number = ${reviewsTable}.order_number and l.product_id = ${reviewsTable.productId})`,
    })
    .from(reviewsTable)
    .leftJoin(productsTable, eq(productsTable.id, reviewsTable.productId))
    .where(
      and(CONDITIONS[list], stopped && or(beyond(reviewDate, stopped), and(eq(reviewDate, stopped), gt(id, after.id)))),
    )
    .orderBy(isOldestFirst ? asc(reviewDate) : desc(reviewDate), asc(id))
    .limit(limit)
}
