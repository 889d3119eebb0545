import { and, arrayOverlaps, asc, eq, getTableColumns, inArray, ne, sql, type SQL } from 'drizzle-orm'
import type { ProductRow as PublicRow } from '#contract/products.ts'
import { cautionsOf } from '#domain/catalogue/cautions.ts'
import { blendFacts, isSkinType, type OriginOf } from '#domain/catalogue/facts.ts'
import { publicValues, storedValues } from '#domain/catalogue/fields.ts'
import type { MatchFacts } from '#domain/catalogue/match-line.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import type { ProductFilter } from '#domain/catalogue/product-filter.ts'
import {
  asDecoration,
  type GalleryPicture,
  type IngredientLink,
  type ProductDetail,
  type ProductSummary,
  ratingOf,
  type UploadedPicture,
} from '#domain/catalogue/product.ts'
import type { RoutineFacts } from '#domain/catalogue/routine-pair.ts'
import type { FinderOil } from '#domain/catalogue/routine.ts'
import type { StockUnit } from '#domain/catalogue/stock.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { pictureUrl } from '#web/pictures/picture-addresses.ts'
import {
  ingredientsTable,
  inNameOrder,
  productIngredientsTable,
  productRatingsTable,
  productsTable,
} from './catalogue.tables.ts'
import { filterCondition, inOrder } from './filter.queries.ts'
import { leadPicture } from './gallery.ts'
import { listGalleries, listGallery } from './pictures.queries.ts'
import { productPicturesTable, uploadedPicturesTable } from './pictures.tables.ts'
import { fromPricing, isOnSale, offeredPricing, runningSale } from './prices.queries.ts'
import { salePricesTable } from './sale-prices.tables.ts'

const ratingColumns = { reviewCount: productRatingsTable.reviewCount, ratingSum: productRatingsTable.ratingSum }

const API_PICTURE_WIDTH = 1280

/** Many more than an oil shop has; beyond that, a routine is chosen among the first ones. */
const MOST_COMPARED = 500

const soldOut = sql<StockUnit[]>`array(
  select s.size from stock_levels s where s.product_id = ${productsTable.id} and s.on_hand = 0 order by s.size)`

const held = sql<{ name: string; groups: string[]; origin: string[] }[]>`coalesce((
  select json_agg(json_build_object('name', i.name, 'groups', i.groups, 'origin', i.origin) order by b.position)
  from product_ingredients b join ingredients i on i.slug = b.ingredient_slug
  where b.product_id = ${productsTable.id}), '[]')`

/** All products, with ratings, pictures, sold-out sizes and what is in them. */
function anyProducts(orm: Orm, condition: SQL | undefined) {
  return orm
    .select({
      product: getTableColumns(productsTable),
      rating: ratingColumns,
      sale: getTableColumns(salePricesTable),
      lead: { picture: productPicturesTable.picture, alt: productPicturesTable.alt },
      uploaded: getTableColumns(uploadedPicturesTable),
      soldOut,
      held,
    })
    .from(productsTable)
    .leftJoin(productRatingsTable, eq(productRatingsTable.productId, productsTable.id))
    .leftJoin(salePricesTable, isOnSale)
    .leftJoin(
      productPicturesTable,
      and(eq(productPicturesTable.productId, productsTable.id), eq(productPicturesTable.position, 1)),
    )
    .leftJoin(uploadedPicturesTable, eq(uploadedPicturesTable.address, productPicturesTable.picture))
    .where(condition)
}

/** Products on sale. Every query that lists products to shoppers starts here. */
export function activeProducts(orm: Orm, condition?: SQL) {
  return anyProducts(orm, and(eq(productsTable.isActive, true), condition))
}

export type ProductRecord = Awaited<ReturnType<typeof anyProducts>>[number]

/** By name, unless the filter says otherwise. */
export async function listProducts(
  orm: Orm,
  { ids, filter = {} }: { ids?: readonly string[]; filter?: ProductFilter },
): Promise<ProductSummary[]> {
  const rows = await activeProducts(
    orm,
    and(ids && inArray(productsTable.id, [...ids]), filterCondition(filter)),
  ).orderBy(...(inOrder(filter.sort) ?? []), ...inNameOrder(productsTable))
  return rows.map(toSummary)
}

export async function listProductIds(orm: Orm): Promise<string[]> {
  const rows = await orm.select({ id: productsTable.id }).from(productsTable).where(eq(productsTable.isActive, true))
  return rows.map(({ id }) => id)
}

/** When each active product was last edited. */
export async function listEditTimes(orm: Orm): Promise<Map<string, Date>> {
  const { id, updatedAt, isActive } = productsTable
  const rows = await orm.select({ id, updatedAt }).from(productsTable).where(eq(isActive, true)).orderBy(asc(id))
  return new Map(rows.map((row) => [row.id, row.updatedAt]))
}

/** Active products as `GET /api/products` lists them, by name; only one if an id is given. */
export async function listProductRows(orm: Orm, id?: string): Promise<PublicRow[]> {
  const rows = await activeProducts(orm, id === undefined ? undefined : eq(productsTable.id, id)).orderBy(
    ...inNameOrder(productsTable),
  )
  return rows.map(({ product, rating, lead, uploaded, sale, soldOut: empty, held: blend }) => {
    const prices = fromPricing(offeredPricing(product, sale))
    const { average, count } = ratingOf(rating?.ratingSum ?? 0, rating?.reviewCount ?? 0)
    return {
      id: product.id,
      name: product.name,
      description: product.description,
      short_description: product.shortDescription,
      price_cents: prices.priceCents,
      category: product.category,
      image_url: leadUrl(leadPicture(product.id, lead, uploaded ?? undefined)),
      has_sizes: product.hasSizes,
      size_1oz_price_cents: prices.size1ozPriceCents,
      size_2oz_price_cents: prices.size2ozPriceCents,
      size_4oz_price_cents: prices.size4ozPriceCents,
      single_size_info: product.singleSizeInfo,
      sold_out: empty,
      rating: Math.round(average * 10) / 10,
      review_count: count,
      benefits: product.benefits,
      key_ingredients: product.keyIngredients,
      is_active: product.isActive,
      skin_types: product.skinTypes.filter(isSkinType),
      cautions: cautionsOf(blend).map(({ groups, names }) => ({ groups: [...groups], names })),
    }
  })
}

/** The bare address of an uploaded picture serves its largest width. */
function leadUrl(picture: UploadedPicture | undefined): string {
  if (picture?.address.startsWith('/uploads/')) return picture.address
  return pictureUrl(picture, API_PICTURE_WIDTH) ?? ''
}

export async function findProduct(orm: Orm, id: string): Promise<ProductDetail | undefined> {
  const [row] = await activeProducts(orm, eq(productsTable.id, id))
  return row && toDetail(row, await listIngredientsOf(orm, id), await listGallery(orm, id))
}

/** By name. */
export async function listDetails(orm: Orm, ids: readonly string[]): Promise<ProductDetail[]> {
  const found = await addDetails(orm, await listRecords(orm, ids))
  return found.map(({ detail }) => detail)
}

/** Every oil with the facts used to choose a routine, and what is shown of it. */
export async function listFinderOils(orm: Orm): Promise<(FinderOil & { summary: ProductSummary })[]> {
  const found = await addDetails(orm, await listRecords(orm))
  return found.map(({ record, detail }) => ({ ...detail, summary: toSummary(record) }))
}

/** Returns true if more than this many are on sale. */
export async function hasMoreProducts(orm: Orm, count: number): Promise<boolean> {
  const { id, isActive } = productsTable
  const beyond = await orm.select({ id }).from(productsTable).where(eq(isActive, true)).offset(count).limit(1)
  return beyond.length > 0
}

/** By name; all of them without ids. */
export function listRecords(orm: Orm, ids?: readonly string[]): Promise<ProductRecord[]> {
  return activeProducts(orm, ids && inArray(productsTable.id, [...ids]))
    .orderBy(...inNameOrder(productsTable))
    .limit(MOST_COMPARED)
}

/** With what only the product page shows. */
export async function addDetails(
  orm: Orm,
  records: readonly ProductRecord[],
): Promise<{ record: ProductRecord; detail: ProductDetail }[]> {
  const { slug, name, summary, groups, origin } = ingredientsTable
  const { productId, position, isKey } = productIngredientsTable
  const found = records.map(({ product }) => product.id)
  const blends = await orm
    .select({ slug, name, summary, groups, origin, isKey, productId })
    .from(productIngredientsTable)
    .innerJoin(ingredientsTable, eq(slug, productIngredientsTable.ingredientSlug))
    .where(inArray(productId, found))
    .orderBy(asc(productId), asc(position))
  const byProduct = Map.groupBy(blends, (blend) => blend.productId)
  const galleries = await listGalleries(orm)
  return records.map((record) => {
    const { id } = record.product
    return { record, detail: toDetail(record, byProduct.get(id) ?? [], galleries.get(id) ?? []) }
  })
}

/** Includes products that are not on sale, for the desk. */
export async function findAnyProduct(orm: Orm, id: string): Promise<ProductDetail | undefined> {
  const [row] = await anyProducts(orm, eq(productsTable.id, id))
  return row && toDetail(row, await listIngredientsOf(orm, id), await listGallery(orm, id))
}

/** All products, on sale or not, by name. */
export async function listAnyProducts(orm: Orm): Promise<(ProductSummary & { isActive: boolean })[]> {
  const rows = await anyProducts(orm, undefined).orderBy(...inNameOrder(productsTable))
  return rows.map((row) => ({ ...toSummary(row), isActive: row.product.isActive }))
}

/** Includes products that are no longer sold. */
export async function findProductName(orm: Orm, id: string): Promise<string | undefined> {
  const [row] = await orm.select({ name: productsTable.name }).from(productsTable).where(eq(productsTable.id, id))
  return row?.name
}

type BlendRow = IngredientLink & OriginOf

async function listIngredientsOf(orm: Orm, productId: string): Promise<BlendRow[]> {
  const { slug, name, summary, groups, origin } = ingredientsTable
  return orm
    .select({ slug, name, summary, groups, origin, isKey: productIngredientsTable.isKey })
    .from(productIngredientsTable)
    .innerJoin(ingredientsTable, eq(ingredientsTable.slug, productIngredientsTable.ingredientSlug))
    .where(eq(productIngredientsTable.productId, productId))
    .orderBy(asc(productIngredientsTable.position))
}

/** Related oils: same category first, then the most shared ingredients. */
export async function listRelated(
  orm: Orm,
  { id, category }: Pick<ProductSummary, 'id' | 'category'>,
  count: number,
): Promise<ProductSummary[]> {
  const shared = sql`(select count(*) from ${productIngredientsTable} own join ${productIngredientsTable} theirs using (ingredient_slug)
    where own.product_id = ${id} and theirs.product_id = ${productsTable.id})`
  const rows = await activeProducts(orm, ne(productsTable.id, id))
    .orderBy(sql`(${productsTable.category} = ${category}) desc`, sql`${shared} desc`, ...inNameOrder(productsTable))
    .limit(count)
  return rows.map(toSummary)
}

/** Oils with a time of day, for a skin type that this one is for. */
export async function listRoutineMates(
  orm: Orm,
  { id, skinTypes }: Pick<ProductDetail, 'id' | 'skinTypes'>,
  limit: number,
): Promise<(RoutineFacts & { summary: ProductSummary })[]> {
  if (skinTypes.length === 0) return []
  const { id: productId, skinTypes: theirs, whenToUse } = productsTable
  const rows = await activeProducts(orm, and(ne(productId, id), ne(whenToUse, ''), arrayOverlaps(theirs, skinTypes)))
    .orderBy(...inNameOrder(productsTable))
    .limit(limit)
  return rows.map((row) => {
    const { category, skinTypes: skins, concerns, scents, ...use } = storedValues(PRODUCT_FIELDS, row.product)
    return {
      id: row.product.id,
      category,
      skinTypes: skins,
      concerns,
      scents,
      whenToUse: use.whenToUse,
      dropsPerUse: use.dropsPerUse,
      summary: toSummary(row),
    }
  })
}

export function toSummary(record: ProductRecord): ProductSummary {
  const { product, rating, sale, soldOut: empty } = record
  return {
    id: product.id,
    name: product.name,
    category: product.category,
    shortDescription: product.shortDescription,
    firstBenefit: product.benefits[0],
    pricing: offeredPricing(product, sale),
    sale: runningSale(product, sale),
    soldOut: empty,
    rating: ratingOf(rating?.ratingSum ?? 0, rating?.reviewCount ?? 0),
    picture: asDecoration(leadPictureOf(record)),
    skinTypes: product.skinTypes.filter(isSkinType),
    cautions: cautionsOf(record.held),
  }
}

/** What a result's card says about an oil. */
export function toFacts({ product, held: blend }: ProductRecord): MatchFacts {
  const { skinTypes, concerns, scents, texture } = publicValues(PRODUCT_FIELDS, storedValues(PRODUCT_FIELDS, product))
  return { skinTypes, concerns, scents, texture, ...blendFacts(blend) }
}

function leadPictureOf({ product, lead, uploaded }: ProductRecord): UploadedPicture | undefined {
  return leadPicture(product.id, lead, uploaded ?? undefined)
}

function toDetail(record: ProductRecord, blend: BlendRow[], gallery: GalleryPicture[]): ProductDetail {
  const { product } = record
  return {
    ...toSummary(record),
    picture: leadPictureOf(record),
    ...publicValues(PRODUCT_FIELDS, storedValues(PRODUCT_FIELDS, product)),
    ...blendFacts(blend),
    ingredients: blend.map(({ slug, name, summary, isKey }) => ({ slug, name, summary, isKey })),
    gallery,
  }
}
