import { and, inArray, sql, type SQL } from 'drizzle-orm'
import { MOST_FOUND } from '#domain/catalogue/found-count.ts'
import {
  type PriceBand,
  PRICE_BANDS,
  type ProductFilter,
  type ProductKind,
  type Sort,
  TOP_RATED,
} from '#domain/catalogue/product-filter.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { productsTable } from './catalogue.tables.ts'

/** A product's lowest current price. */
const lowestPrice = sql<number>`(select min(price_cents) from offered_prices
  where product_id = ${productsTable.id} and offered_until is null)`

const averageRating = sql`(select rating_sum::float / review_count from product_ratings
  where product_id = ${productsTable.id} and review_count > 0)`

const isTopRated = isRated(TOP_RATED)

/** A product without reviews has no rating. */
export function isRated(atLeast: number): SQL<boolean> {
  return sql`coalesce(${averageRating} >= ${atLeast}, false)`
}

/** The choices as a condition on the products; undefined for none. */
export function filterCondition({ skin, without, concern, scent, price, rating }: ProductFilter): SQL | undefined {
  return and(
    skin && hasAny(skin.map((type) => `skin:${type}`)),
    concern && hasAny(concern.map((one) => `concern:${one}`)),
    scent && hasAny(scent.map((one) => `scent:${one}`)),
    // Only a product whose ingredients are listed is known to be without one of them.
    without &&
      sql`('listed' = any (${productsTable}.facets) and not ${hasAny(without.map((group) => `has:${group}`))})`,
    price && sql`(${sql.join(price.map(isInBand), sql` or `)})`,
    rating && isTopRated,
  )
}

function hasAny(facets: readonly string[]): SQL {
  return sql`${productsTable}.facets && ${sql.param([...facets])}::text[]`
}

function isInBand(band: PriceBand): SQL {
  const { minCents, maxCents } = PRICE_BANDS[band]
  return sql`${lowestPrice} between ${minCents} and ${maxCents}`
}

/** Undefined for the order of the page itself. */
export function inOrder(sort: Sort | undefined): SQL[] | undefined {
  switch (sort) {
    case 'price':
      return [sql`${lowestPrice} asc nulls last`]
    case 'price-desc':
      return [sql`${lowestPrice} desc nulls last`]
    case 'rating':
      return [sql`${averageRating} desc nulls last`]
    case 'name':
      return []
    default:
      return undefined
  }
}

/** Active products that meet a condition or have these ids, by kind; undefined if there are too many to count. */
export async function listKinds(orm: Orm, among?: SQL | readonly string[]): Promise<ProductKind[] | undefined> {
  const condition = Array.isArray(among) ? inArray(productsTable.id, [...among]) : (among as SQL | undefined)
  const isMeant = and(sql`${productsTable.isActive}`, condition)
  const band = sql<PriceBand | null>`case ${sql.join(
    Object.entries(PRICE_BANDS).map(
      ([name, { minCents, maxCents }]) => sql`when ${lowestPrice} between ${minCents} and ${maxCents} then ${name}`,
    ),
    sql` `,
  )} end`
  const kinds = orm
    .select({
      facets: sql<string[]>`${productsTable}.facets`.as('facets'),
      band: band.as('band'),
      isTopRated: isTopRated.as('is_top_rated'),
    })
    .from(productsTable)
    .where(isMeant)
    .limit(MOST_FOUND + 1)
    .as('kinds')
  const rows = await orm
    .select({ facets: kinds.facets, band: kinds.band, isTopRated: kinds.isTopRated, count: sql<number>`count(*)::int` })
    .from(kinds)
    .groupBy(kinds.facets, kinds.band, kinds.isTopRated)
  return rows.reduce((sum, { count }) => sum + count, 0) > MOST_FOUND ? undefined : rows
}
