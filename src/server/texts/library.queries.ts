import { eq, isNull, sql } from 'drizzle-orm'
import { picturesIn, readContent } from '#domain/texts/page-content.ts'
import { isTextKey, textPage } from '#domain/texts/text-pages.ts'
import { productsTable } from '#server/catalogue/catalogue.tables.ts'
import { collectionsTable, needsTable } from '#server/catalogue/collections.tables.ts'
import { productPicturesTable, removedPicturesTable, uploadedPicturesTable } from '#server/catalogue/pictures.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { listPublishedTexts } from './texts.queries.ts'
import { textVersionsTable } from './texts.tables.ts'

/** Names of everything that uses each picture now, or will: products, collections, needs, pages and their drafts. */
export async function listPictureUses(orm: Orm, moment: Date): Promise<ReadonlyMap<string, readonly string[]>> {
  const ofProducts = await orm
    .select({ picture: productPicturesTable.picture, name: productsTable.name })
    .from(productPicturesTable)
    .innerJoin(productsTable, eq(productsTable.id, productPicturesTable.productId))
  const ofCollections = await orm
    .select({ picture: collectionsTable.picture, name: collectionsTable.name })
    .from(collectionsTable)
  const ofNeeds = await orm.select({ picture: needsTable.picture, name: needsTable.name }).from(needsTable)
  const uses = [...ofProducts, ...ofCollections, ...ofNeeds, ...(await listTextUses(orm, moment))]
  const byPicture = Map.groupBy(uses, ({ picture }) => picture)
  return new Map([...byPicture].map(([picture, users]) => [picture, [...new Set(users.map(({ name }) => name))]]))
}

async function listTextUses(orm: Orm, moment: Date): Promise<{ picture: string; name: string }[]> {
  const { page, content, publishedAt } = textVersionsTable
  const drafts = await orm.select({ key: page, content }).from(textVersionsTable).where(isNull(publishedAt))
  const texts = [...(await listPublishedTexts(orm, moment)), ...drafts]
  return texts.flatMap(({ key, content: stored }) =>
    isTextKey(key)
      ? picturesIn(readContent(key, stored)).map((picture) => ({ picture, name: textPage(key).title }))
      : [],
  )
}

/** Undefined if there is no such picture. */
export async function readInLibrary(tx: Orm, address: string): Promise<{ isInLibrary: boolean } | undefined> {
  const [row] = await tx
    .select({
      isRemoved: sql<boolean>`exists (select from ${removedPicturesTable} where ${removedPicturesTable.address} = ${address})`,
    })
    .from(uploadedPicturesTable)
    .where(eq(uploadedPicturesTable.address, address))
    .for('no key update')
  return row && { isInLibrary: !row.isRemoved }
}

export async function writeInLibrary(
  tx: Orm,
  address: string,
  { isInLibrary }: { isInLibrary: boolean },
): Promise<void> {
  if (isInLibrary) await tx.delete(removedPicturesTable).where(eq(removedPicturesTable.address, address))
  else await tx.insert(removedPicturesTable).values({ address }).onConflictDoNothing()
}
