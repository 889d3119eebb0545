import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { OriginOf } from '#domain/catalogue/facts.ts'
import { storedValues } from '#domain/catalogue/fields.ts'
import { PRODUCT_FIELDS, type ProductTexts } from '#domain/catalogue/product-fields.ts'
import type { Pricing } from '#domain/catalogue/sizes.ts'
import { STOCK_UNITS, type StockUnit } from '#domain/catalogue/stock.ts'
import type { Orm } from '#server/platform/db/database.ts'
import {
  ingredientsTable,
  inNameOrder,
  productIngredientsTable,
  productsTable,
  stockLevelsTable,
} from './catalogue.tables.ts'
import type { ProductParts, ProductStock } from './catalogue.views.ts'
import { listPlacements } from './collection-editor.queries.ts'
import { fromPricing, toPricing } from './prices.queries.ts'

type ProductRow = typeof productsTable.$inferSelect
type StockRow = typeof stockLevelsTable.$inferSelect

/**
 * Locks out other editors of this product until the transaction ends. Its key is not locked, so orders that refer to it
 * can still be placed.
 */
export async function lockProduct(tx: Orm, id: string) {
  const [row] = await tx.select().from(productsTable).where(eq(productsTable.id, id)).for('no key update')
  return row
}

/** Locks several, always in the same order, to avoid deadlocks. */
export async function lockProducts(tx: Orm, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: productsTable.id })
    .from(productsTable)
    .where(inArray(productsTable.id, [...ids]))
    .orderBy(asc(productsTable.id))
    .for('no key update')
}

/** Every editable part of these products, or of all, by name and unlocked. Always four statements (no N+1). */
export async function listProductParts(orm: Orm, ids?: readonly string[]): Promise<Map<string, ProductParts>> {
  const { productId, ingredientSlug, isKey, position } = productIngredientsTable
  const rows = await orm
    .select()
    .from(productsTable)
    .where(ids && inArray(productsTable.id, [...ids]))
    .orderBy(...inNameOrder(productsTable))
  const blends = await orm
    .select({ productId, slug: ingredientSlug, isKey })
    .from(productIngredientsTable)
    .where(ids && inArray(productId, [...ids]))
    .orderBy(asc(productId), asc(position))
  const stockRows = await orm
    .select()
    .from(stockLevelsTable)
    .where(ids && inArray(stockLevelsTable.productId, [...ids]))
  const placements = await listPlacements(orm, ids)
  const blendOf = Map.groupBy(blends, (blend) => blend.productId)
  const stockByProduct = Map.groupBy(stockRows, (row) => row.productId)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        texts: toTexts(
          row,
          (blendOf.get(row.id) ?? []).map((blend) => ({ slug: blend.slug, isKey: blend.isKey })),
        ),
        pricing: toPricing(row),
        stock: toStock(stockByProduct.get(row.id) ?? []),
        sale: { isActive: row.isActive },
        collections: (placements.get(row.id) ?? []).map(({ collection }) => collection),
      },
    ]),
  )
}

export async function readTexts(tx: Orm, id: string): Promise<ProductTexts | undefined> {
  const row = await lockProduct(tx, id)
  if (!row) return undefined
  const ingredients = await tx
    .select({ slug: productIngredientsTable.ingredientSlug, isKey: productIngredientsTable.isKey })
    .from(productIngredientsTable)
    .where(eq(productIngredientsTable.productId, id))
    .orderBy(asc(productIngredientsTable.position))
  return toTexts(row, ingredients)
}

function toTexts(row: ProductRow, ingredients: ProductTexts['ingredients']): ProductTexts {
  return { ...storedValues(PRODUCT_FIELDS, row), ingredients }
}

export async function writeTexts(
  tx: Orm,
  id: string,
  { ingredients, ...texts }: ProductTexts,
  current: ProductTexts,
): Promise<void> {
  const isSameBlend = JSON.stringify(ingredients) === JSON.stringify(current.ingredients)
  await tx
    .update(productsTable)
    .set({ ...texts, ...(!isSameBlend && { keyIngredients: await keyNames(tx, ingredients) }), ...touched() })
    .where(eq(productsTable.id, id))
  if (isSameBlend) return
  await tx.delete(productIngredientsTable).where(eq(productIngredientsTable.productId, id))
  await insertIngredients(tx, id, ingredients)
}

async function insertIngredients(tx: Orm, productId: string, ingredients: ProductTexts['ingredients']): Promise<void> {
  if (ingredients.length === 0) return
  await tx
    .insert(productIngredientsTable)
    .values(
      ingredients.map(({ slug, isKey }, index) => ({ productId, ingredientSlug: slug, position: index + 1, isKey })),
    )
}

/** Full-text search covers these names. */
async function keyNames(tx: Orm, ingredients: ProductTexts['ingredients']): Promise<string> {
  const keys = ingredients.filter(({ isKey }) => isKey).map(({ slug }) => slug)
  if (keys.length === 0) return ''
  const rows = await tx
    .select({ slug: ingredientsTable.slug, name: ingredientsTable.name })
    .from(ingredientsTable)
    .where(inArray(ingredientsTable.slug, keys))
  return keys.flatMap((slug) => rows.find((row) => row.slug === slug)?.name ?? []).join(', ')
}

export async function insertProduct(tx: Orm, id: string, texts: ProductTexts, pricing: Pricing): Promise<void> {
  const { ingredients, ...rest } = texts
  await tx.insert(productsTable).values({
    id,
    ...rest,
    keyIngredients: await keyNames(tx, ingredients),
    imageUrl: '',
    ...fromPricing(pricing),
    isActive: false,
  })
  await insertIngredients(tx, id, ingredients)
}

export async function isNameTaken(tx: Orm, name: string, exceptId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: productsTable.id })
    .from(productsTable)
    .where(and(eq(productsTable.name, name), ne(productsTable.id, exceptId)))
  return rows.length > 0
}

export async function listByName(tx: Orm, names: readonly string[]): Promise<{ id: string; name: string }[]> {
  const { id, name } = productsTable
  return tx
    .select({ id, name })
    .from(productsTable)
    .where(inArray(name, [...names]))
}

export async function isProductThere(orm: Orm, id: string): Promise<boolean> {
  const rows = await orm.select({ id: productsTable.id }).from(productsTable).where(eq(productsTable.id, id))
  return rows.length > 0
}

/** What a blend's facts are derived from, by slug; the whole glossary if no blend is given. */
export async function listOrigins(
  orm: Orm,
  blend?: readonly { slug: string }[],
): Promise<ReadonlyMap<string, OriginOf>> {
  const { slug, groups, origin } = ingredientsTable
  const rows = await orm
    .select({ slug, groups, origin })
    .from(ingredientsTable)
    .where(
      blend &&
        inArray(
          slug,
          blend.map((entry) => entry.slug),
        ),
    )
  return new Map(rows.map((row) => [row.slug, { groups: row.groups, origin: row.origin }]))
}

export async function deleteProduct(tx: Orm, id: string): Promise<void> {
  await tx.delete(productsTable).where(eq(productsTable.id, id))
}

export async function readPricing(tx: Orm, id: string): Promise<Pricing | undefined> {
  const row = await lockProduct(tx, id)
  return row && toPricing(row)
}

export async function writePricing(tx: Orm, id: string, pricing: Pricing): Promise<void> {
  await tx
    .update(productsTable)
    .set({ ...fromPricing(pricing), ...touched() })
    .where(eq(productsTable.id, id))
}

export async function readStock(tx: Orm, id: string): Promise<ProductStock | undefined> {
  if (!(await lockProduct(tx, id))) return undefined
  return toStock(await lockStock(tx, [id]))
}

/** Locks in the same order as checkouts do, to avoid deadlocks. */
export async function lockStock(tx: Orm, productIds: readonly string[]): Promise<StockRow[]> {
  return tx
    .select()
    .from(stockLevelsTable)
    .where(inArray(stockLevelsTable.productId, [...productIds]))
    .orderBy(asc(stockLevelsTable.productId), asc(stockLevelsTable.size))
    .for('no key update')
}

export function toStock(rows: readonly StockRow[]): ProductStock {
  const onHand = (place: StockUnit) => rows.find(({ size }) => size === place)?.onHand ?? null
  return { '1oz': onHand('1oz'), '2oz': onHand('2oz'), '4oz': onHand('4oz'), single: onHand('single') }
}

/** Updates existing rows in place: a checkout or cancellation may be waiting for exactly that row. */
export async function writeStock(tx: Orm, id: string, stock: ProductStock): Promise<void> {
  const uncounted = STOCK_UNITS.filter((size) => stock[size] === null)
  await tx
    .delete(stockLevelsTable)
    .where(and(eq(stockLevelsTable.productId, id), inArray(stockLevelsTable.size, uncounted)))
  for (const size of STOCK_UNITS) {
    const onHand = stock[size]
    if (onHand === null) continue
    await tx
      .insert(stockLevelsTable)
      .values({ productId: id, size, onHand })
      .onConflictDoUpdate({ target: [stockLevelsTable.productId, stockLevelsTable.size], set: { onHand } })
  }
}

export async function readSale(tx: Orm, id: string): Promise<{ isActive: boolean } | undefined> {
  const row = await lockProduct(tx, id)
  return row && { isActive: row.isActive }
}

export async function writeSale(tx: Orm, id: string, { isActive }: { isActive: boolean }): Promise<void> {
  await tx
    .update(productsTable)
    .set({ isActive, ...touched() })
    .where(eq(productsTable.id, id))
}

/** All tracked stock. */
export async function listStock(orm: Orm): Promise<{ productId: string; size: string; onHand: number }[]> {
  return orm.select().from(stockLevelsTable)
}

function touched() {
  return { updatedAt: sql`now()` }
}

/** Categories in use, by name. */
export async function listCategories(orm: Orm): Promise<string[]> {
  const rows = await orm
    .selectDistinct({ category: productsTable.category })
    .from(productsTable)
    .orderBy(asc(productsTable.category))
  return rows.map(({ category }) => category)
}
