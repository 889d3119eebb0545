import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { shortName } from '#domain/display.ts'
import type { PublicReview } from '#domain/reviews.ts'
import { productRatingsTable, productsTable } from './catalogue.tables.ts'
import type { Orm } from './database.ts'
import { reviewsTable } from './reviews.table.ts'

/** A whitelist: e-mail, order number and full name are not read at all, so that they cannot leave. */
const publicColumns = {
  id: reviewsTable.id,
  productId: reviewsTable.productId,
  productName: productsTable.name,
  rating: reviewsTable.rating,
  title: reviewsTable.title,
  body: reviewsTable.body,
  reviewerName: reviewsTable.reviewerName,
  reviewerLocation: reviewsTable.reviewerLocation,
  isVerified: reviewsTable.verifiedPurchase,
  date: reviewsTable.reviewDate,
}

export type ReviewFilter = { kind: 'all' } | { kind: 'brand' } | { kind: 'product'; productId: string }

export async function listReviews(
  orm: Orm,
  filter: ReviewFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<PublicReview[]> {
  const rows = await publishedReviews(orm, matching(filter))
    .orderBy(desc(reviewsTable.reviewDate), asc(reviewsTable.id))
    .limit(limit)
    .offset(offset)
  return rows.map(toPublic)
}

/** Spec 7: the testimonials that were shown the longest ago. */
export async function listLeastShown(orm: Orm, limit: number): Promise<PublicReview[]> {
  const rows = await publishedReviews(orm)
    .orderBy(sql`${sql.raw('last_shown_at')} asc nulls first`, desc(reviewsTable.reviewDate), asc(reviewsTable.id))
    .limit(limit)
  return rows.map(toPublic)
}

/** Products have counters; only the brand's own testimonials are counted row by row. */
export async function countReviews(orm: Orm, filter: ReviewFilter): Promise<number> {
  const ofProducts = filter.kind === 'brand' ? 0 : await sumCounters(orm, filter)
  const ofBrand =
    filter.kind === 'product'
      ? 0
      : await orm.$count(reviewsTable, and(eq(reviewsTable.isPublished, true), isNull(reviewsTable.productId)))
  return ofProducts + ofBrand
}

async function sumCounters(orm: Orm, filter: ReviewFilter): Promise<number> {
  const [row] = await orm
    .select({ count: sql<number>`coalesce(sum(${productRatingsTable.reviewCount}), 0)::integer` })
    .from(productRatingsTable)
    .where(filter.kind === 'product' ? eq(productRatingsTable.productId, filter.productId) : undefined)
  return row?.count ?? 0
}

function publishedReviews(orm: Orm, condition?: SQL) {
  return orm
    .select(publicColumns)
    .from(reviewsTable)
    .leftJoin(productsTable, eq(productsTable.id, reviewsTable.productId))
    .where(and(eq(reviewsTable.isPublished, true), condition))
}

function matching(filter: ReviewFilter): SQL | undefined {
  switch (filter.kind) {
    case 'all':
      return undefined
    case 'brand':
      return isNull(reviewsTable.productId)
    case 'product':
      return eq(reviewsTable.productId, filter.productId)
  }
}

type ReviewRow = Omit<PublicReview, 'reviewer'> & { reviewerName: string }

function toPublic({ reviewerName, ...row }: ReviewRow): PublicReview {
  return { ...row, reviewer: shortName(reviewerName) }
}
