import { and, asc, desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { UploadedPicture } from '#domain/catalogue/product.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { productsTable } from './catalogue.tables.ts'
import { uploadedPictureFilesTable, uploadedPicturesTable } from './pictures.tables.ts'

export type PictureFormat = 'avif' | 'webp'
export type PictureFile = { width: number; format: PictureFormat; body: Uint8Array }

/** Uploading the same picture again reuses its row. */
export async function insertPicture(tx: Orm, picture: UploadedPicture, files: readonly PictureFile[]): Promise<void> {
  const { address } = picture
  const inserted = await tx
    .insert(uploadedPicturesTable)
    .values(picture)
    .onConflictDoNothing()
    .returning({ address: uploadedPicturesTable.address })
  if (inserted.length === 0) return
  // One by one: a single statement with all files would be megabytes long.
  for (const file of files) await tx.insert(uploadedPictureFilesTable).values({ address, ...file })
}

/** The pictures uploaded for these products, by product id. */
export async function listPicturesOf(
  orm: Orm,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, UploadedPicture>> {
  const rows = await orm
    .select({ productId: productsTable.id, picture: getTableColumns(uploadedPicturesTable) })
    .from(productsTable)
    .innerJoin(uploadedPicturesTable, eq(uploadedPicturesTable.address, productsTable.imageUrl))
    .where(inArray(productsTable.id, [...productIds]))
  return new Map(rows.map(({ productId, picture }) => [productId, picture]))
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

export async function findUploadedPicture(orm: Orm, address: string): Promise<UploadedPicture | undefined> {
  const [picture] = await orm.select().from(uploadedPicturesTable).where(eq(uploadedPicturesTable.address, address))
  return picture
}

export function listUploadedPictures(orm: Orm): Promise<UploadedPicture[]> {
  return orm.select().from(uploadedPicturesTable).orderBy(asc(uploadedPicturesTable.alt))
}
