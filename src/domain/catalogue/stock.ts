import { offeredSizes, type Pricing, type Size } from './sizes.ts'

/** Where bottles stand: one shelf for each size, or a single one. */
export type Shelf = Size | 'single'

/** As much of a product as tells what of it can be had. */
export type Stocked = {
  pricing: Pricing
  /** Shelves that are counted and empty; one that nobody counts is never among them. */
  soldOut: readonly Shelf[]
}

export function isSoldOut({ soldOut }: Pick<Stocked, 'soldOut'>, size: Size | undefined): boolean {
  return soldOut.includes(size ?? 'single')
}

/** Where the size selector starts: the first size in stock, else the first one. Undefined for a single-size product. */
export function firstChoice(product: Stocked): Size | undefined {
  const sizes = offeredSizes(product.pricing)
  return sizes.find((size) => !isSoldOut(product, size)) ?? sizes[0]
}

/** What bottles are counted by: a size, or the product as a whole. */
export const STOCK_PLACES = ['1oz', '2oz', '4oz', 'single'] as const
export type StockPlace = (typeof STOCK_PLACES)[number]
