import type { GalleryPicture, ProductPicture, UploadedPicture } from '#domain/catalogue/product.ts'
import { renderedPicture } from '#web/pictures/picture-addresses.ts'

type Stored = Pick<ProductPicture, 'picture' | 'alt'>

/** A stored picture with all it takes to show it; undefined if it no longer exists. */
export function showPicture(
  { picture, alt }: Stored,
  uploaded: UploadedPicture | undefined,
): UploadedPicture | undefined {
  const found = uploaded ?? renderedPicture(picture)
  return found && { ...found, alt: alt || found.alt }
}

/** The lead picture for lists. Most products have the one rendered under their id, which isn't repeated in each of them. */
export function leadPicture(
  id: string,
  lead: Stored | null,
  uploaded: UploadedPicture | undefined,
): UploadedPicture | undefined {
  if (!lead || (lead.picture === id && lead.alt === '')) return undefined
  return showPicture(lead, uploaded)
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
