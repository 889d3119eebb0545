import type { ProductTexts } from '#domain/catalogue/product-fields.ts'
import type { ProductSummary, UploadedPicture } from '#domain/catalogue/product.ts'
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

export type ProductToEdit = {
  id: string
  texts: Versioned<ProductTexts>
  pricing: Versioned<Pricing>
  stock: Versioned<ProductStock>
  isActive: boolean
  collections: Versioned<string[]>
  /** To choose from. */
  allCollections: { slug: string; name: string }[]
  picture: UploadedPicture | undefined
  scheduled: ScheduledPrice[]
}

export type ProductAtDesk = ProductSummary & { isActive: boolean; stock: { size: string; onHand: number }[] }

export type ImportPlan = {
  lines: ImportLine[]
  problems: ImportProblem[]
  /** Version token of the plan, so that what is applied is what was reviewed. */
  version: string
}

export type ImportChange = { column: string; before: string; after: string }

export type ImportLine = { line: number; productId: string; name: string; changes: ImportChange[] }

export type ImportProblem = { line: number; column?: string | undefined; problem: string }

/** An uploaded picture that a page can show. */
export type LibraryPicture = {
  address: string
  /** A small one, for a list. */
  src: string
  alt: string
}
