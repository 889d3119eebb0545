import { priceText } from '#desk/views/catalogue/products.tsx'
import type { ProductSummary, UploadedPicture } from '#domain/catalogue/product.ts'
import { pictureUrl } from '#web/pictures/picture-addresses.ts'
import { renderedPicture } from '#web/pictures/rendered-pictures.server.ts'
import type { CollectionAtDesk, CollectionRow } from './collections.views.ts'

const THUMBNAIL_WIDTH = 160
const SHOWN_WIDTH = 640

type Listed = Pick<CollectionAtDesk, 'id' | 'name' | 'slug' | 'isVisible' | 'isInMenu'> & {
  products: readonly string[]
}

type AnyProduct = ProductSummary & { isActive: boolean }

export function toRow(product: AnyProduct): CollectionRow {
  const { id, name, pricing, isActive } = product
  return { id, name, price: priceText(pricing), isActive, imageSrc: pictureUrl(product.picture, THUMBNAIL_WIDTH) }
}

/** Its first product represents it in lists. */
export function collectionAtDesk(
  { id, name, slug, isVisible, isInMenu, products: ids }: Listed,
  products: readonly AnyProduct[],
): CollectionAtDesk {
  const members = ids.flatMap((member) => products.find((product) => product.id === member) ?? [])
  const [first] = members
  return {
    id,
    name,
    slug,
    isVisible,
    isInMenu,
    count: members.length,
    onSale: members.filter(({ isActive }) => isActive).length,
    imageSrc: first && pictureUrl(first.picture, THUMBNAIL_WIDTH),
  }
}

/** The picture of its page. */
export function collectionImage({
  picture,
  uploaded,
}: {
  picture: string
  uploaded: UploadedPicture | undefined
}): string | undefined {
  return pictureUrl(uploaded ?? renderedPicture(picture), SHOWN_WIDTH)
}
