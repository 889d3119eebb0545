import type { ImportFormat } from '#domain/catalogue/import-columns.ts'
import type { ImportRemark } from '#domain/catalogue/import-rows.ts'
import type { ProductTexts } from '#domain/catalogue/product-fields.ts'
import type { ProductPicture, ProductSummary, UploadedPicture } from '#domain/catalogue/product.ts'
import type { SaleCheck } from '#domain/catalogue/ready-for-sale.ts'
import type { SalePrices } from '#domain/catalogue/sale-price.ts'
import type { Pricing } from '#domain/catalogue/sizes.ts'
import type { StockUnit } from '#domain/catalogue/stock.ts'

/** A value to edit, with its version token. */
export type Versioned<Value> = { value: Value; version: string }

/** Null for a size whose stock is not tracked. */
export type ProductStock = Record<StockUnit, number | null>

/** A product is edited in parts, so that editing the texts doesn't conflict with a stock count. */
export type ProductParts = {
  texts: ProductTexts
  pricing: Pricing
  stock: ProductStock
  sale: { isActive: boolean }
  /** Slugs, in the order of the menu. */
  collections: string[]
}

/** A collection that a product is in, by slug, and its place there, counted from 0. */
export type Placement = { collection: string; place: number }

export type ScheduledPrice = {
  id: string
  productId: string
  /** Undefined if it can't be parsed: written by an older version, or by hand. */
  pricing: Pricing | undefined
  dueAt: Date
  createdBy: string
  failure: string | undefined
}

/** A sale to edit, or none. Moments are ISO texts. */
export type SalePrice = { sale: { prices: SalePrices; startsAt: string; endsAt: string } | null }

/** A picture that is being resized, or couldn't be. */
export type PendingPicture = { id: string; fileName: string; problem: string | undefined }

export type ProductToEdit = {
  id: string
  texts: Versioned<ProductTexts>
  pricing: Versioned<Pricing>
  stock: Versioned<ProductStock>
  isActive: boolean
  collections: Versioned<string[]>
  /** To choose from. */
  allCollections: { slug: string; name: string }[]
  pictures: Versioned<ProductPicture[]>
  /** Uploaded, but not resized yet. */
  uploads: PendingPicture[]
  /** What it needs to go on sale. */
  checklist: SaleCheck[]
  scheduled: ScheduledPrice[]
  salePrice: Versioned<SalePrice>
  /** Its sale, as the shop shows or would show it. */
  shownSale: { isOn: boolean; was: SalePrices } | undefined
}

export type ProductAtDesk = ProductSummary & { isActive: boolean; stock: { size: string; onHand: number }[] }

export type ImportPlan = {
  /** Undefined if the file could not be read at all. */
  format: ImportFormat | undefined
  columns: ImportColumn[]
  lines: ImportLine[]
  /** Nothing is imported before these are solved. */
  problems: ImportRemark[]
  /** What doesn't fit and is left out, as the owner chose. */
  leftOut: ImportRemark[]
  /** Version token of the plan, so that what is applied is what was reviewed. */
  version: string
}

/** A column of the file and its assigned meaning. */
export type ImportColumn = { name: string; target: string; filled: number; sample: string }

/** What the owner chose along with a file. */
export type ImportOptions = {
  /** The meaning of each column; undefined for the suggested one. */
  mapping?: readonly string[] | undefined
  /** New products that are on sale in the file go on sale; otherwise they arrive as drafts. */
  putOnSale?: boolean
  /** Leave out what does not fit and import the rest. */
  leaveOut?: boolean
  /** For new products that have none. */
  category?: string
}

export type ImportChange = { column: string; before: string; after: string }

export type ImportLine = {
  line: number
  productId: string
  name: string
  isNew: boolean
  changes: ImportChange[]
  notes: ImportRemark[]
  /** To be uploaded by hand. */
  pictures: string[]
}

/** An uploaded picture that a page can show. */
export type LibraryPicture = {
  picture: UploadedPicture
  /** What it shows, if known; unlike an alt text, never empty. */
  words: string
}
