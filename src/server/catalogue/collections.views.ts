import type { CollectionTexts } from '#domain/catalogue/collection-fields.ts'
import type { UploadedPicture } from '#domain/catalogue/product.ts'

/** What is edited in one form: the texts, and the ids of the products in order. */
export type CollectionContent = CollectionTexts & { isInMenu: boolean; products: string[] }

/** A whole collection, so that a deleted one can be restored. */
export type WholeCollection = CollectionContent & {
  picture: string
  isVisible: boolean
  position: number
  formerSlugs: string[]
  /** "Shop by Need" cards that link to it. */
  needs: { position: number; name: string; picture: string }[]
}

export type CollectionAtDesk = {
  id: string
  name: string
  slug: string
  isVisible: boolean
  isInMenu: boolean
  /** Products in it, and those of them on sale. */
  count: number
  onSale: number
  imageSrc: string | undefined
}

export type CollectionToEdit = {
  id: string
  content: CollectionContent
  version: string
  isVisible: boolean
  picture: string
  uploaded: UploadedPicture | undefined
  formerSlugs: { slug: string; since: Date }[]
}

/** A product as a row of a collection. */
export type CollectionRow = { id: string; name: string; price: string; isActive: boolean; imageSrc: string | undefined }

/** A "Shop by Need" card; `leadsTo` is `collection:<id>` or `product:<id>`. */
export type NeedCard = { name: string; picture: string; leadsTo: string }
