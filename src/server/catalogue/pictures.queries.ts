import { and, asc, desc, eq, getTableColumns, inArray, notExists, or } from 'drizzle-orm'
import type { GalleryPicture, UploadedPicture } from '#domain/catalogue/product.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { productsTable } from './catalogue.tables.ts'
import type { LibraryPicture } from './catalogue.views.ts'
import { leadPicture, renderedGallery, toGallery } from './gallery.ts'
import {
  productPicturesTable,
  removedPicturesTable,
  uploadedPictureFilesTable,
  uploadedPicturesTable,
} from './pictures.tables.ts'
import { renderedViews } from './product-views.ts'

export type PictureFormat = 'avif' | 'webp'
export type PictureFile = { width: number; format: PictureFormat; body: Uint8Array }

/** Uploading the same picture with the same words again reuses its row, and restores a removed one. */
export async function insertPicture(tx: Orm, picture: UploadedPicture, files: readonly PictureFile[]): Promise<void> {
  const { address } = picture
  const inserted = await tx
    .insert(uploadedPicturesTable)
    .values(picture)
    .onConflictDoNothing()
    .returning({ address: uploadedPicturesTable.address })
  if (inserted.length === 0) {
    await tx.delete(removedPicturesTable).where(eq(removedPicturesTable.address, address))
    if (picture.alt !== '')
      await tx.update(uploadedPicturesTable).set({ alt: picture.alt }).where(eq(uploadedPicturesTable.address, address))
    return
  }
  // One by one: a single statement with all files would be megabytes long.
  for (const file of files) await tx.insert(uploadedPictureFilesTable).values({ address, ...file })
}

/** The lead pictures of these products, by product id. */
export async function listPicturesOf(
  orm: Orm,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, UploadedPicture>> {
  const { productId, picture, alt, position } = productPicturesTable
  const rows = await orm
    .select({ productId, lead: { picture, alt }, uploaded: getTableColumns(uploadedPicturesTable) })
    .from(productPicturesTable)
    .leftJoin(uploadedPicturesTable, eq(uploadedPicturesTable.address, picture))
    .where(and(eq(position, 1), inArray(productId, [...productIds])))
  return new Map(
    productIds.flatMap((id) => {
      const row = rows.find((stored) => stored.productId === id)
      const shown = leadPicture(id, row?.lead ?? null, row?.uploaded ?? undefined)
      return shown ? [[id, shown] as const] : []
    }),
  )
}

/** What the product's page shows, in order. */
export async function listGallery(orm: Orm, id: string): Promise<GalleryPicture[]> {
  const { picture, alt, sizes, position, productId } = productPicturesTable
  const rows = await orm
    .select({ row: { picture, alt, sizes }, uploaded: getTableColumns(uploadedPicturesTable) })
    .from(productPicturesTable)
    .leftJoin(uploadedPicturesTable, eq(uploadedPicturesTable.address, picture))
    .where(eq(productId, id))
    .orderBy(asc(position))
  if (rows.length === 0) return renderedGallery(id)
  return toGallery(rows.map(({ row, uploaded }) => ({ row, uploaded: uploaded ?? undefined })))
}

/** What every product's page shows, by product id. */
export async function listGalleries(orm: Orm): Promise<ReadonlyMap<string, GalleryPicture[]>> {
  const { picture, alt, sizes, position, productId } = productPicturesTable
  const rows = await orm
    .select({ productId, row: { picture, alt, sizes }, uploaded: getTableColumns(uploadedPicturesTable) })
    .from(productPicturesTable)
    .leftJoin(uploadedPicturesTable, eq(uploadedPicturesTable.address, picture))
    .orderBy(asc(productId), asc(position))
  const byProduct = Map.groupBy(rows, (row) => row.productId)
  const rendered = renderedViews.listProducts().map((id) => [id, renderedGallery(id)] as const)
  const stored = [...byProduct].map(
    ([id, ofProduct]) =>
      [id, toGallery(ofProduct.map(({ row, uploaded }) => ({ row, uploaded: uploaded ?? undefined })))] as const,
  )
  return new Map([...rendered, ...stored])
}

/** The names of all uploaded pictures, as in their addresses: the bare one, and one for each width and format. */
export async function listPictureNames(orm: Orm): Promise<string[]> {
  const { address, width, format } = uploadedPictureFilesTable
  const rows = await orm.select({ address, width, format }).from(uploadedPictureFilesTable)
  const names = rows.map((row) => [row.address, `${row.address}-${row.width}.${row.format}`])
  return [...new Set(names.flat())].map((name) => name.replace('/uploads/', ''))
}

/** Without a width, returns the widest. */
export async function findPictureFile(
  orm: Orm,
  { address, width, format }: { address: string; width: number | undefined; format: PictureFormat },
): Promise<Uint8Array | undefined> {
  const table = uploadedPictureFilesTable
  const [row] = await orm
    .select({ body: table.body })
    .from(table)
    .where(
      and(
        eq(table.address, address),
        width === undefined ? undefined : eq(table.width, width),
        eq(table.format, format),
      ),
    )
    .orderBy(desc(table.width))
    .limit(1)
  return row?.body
}

export async function listUploadedPictures(
  orm: Orm,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, UploadedPicture>> {
  if (addresses.length === 0) return new Map()
  const rows = await orm
    .select()
    .from(uploadedPicturesTable)
    .where(inArray(uploadedPicturesTable.address, [...addresses]))
  return new Map(rows.map((row) => [row.address, row]))
}

export async function findUploadedPicture(orm: Orm, address: string): Promise<UploadedPicture | undefined> {
  const [picture] = await orm.select().from(uploadedPicturesTable).where(eq(uploadedPicturesTable.address, address))
  return picture
}

/** All uploaded pictures that weren't removed, and these, ordered by their own or their product's description. */
export async function listLibraryPictures(orm: Orm, also: readonly string[] = []): Promise<LibraryPicture[]> {
  const rows = await orm
    .selectDistinctOn([uploadedPicturesTable.address], {
      picture: getTableColumns(uploadedPicturesTable),
      alt: productPicturesTable.alt,
      product: productsTable.name,
    })
    .from(uploadedPicturesTable)
    .leftJoin(productPicturesTable, eq(productPicturesTable.picture, uploadedPicturesTable.address))
    .leftJoin(productsTable, eq(productsTable.id, productPicturesTable.productId))
    .where(
      or(
        inArray(uploadedPicturesTable.address, [...also]),
        notExists(
          orm
            .select({ address: removedPicturesTable.address })
            .from(removedPicturesTable)
            .where(eq(removedPicturesTable.address, uploadedPicturesTable.address)),
        ),
      ),
    )
    .orderBy(uploadedPicturesTable.address, desc(productPicturesTable.alt), asc(productsTable.name))
  return rows
    .map(({ picture, alt, product }) => ({
      picture,
      words: picture.alt || alt || (product ? `Picture of ${product}` : 'Picture without words'),
    }))
    .toSorted((one, other) => one.words.localeCompare(other.words, 'en'))
}
