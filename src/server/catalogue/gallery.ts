import type { GalleryPicture, ProductPicture, UploadedPicture } from '#domain/catalogue/product.ts'
import { renderedViews, type RenderedViews } from './product-views.ts'

type Stored = Pick<ProductPicture, 'picture' | 'alt'>

/** A stored picture with everything needed to show it; undefined if it no longer exists. */
export function showPicture(
  { picture, alt }: Stored,
  uploaded: UploadedPicture | undefined,
  views: RenderedViews = renderedViews,
): UploadedPicture | undefined {
  const found = uploaded ?? views.find(picture)
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
  views: RenderedViews = renderedViews,
): GalleryPicture[] {
  return rows.flatMap(({ row, uploaded }) => {
    const shown = showPicture(row, uploaded, views)
    return shown ? [{ ...shown, sizes: row.sizes }] : []
  })
}

/** The pictures to edit: if none are stored, the rendered ones. */
export function editedPictures(
  id: string,
  stored: readonly ProductPicture[],
  views: RenderedViews = renderedViews,
): ProductPicture[] {
  return stored.length > 0 ? [...stored] : views.list(id)
}

/** What the page of a product without stored pictures shows; empty if there is only the one rendered under its id. */
export function renderedGallery(id: string, views: RenderedViews = renderedViews): GalleryPicture[] {
  const rendered = views.list(id).map((row) => ({ row, uploaded: undefined }))
  return rendered.length > 1 ? toGallery(rendered, views) : []
}
