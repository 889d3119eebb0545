import { and, eq, type SQL, sql } from 'drizzle-orm'
import { SOLD_STATES } from '#domain/orders/order-questions.ts'
import { productsTable } from '#server/catalogue/catalogue.tables.ts'
import { ordersTable, orderLinesTable } from '#server/orders/orders.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'

export type NewReview = {
  productId: string | null
  rating: number
  title: string
  body: string
  reviewerName: string
  reviewerLocation: string | null
  email: string | null
  orderNumber: string | null
  isVerified: boolean
  source: 'website_form' | 'order_link'
  contentHash: string
}

export type PurchaseClaim = {
  orderNumber: string
  /** Null accepts any product. */
  productId: string | null
  /** Null if none was given. */
  foldedEmail: string | null
}

export async function isActiveProduct(orm: Orm, id: string): Promise<boolean> {
  return (await orm.$count(productsTable, and(eq(productsTable.id, id), eq(productsTable.isActive, true)))) > 0
}

/** An order verifies one review per product: a leaked number can't produce ten badges. */
export async function isProvenPurchase(
  orm: Orm,
  { orderNumber, productId, foldedEmail }: PurchaseClaim,
): Promise<boolean> {
  await lockUntilCommit(orm, `review of ${orderNumber}`)
  return answers(
    orm,
    sql`exists (
      select from ${ordersTable} o
      where o.number = ${orderNumber} and o.state in ${[...SOLD_STATES]}
        and (${foldedEmail}::text is null or o.folded_email = ${foldedEmail})
        and exists (select from ${orderLinesTable} l
          where l.order_id = o.id and l.removed + l.exchanged < l.quantity and (${productId}::text is null or l.product_id = ${productId}))
    ) and not exists (
      select from reviews r
      where r.order_number = ${orderNumber} and r.verified_purchase and r.product_id is not distinct from ${productId}
    )`,
  )
}

/** Returns true if the same review was sent since then. Locks, so that an identical concurrent one waits. */
export async function wasSentSince(orm: Orm, contentHash: string, since: Date): Promise<boolean> {
  await lockUntilCommit(orm, contentHash)
  return answers(
    orm,
    sql`exists (select from reviews where content_hash = ${contentHash} and review_date > ${since.toISOString()}::timestamptz)`,
  )
}

/** Returns true if at least this many reviews are waiting for a moderator. */
export async function isQueueFull(orm: Orm, maxWaiting: number): Promise<boolean> {
  return answers(
    orm,
    sql`exists (select from reviews where not is_published and withheld_reason is null
      order by review_date offset ${maxWaiting - 1} limit 1)`,
  )
}

export async function insertReview(orm: Orm, review: NewReview, now: Date): Promise<void> {
  await orm.execute(sql`
    insert into reviews (product_id, rating, title, body, reviewer_name, reviewer_location, email, order_number,
      verified_purchase, source, content_hash, review_date)
    values (${review.productId}, ${review.rating}, ${review.title}, ${review.body}, ${review.reviewerName},
      ${review.reviewerLocation}, ${review.email}, ${review.orderNumber}, ${review.isVerified}, ${review.source},
      ${review.contentHash}, ${now.toISOString()}::timestamptz)`)
}

async function lockUntilCommit(orm: Orm, key: string): Promise<void> {
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

async function answers(orm: Orm, question: SQL): Promise<boolean> {
  const [row] = await orm.select({ yes: sql<boolean>`${question}` }).from(sql`(values (1)) one`)
  return row?.yes === true
}
