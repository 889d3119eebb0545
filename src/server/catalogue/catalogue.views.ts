import type { ProductTexts } from '#domain/catalogue/product-fields.ts'
import type { ProductSummary, UploadedPicture } from '#domain/catalogue/product.ts'
import type { Pricing } from '#domain/catalogue/sizes.ts'
import type { StockUnit } from '#domain/catalogue/stock.ts'

/** Something to edit, with the version by which a later change is noticed. */
export type Versioned<Value> = { value: Value; version: string }

/** Null where nobody counts. */
export type ProductStock = Record<StockUnit, number | null>

/** A product is edited in parts, so that an edit of the texts does not get in the way of a stock count. */
export type ProductParts = {
  texts: ProductTexts
  pricing: Pricing
  stock: ProductStock
  sale: { isActive: boolean }
}

export type ScheduledPrice = {
  id: string
  productId: string
  /** Undefined when it cannot be read: it was written by an older version, or by hand. */
  pricing: Pricing | undefined
  dueAt: Date
  createdBy: string
  /** Why it could not be applied. */
  failure: string | undefined
}

export type ProductToEdit = {
  id: string
  texts: Versioned<ProductTexts>
  pricing: Versioned<Pricing>
  stock: Versioned<ProductStock>
  isActive: boolean
  picture: UploadedPicture | undefined
  scheduled: ScheduledPrice[]
}

export type ProductAtDesk = ProductSummary & { isActive: boolean; stock: { size: string; onHand: number }[] }

export type ImportPlan = {
  lines: ImportLine[]
  problems: ImportProblem[]
  /** Of the plan, so that what is applied is what was looked at. */
  version: string
}

export type ImportChange = { column: string; before: string; after: string }

export type ImportLine = { line: number; productId: string; name: string; changes: ImportChange[] }

export type ImportProblem = { line: number; column?: string | undefined; problem: string }
