import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { COLLECTION_FIELDS } from '#domain/catalogue/collection-fields.ts'
import type { Collection } from '#domain/catalogue/collections.ts'
import { publicValues } from '#domain/catalogue/fields.ts'
import { asDecoration } from '#domain/catalogue/product.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { renderedPicture } from '#web/pictures/rendered-pictures.server.ts'
import { productsTable } from './catalogue.tables.ts'
import {
  collectionProductsTable,
  collectionsTable,
  formerCollectionSlugsTable,
  needsTable,
} from './collections.tables.ts'
import { uploadedPicturesTable } from './pictures.tables.ts'

/** In the order of the menu. */
const inMenuOrder = [asc(collectionsTable.position), asc(collectionsTable.name)]

const count = sql<number>`(select count(*)::integer from ${collectionProductsTable} m
  join ${productsTable} p on p.id = m.product_id and p.is_active where m.collection_id = ${collectionsTable.id})`

/** Collections that are not hidden. */
export async function listCollections(orm: Orm): Promise<Collection[]> {
  const rows = await orm
    .select({ collection: getTableColumns(collectionsTable), uploaded: getTableColumns(uploadedPicturesTable), count })
    .from(collectionsTable)
    .leftJoin(uploadedPicturesTable, eq(uploadedPicturesTable.address, collectionsTable.picture))
    .where(eq(collectionsTable.isVisible, true))
    .orderBy(...inMenuOrder)
  return rows.map(({ collection, uploaded, count: products }) => ({
    id: collection.id,
    ...publicValues(COLLECTION_FIELDS, collection),
    picture: asDecoration(uploaded ?? renderedPicture(collection.picture)),
    isInMenu: collection.isInMenu,
    count: products,
  }))
}

/** Former addresses, with the collection they redirect to; null if it was deleted. */
export async function listFormerSlugs(orm: Orm): Promise<{ slug: string; collectionId: string | null }[]> {
  const { slug, collectionId } = formerCollectionSlugsTable
  return orm.select({ slug, collectionId }).from(formerCollectionSlugsTable)
}

/** IDs of every collection's products, in hand-picked order. */
export async function listMembers(orm: Orm, only?: string): Promise<ReadonlyMap<string, string[]>> {
  const { collectionId, productId, position } = collectionProductsTable
  const rows = await orm
    .select({ collectionId, productId })
    .from(collectionProductsTable)
    .where(only === undefined ? undefined : eq(collectionId, only))
    .orderBy(asc(collectionId), asc(position))
  const byCollection = Map.groupBy(rows, (row) => row.collectionId)
  return new Map(Array.from(byCollection, ([id, members]) => [id, members.map((row) => row.productId)]))
}

/** Ids of the collections that a product is in; those of the menu first. */
export async function listCollectionIdsOf(orm: Orm, productId: string): Promise<string[]> {
  const rows = await visibleMemberships(orm, eq(collectionProductsTable.productId, productId))
  return rows.map(({ id }) => id)
}

/** The same for every product that is in one, by product id. */
export async function listCollectionsOfAll(orm: Orm): Promise<ReadonlyMap<string, string[]>> {
  const byProduct = Map.groupBy(await visibleMemberships(orm), ({ productId }) => productId)
  return new Map(Array.from(byProduct, ([productId, rows]) => [productId, rows.map(({ id }) => id)]))
}

function visibleMemberships(orm: Orm, condition?: SQL) {
  return orm
    .select({ id: collectionsTable.id, productId: collectionProductsTable.productId })
    .from(collectionProductsTable)
    .innerJoin(
      collectionsTable,
      and(eq(collectionsTable.id, collectionProductsTable.collectionId), eq(collectionsTable.isVisible, true)),
    )
    .where(condition)
    .orderBy(desc(collectionsTable.isInMenu), ...inMenuOrder)
}

export async function listNeeds(orm: Orm): Promise<(typeof needsTable.$inferSelect)[]> {
  return orm.select().from(needsTable).orderBy(asc(needsTable.position))
}
