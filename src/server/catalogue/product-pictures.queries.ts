import { asc, eq, inArray, sql } from 'drizzle-orm'
import { pick } from '#domain/catalogue/fields.ts'
import { isUploaded, type ProductPicture } from '#domain/catalogue/product.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { productsTable } from './catalogue.tables.ts'
import { editedPictures } from './gallery.ts'
import { productPicturesTable, uploadedPicturesTable } from './pictures.tables.ts'
import { lockProduct } from './product-editor.queries.ts'

const { picture, alt, sizes, position, productId } = productPicturesTable

/** As the desk edits them. */
export async function listProductPictures(orm: Orm, id: string): Promise<ProductPicture[]> {
  return (await listPicturesOf(orm, [id])).get(id) ?? []
}

/** Pictures of several products, including ones that don't exist yet. */
export async function listPicturesOf(orm: Orm, ids: readonly string[]): Promise<Map<string, ProductPicture[]>> {
  const rows = await orm
    .select({ productId, picture, alt, sizes })
    .from(productPicturesTable)
    .where(inArray(productId, [...ids]))
    .orderBy(asc(position))
  const byProduct = Map.groupBy(rows, (row) => row.productId)
  const ofProduct = (id: string) => byProduct.get(id)?.map((row) => pick(row, ['picture', 'alt', 'sizes'])) ?? []
  return new Map(ids.map((id) => [id, editedPictures(id, ofProduct(id))]))
}

export async function readProductPictures(tx: Orm, id: string): Promise<ProductPicture[] | undefined> {
  return (await lockProduct(tx, id)) && listProductPictures(tx, id)
}

export async function writeProductPictures(tx: Orm, id: string, pictures: readonly ProductPicture[]): Promise<void> {
  await tx.delete(productPicturesTable).where(eq(productId, id))
  if (pictures.length > 0)
    await tx
      .insert(productPicturesTable)
      .values(pictures.map((each, index) => ({ productId: id, position: index + 1, ...each })))
  const lead = pictures[0]?.picture ?? ''
  await tx
    .update(productsTable)
    .set({ imageUrl: isUploaded(lead) ? lead : '', updatedAt: sql`now()` })
    .where(eq(productsTable.id, id))
}

/** Returns the first uploaded picture that doesn't exist. */
export async function findUnknownPicture(tx: Orm, pictures: readonly ProductPicture[]): Promise<string | undefined> {
  const addresses = pictures.map((each) => each.picture).filter(isUploaded)
  if (addresses.length === 0) return undefined
  const rows = await tx
    .select({ address: uploadedPicturesTable.address })
    .from(uploadedPicturesTable)
    .where(inArray(uploadedPicturesTable.address, addresses))
  return addresses.find((address) => !rows.some((row) => row.address === address))
}
