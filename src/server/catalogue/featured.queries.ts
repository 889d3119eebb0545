import { and, asc, desc, eq, gt, gte, lte, sql } from 'drizzle-orm'
import { BADGES, type BadgeEvidence, type FeaturedSlot } from '#domain/catalogue/featured.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { featuredProductsTable, productRatingsTable, productsTable, stockLevelsTable } from './catalogue.tables.ts'

const MIN_REVIEWS = 5
/** More than there are cards, so that there is a runner-up for a product that is already taken. */
const CANDIDATES = 8

/** Ids of the best-selling products; implemented by orders. */
export type ListBestSellers = (orm: Orm, limit: number) => Promise<string[]>

export async function listFeaturedSlots(orm: Orm): Promise<FeaturedSlot[]> {
  const rows = await orm
    .select({ productId: featuredProductsTable.productId, badge: featuredProductsTable.badge })
    .from(featuredProductsTable)
    .innerJoin(
      productsTable,
      and(eq(productsTable.id, featuredProductsTable.productId), eq(productsTable.isActive, true)),
    )
    .orderBy(asc(featuredProductsTable.slot))
  return rows.flatMap(({ productId, badge }) =>
    BADGES.filter((known) => known === badge).map((known) => ({ productId, badge: known })),
  )
}

/** Which products have earned which badge, by sales, stock and ratings. */
export async function findBadgeEvidence(
  orm: Orm,
  listBestSellerIds: ListBestSellers,
  lowAt: number,
): Promise<BadgeEvidence> {
  const [bestSellers, lowStock, favorites] = await Promise.all([
    listBestSellerIds(orm, CANDIDATES),
    orm
      .select({ id: productsTable.id })
      .from(stockLevelsTable)
      .innerJoin(productsTable, and(eq(productsTable.id, stockLevelsTable.productId), eq(productsTable.isActive, true)))
      .where(and(gt(stockLevelsTable.onHand, 0), lte(stockLevelsTable.onHand, lowAt)))
      .groupBy(productsTable.id)
      .orderBy(asc(sql`min(${stockLevelsTable.onHand})`), asc(productsTable.id))
      .limit(CANDIDATES),
    orm
      .select({ id: productsTable.id })
      .from(productRatingsTable)
      .innerJoin(
        productsTable,
        and(eq(productsTable.id, productRatingsTable.productId), eq(productsTable.isActive, true)),
      )
      .where(gte(productRatingsTable.reviewCount, MIN_REVIEWS))
      .orderBy(
        desc(sql`${productRatingsTable.ratingSum}::numeric / ${productRatingsTable.reviewCount}`),
        desc(productRatingsTable.reviewCount),
        asc(productsTable.id),
      )
      .limit(CANDIDATES),
  ])
  return { bestSellers, lowStock: ids(lowStock), favorites: ids(favorites) }
}

function ids(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
