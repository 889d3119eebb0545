import { and, asc, eq, getTableColumns } from 'drizzle-orm'
import { ratingOf, type ProductDetail, type ProductSummary } from '#domain/catalog.ts'
import type { Pricing, SizePrices } from '#domain/sizes.ts'
import { featuredProductsTable, productRatingsTable, productsTable } from './catalogue.tables.ts'
import type { Orm } from './database.ts'

type ProductRow = typeof productsTable.$inferSelect
type RatingRow = Pick<typeof productRatingsTable.$inferSelect, 'reviewCount' | 'ratingSum'>

const ratingColumns = { reviewCount: productRatingsTable.reviewCount, ratingSum: productRatingsTable.ratingSum }

export async function listFeaturedProducts(orm: Orm): Promise<{ product: ProductSummary; badge: string }[]> {
  const rows = await orm
    .select({ product: getTableColumns(productsTable), rating: ratingColumns, badge: featuredProductsTable.badge })
    .from(featuredProductsTable)
    .innerJoin(productsTable, eq(productsTable.id, featuredProductsTable.productId))
    .leftJoin(productRatingsTable, eq(productRatingsTable.productId, productsTable.id))
    .where(eq(productsTable.isActive, true))
    .orderBy(asc(featuredProductsTable.slot))
  return rows.map(({ product, rating, badge }) => ({ product: toSummary(product, rating), badge }))
}

export async function findActiveProduct(orm: Orm, id: string): Promise<ProductDetail | undefined> {
  const [row] = await orm
    .select({ product: getTableColumns(productsTable), rating: ratingColumns })
    .from(productsTable)
    .leftJoin(productRatingsTable, eq(productRatingsTable.productId, productsTable.id))
    .where(and(eq(productsTable.id, id), eq(productsTable.isActive, true)))
  return row && toDetail(row.product, row.rating)
}

function toSummary(row: ProductRow, rating: RatingRow | null): ProductSummary {
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    shortDescription: row.shortDescription,
    pricing: toPricing(row),
    rating: ratingOf(rating?.ratingSum ?? 0, rating?.reviewCount ?? 0),
  }
}

function toDetail(row: ProductRow, rating: RatingRow | null): ProductDetail {
  return {
    ...toSummary(row, rating),
    description: row.description,
    benefits: row.benefits,
    keyIngredients: row.keyIngredients,
    inci: row.inci,
    howToUse: row.howToUse,
    patchTest: row.patchTest,
    dropsPerUse: row.dropsPerUse,
    usesPerDay: row.usesPerDay,
  }
}

function toPricing(row: ProductRow): Pricing {
  if (!row.hasSizes) return { kind: 'single', priceCents: row.priceCents, info: row.singleSizeInfo }
  const prices: SizePrices = {}
  if (row.size1ozPriceCents !== null) prices['1oz'] = row.size1ozPriceCents
  if (row.size2ozPriceCents !== null) prices['2oz'] = row.size2ozPriceCents
  if (row.size4ozPriceCents !== null) prices['4oz'] = row.size4ozPriceCents
  return { kind: 'sized', prices }
}
