import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import {
  type PublicReview,
  type ReviewFilter,
  REVIEWS_PER_PAGE,
  type ReviewSort,
  type Star,
  type Testimonial,
} from '#domain/reviews/review.ts'
import { shortName } from '#domain/time/display.ts'
import { productRatingsTable, productsTable } from '#server/catalogue/catalogue.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { reviewDaysTable, reviewLedgerTable, reviewsTable } from './reviews.tables.ts'

/** An allowlist: email and order number are never read, so they can't leak; toPublic shortens the name. */
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
  reply: reviewsTable.reply,
}

const newestFirst = [desc(reviewsTable.reviewDate), asc(reviewsTable.id)]

/** Newest first. However deep the page, it only skips rows of a single day. */
export async function listReviews(
  orm: Orm,
  filter: ReviewFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<PublicReview[]> {
  const start = offset === 0 ? undefined : await findStart(orm, listOf(filter), offset)
  // Skipping is an index-only scan; full rows are read only for those shown.
  const shown = orm
    .select({ id: reviewsTable.id })
    .from(reviewsTable)
    .where(and(eq(reviewsTable.isPublished, true), matching(filter), start && notAfterDay(start.day)))
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset - (start?.before ?? 0))
  const rows = await publishedReviews(orm, inArray(reviewsTable.id, shown)).orderBy(...newestFirst)
  return rows.map(toPublic)
}

/** The day that contains the review at `offset`, and how many are newer than that day. */
async function findStart(orm: Orm, list: string, offset: number): Promise<{ day: string; before: number } | undefined> {
  const days = orm
    .select({
      day: reviewDaysTable.day,
      before:
        sql<number>`(sum(${reviewDaysTable.reviewCount}) over (order by ${reviewDaysTable.day} desc) - ${reviewDaysTable.reviewCount})::integer`.as(
          'before',
        ),
    })
    .from(reviewDaysTable)
    .where(eq(reviewDaysTable.list, list))
    .as('days')
  const [start] = await orm.select().from(days).where(lte(days.before, offset)).orderBy(asc(days.day)).limit(1)
  return start
}

function notAfterDay(day: string): SQL {
  return sql`${reviewsTable.reviewDate} < (${day}::date + 1)::timestamp at time zone 'UTC'`
}

export type ProductReviewQuery = {
  sort: ReviewSort
  rating: Star | undefined
  /** The id of the last review already shown. */
  after: string | undefined
  limit: number
}

/** Undefined if the review to continue from no longer exists. */
export async function listProductReviews(
  orm: Orm,
  productId: string,
  { sort, rating, after, limit }: ProductReviewQuery,
): Promise<PublicReview[] | undefined> {
  const last = after === undefined ? undefined : await findPosition(orm, productId, after)
  if (after !== undefined && !last) return undefined
  const { rating: stars } = reviewsTable
  const byStars = sort === 'newest' ? [] : [sort === 'highest' ? desc(stars) : asc(stars)]
  const rows = await publishedReviews(
    orm,
    and(
      eq(reviewsTable.productId, productId),
      rating === undefined ? undefined : eq(stars, rating),
      last && behind(last, sort),
    ),
  )
    .orderBy(...byStars, ...newestFirst)
    .limit(limit)
  return rows.map(toPublic)
}

type Position = { rating: number; date: Date; id: string }

async function findPosition(orm: Orm, productId: string, id: string): Promise<Position | undefined> {
  const [row] = await orm
    .select({ rating: reviewsTable.rating, date: reviewsTable.reviewDate, id: reviewsTable.id })
    .from(reviewsTable)
    .where(and(eq(reviewsTable.id, id), eq(reviewsTable.productId, productId)))
  return row
}

function behind({ rating, date, id }: Position, sort: ReviewSort): SQL | undefined {
  const { reviewDate } = reviewsTable
  const older = or(lt(reviewDate, date), and(eq(reviewDate, date), gt(reviewsTable.id, id)))
  if (sort === 'newest') return and(lte(reviewDate, date), older)
  const next = sort === 'highest' ? lt(reviewsTable.rating, rating) : gt(reviewsTable.rating, rating)
  return or(next, and(eq(reviewsTable.rating, rating), older))
}

/** Counting stops there, or the home page would read all reviews of a product. */
const LAST_LINKED_PAGE = 50

/** The page that a review is on in the list of its product, or of the brand. */
const pageInList = sql<number>`(case when ${reviewsTable.productId} is null
    then (${countNewer(sql`newer.product_id is null`)})
    else (${countNewer(sql`newer.product_id = ${reviewsTable.productId}`)})
  end / ${sql.raw(String(REVIEWS_PER_PAGE))} + 1)`

function countNewer(isListed: SQL): SQL {
  const { id, reviewDate } = reviewsTable
  return sql`select count(*)::integer from (
    select from ${reviewsTable} newer
    where newer.is_published and ${isListed} and newer.review_date >= ${reviewDate}
      and (newer.review_date > ${reviewDate} or newer.id < ${id})
    limit ${sql.raw(String((LAST_LINKED_PAGE - 1) * REVIEWS_PER_PAGE))}) counted`
}

/** The reviews shown as testimonials least recently, or never (docs/product.md#testimonials). */
export async function listLeastShown(orm: Orm, limit: number): Promise<Testimonial[]> {
  const rows = await orm
    .select({ ...publicColumns, page: pageInList })
    .from(reviewsTable)
    .leftJoin(productsTable, eq(productsTable.id, reviewsTable.productId))
    .where(eq(reviewsTable.isPublished, true))
    .orderBy(sql`${reviewsTable.lastShownAt} asc nulls first`, desc(reviewsTable.reviewDate), asc(reviewsTable.id))
    .limit(limit)
  return rows.map(({ page, ...row }) => ({ ...toPublic(row), page }))
}

/** The triggers ignore this column, so no cached page is invalidated. */
export async function markShown(orm: Orm, ids: readonly string[], now: Date): Promise<void> {
  const hourAgo = new Date(now.getTime() - 60 * 60 * 1000)
  await orm
    .update(reviewsTable)
    .set({ lastShownAt: now })
    .where(
      and(
        inArray(reviewsTable.id, [...ids]),
        eq(reviewsTable.isPublished, true),
        or(isNull(reviewsTable.lastShownAt), lt(reviewsTable.lastShownAt, hourAgo)),
      ),
    )
}

export async function countReviews(orm: Orm, filter: ReviewFilter): Promise<number> {
  const [row] = await orm
    .select({ count: sql<number>`coalesce(sum(${reviewDaysTable.reviewCount}), 0)::integer` })
    .from(reviewDaysTable)
    .where(eq(reviewDaysTable.list, listOf(filter)))
  return row?.count ?? 0
}

export async function findStarCounts(orm: Orm, productId: string): Promise<Record<Star, number>> {
  const [row] = await orm.select().from(productRatingsTable).where(eq(productRatingsTable.productId, productId))
  return { 5: row?.stars5 ?? 0, 4: row?.stars4 ?? 0, 3: row?.stars3 ?? 0, 2: row?.stars2 ?? 0, 1: row?.stars1 ?? 0 }
}

export async function listLedger(orm: Orm): Promise<{ state: string; reviewCount: number }[]> {
  return orm.select().from(reviewLedgerTable)
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

function listOf(filter: ReviewFilter): string {
  switch (filter.kind) {
    case 'all':
      return '*'
    case 'brand':
      return 'brand'
    case 'product':
      return filter.productId
  }
}

type ReviewRow = Omit<PublicReview, 'reviewer'> & { reviewerName: string }

function toPublic({ reviewerName, ...row }: ReviewRow): PublicReview {
  return { ...row, reviewer: shortName(reviewerName) }
}
