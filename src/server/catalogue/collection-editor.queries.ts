import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { COLLECTION_FIELDS } from '#domain/catalogue/collection-fields.ts'
import { pick, storedNames } from '#domain/catalogue/fields.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { productsTable } from './catalogue.tables.ts'
import {
  collectionProductsTable,
  collectionsTable,
  formerCollectionSlugsTable,
  needsTable,
} from './collections.tables.ts'
import type { CollectionContent, NeedCard, WholeCollection } from './collections.views.ts'

type CollectionRow = typeof collectionsTable.$inferSelect

const TEXT_NAMES = storedNames(COLLECTION_FIELDS)

/**
 * Serializes all edits of collections: an address, a place in the menu and the products of one collection depend on the
 * others. Taken before any product is locked.
 */
export async function lockCollections(tx: Orm): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('collections', 0))`)
}

export async function listRows(orm: Orm): Promise<CollectionRow[]> {
  return orm.select().from(collectionsTable).orderBy(asc(collectionsTable.position), asc(collectionsTable.name))
}

async function findRow(orm: Orm, id: string): Promise<CollectionRow | undefined> {
  const [row] = await orm.select().from(collectionsTable).where(eq(collectionsTable.id, id))
  return row
}

async function listProductIds(orm: Orm, id: string): Promise<string[]> {
  const rows = await orm
    .select({ id: collectionProductsTable.productId })
    .from(collectionProductsTable)
    .where(eq(collectionProductsTable.collectionId, id))
    .orderBy(asc(collectionProductsTable.position))
  return rows.map((row) => row.id)
}

export async function listFormerSlugsOf(orm: Orm, id: string): Promise<{ slug: string; since: Date }[]> {
  const { slug, createdAt, collectionId } = formerCollectionSlugsTable
  return orm
    .select({ slug, since: createdAt })
    .from(formerCollectionSlugsTable)
    .where(eq(collectionId, id))
    .orderBy(asc(createdAt), asc(slug))
}

export async function readWhole(orm: Orm, id: string): Promise<WholeCollection | undefined> {
  const row = await findRow(orm, id)
  if (!row) return undefined
  const { picture, isVisible, isInMenu, position } = row
  const products = await listProductIds(orm, id)
  const formerSlugs = (await listFormerSlugsOf(orm, id)).map(({ slug }) => slug)
  const needs = await listNeedsOf(orm, id)
  return { ...pick(row, TEXT_NAMES), isInMenu, products, picture, isVisible, position, formerSlugs, needs }
}

async function listNeedsOf(orm: Orm, id: string): Promise<WholeCollection['needs']> {
  const { position, name, picture, collectionId } = needsTable
  return orm.select({ position, name, picture }).from(needsTable).where(eq(collectionId, id)).orderBy(asc(position))
}

export async function readContent(orm: Orm, id: string): Promise<CollectionContent | undefined> {
  const whole = await readWhole(orm, id)
  return whole && { ...pick(whole, TEXT_NAMES), isInMenu: whole.isInMenu, products: whole.products }
}

export async function writeContent(
  tx: Orm,
  id: string,
  { products, ...values }: CollectionContent,
  current: CollectionContent,
): Promise<void> {
  await tx
    .update(collectionsTable)
    .set({ ...values, updatedAt: sql`now()` })
    .where(eq(collectionsTable.id, id))
  if (values.slug !== current.slug) await keepFormerSlug(tx, id, current.slug, values.slug)
  if (JSON.stringify(products) !== JSON.stringify(current.products)) await writeProducts(tx, id, products)
}

/** A collection that goes back to one of its old addresses no longer needs the redirect from there. */
async function keepFormerSlug(tx: Orm, collectionId: string, former: string, current: string): Promise<void> {
  await tx.delete(formerCollectionSlugsTable).where(eq(formerCollectionSlugsTable.slug, current))
  await tx
    .insert(formerCollectionSlugsTable)
    .values({ slug: former, collectionId })
    .onConflictDoUpdate({ target: formerCollectionSlugsTable.slug, set: { collectionId } })
}

export async function writeProducts(tx: Orm, collectionId: string, products: readonly string[]): Promise<void> {
  await tx.delete(collectionProductsTable).where(eq(collectionProductsTable.collectionId, collectionId))
  if (products.length === 0) return
  await tx
    .insert(collectionProductsTable)
    .values(products.map((productId, index) => ({ collectionId, productId, position: index + 1 })))
}

export async function insertWhole(tx: Orm, id: string, whole: WholeCollection): Promise<void> {
  const { products, formerSlugs, needs, ...values } = whole
  await tx.insert(collectionsTable).values({ id, ...values })
  // They're live again, or redirect to Shop All since it was deleted.
  await tx
    .delete(formerCollectionSlugsTable)
    .where(inArray(formerCollectionSlugsTable.slug, [values.slug, ...formerSlugs]))
  if (formerSlugs.length > 0)
    await tx.insert(formerCollectionSlugsTable).values(formerSlugs.map((slug) => ({ slug, collectionId: id })))
  // A place that was filled in the meantime is left alone.
  if (needs.length > 0)
    await tx
      .insert(needsTable)
      .values(needs.map((need) => ({ ...need, collectionId: id })))
      .onConflictDoNothing()
  const existing = await listExistingProducts(tx, products)
  await writeProducts(
    tx,
    id,
    products.filter((product) => existing.includes(product)),
  )
}

/** Its addresses redirect to Shop All from now on. */
export async function deleteWhole(tx: Orm, id: string, slug: string): Promise<void> {
  await tx.delete(collectionsTable).where(eq(collectionsTable.id, id))
  await tx
    .insert(formerCollectionSlugsTable)
    .values({ slug, collectionId: null })
    .onConflictDoUpdate({ target: formerCollectionSlugsTable.slug, set: { collectionId: null } })
}

export async function listExistingProducts(orm: Orm, ids: readonly string[]): Promise<string[]> {
  const rows = await orm
    .select({ id: productsTable.id })
    .from(productsTable)
    .where(inArray(productsTable.id, [...ids]))
  return rows.map(({ id }) => id)
}

export async function isCollectionNameTaken(orm: Orm, name: string, exceptId: string): Promise<boolean> {
  return (
    (await orm.$count(collectionsTable, and(eq(collectionsTable.name, name), ne(collectionsTable.id, exceptId)))) > 0
  )
}

/** The name of the other collection that is, or once was, at this address. */
export async function findSlugOwner(
  orm: Orm,
  slug: string,
  exceptId: string,
): Promise<{ name: string; isFormer: boolean } | undefined> {
  const { id, name } = collectionsTable
  const [live] = await orm
    .select({ name })
    .from(collectionsTable)
    .where(and(eq(collectionsTable.slug, slug), ne(id, exceptId)))
  if (live) return { name: live.name, isFormer: false }
  const [former] = await orm
    .select({ name })
    .from(formerCollectionSlugsTable)
    .innerJoin(collectionsTable, eq(id, formerCollectionSlugsTable.collectionId))
    .where(and(eq(formerCollectionSlugsTable.slug, slug), ne(id, exceptId)))
  return former && { name: former.name, isFormer: true }
}

export async function readVisibility(orm: Orm, id: string): Promise<{ isVisible: boolean } | undefined> {
  const row = await findRow(orm, id)
  return row && { isVisible: row.isVisible }
}

export async function readPicture(orm: Orm, id: string): Promise<{ picture: string } | undefined> {
  const row = await findRow(orm, id)
  return row && { picture: row.picture }
}

export async function writeColumns(
  tx: Orm,
  id: string,
  values: Partial<Pick<CollectionRow, 'isVisible' | 'picture' | 'position'>>,
): Promise<void> {
  await tx
    .update(collectionsTable)
    .set({ ...values, updatedAt: sql`now()` })
    .where(eq(collectionsTable.id, id))
}

/** Ids of all collections, in the order of the menu. */
export async function readMenuOrder(orm: Orm): Promise<string[]> {
  return (await listRows(orm)).map(({ id }) => id)
}

export async function writeMenuOrder(tx: Orm, ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries())
    await tx
      .update(collectionsTable)
      .set({ position: index + 1 })
      .where(eq(collectionsTable.id, id))
}

export async function readNeedCards(orm: Orm): Promise<NeedCard[]> {
  const rows = await orm.select().from(needsTable).orderBy(asc(needsTable.position))
  return rows.map(({ name, picture, collectionId, productId }) => ({
    name,
    picture,
    leadsTo: collectionId === null ? `product:${productId}` : `collection:${collectionId}`,
  }))
}

export async function writeNeedCards(tx: Orm, cards: readonly NeedCard[]): Promise<void> {
  await tx.delete(needsTable)
  if (cards.length === 0) return
  await tx.insert(needsTable).values(
    cards.map(({ name, picture, leadsTo }, index) => {
      const [kind, id = ''] = leadsTo.split(':')
      return { position: index + 1, name, picture, ...(kind === 'product' ? { productId: id } : { collectionId: id }) }
    }),
  )
}

/** The collections of each product, as slugs in the order of the menu. */
export async function listPlacements(
  orm: Orm,
  productIds?: readonly string[],
): Promise<ReadonlyMap<string, { collection: string; place: number }[]>> {
  const { productId } = collectionProductsTable
  const rows = await orm
    .select({
      productId,
      collection: collectionsTable.slug,
      // Counted, because a deleted product leaves a gap in the positions.
      place: sql<number>`(select count(*)::integer from ${collectionProductsTable} before
        where before.collection_id = ${collectionProductsTable.collectionId}
          and before.position < ${collectionProductsTable.position})`,
    })
    .from(collectionProductsTable)
    .innerJoin(collectionsTable, eq(collectionsTable.id, collectionProductsTable.collectionId))
    .where(productIds && inArray(productId, [...productIds]))
    .orderBy(asc(collectionsTable.position), asc(collectionsTable.name))
  const byProduct = Map.groupBy(rows, (row) => row.productId)
  return new Map(
    Array.from(byProduct, ([id, found]) => [id, found.map(({ collection, place }) => ({ collection, place }))]),
  )
}

/** Ids by slug, former slugs included. */
export async function listCollectionIds(orm: Orm): Promise<ReadonlyMap<string, string>> {
  const rows = await orm.select({ id: collectionsTable.id, slug: collectionsTable.slug }).from(collectionsTable)
  const former = await orm
    .select({ id: formerCollectionSlugsTable.collectionId, slug: formerCollectionSlugsTable.slug })
    .from(formerCollectionSlugsTable)
  const known = [...former, ...rows]
  return new Map(known.flatMap(({ slug, id }): [string, string][] => (id === null ? [] : [[slug, id]])))
}

/** All collections with their former slugs, in the order of the menu. */
export async function listKnownCollections(orm: Orm): Promise<{ slug: string; formerSlugs: string[] }[]> {
  const rows = await listRows(orm)
  const former = await orm.select().from(formerCollectionSlugsTable)
  return rows.map(({ id, slug }) => ({
    slug,
    formerSlugs: former.filter(({ collectionId }) => collectionId === id).map((row) => row.slug),
  }))
}
