import type { GalleryPicture, ProductPicture, UploadedPicture } from '#domain/catalogue/product.ts'
import { renderedPicture } from '#web/pictures/rendered-pictures.server.ts'

type Stored = Pick<ProductPicture, 'picture' | 'alt'>

/** A stored picture with all it takes to show it; undefined if it no longer exists. */
export function showPicture(
  { picture, alt }: Stored,
  uploaded: UploadedPicture | undefined,
): UploadedPicture | undefined {
  const found = uploaded ?? renderedPicture(picture)
  return alt && found ? { ...found, alt } : found
}

/** The lead picture for lists: the first one stored, or the one rendered under the product's id. */
export function leadPicture(
  id: string,
  lead: Stored | null,
  uploaded: UploadedPicture | undefined,
): UploadedPicture | undefined {
  return showPicture(lead ?? { picture: id, alt: '' }, uploaded)
}

export function toGallery(
  rows: readonly { row: ProductPicture; uploaded: UploadedPicture | undefined }[],
): GalleryPicture[] {
  return rows.flatMap(({ row, uploaded }) => {
    const shown = showPicture(row, uploaded)
    return shown ? [{ ...shown, sizes: row.sizes }] : []
  })
}

/** The pictures to edit: a product without any stored shows the one rendered under its id. */
export function editedPictures(id: string, stored: readonly ProductPicture[]): ProductPicture[] {
  if (stored.length > 0) return [...stored]
  return renderedPicture(id) ? [{ picture: id, alt: '', sizes: [] }] : []
}
