import { offeredSizes, type Pricing, type Size } from './sizes.ts'

/** What stock is counted by: a size, or the product as a whole. */
export const STOCK_UNITS = ['1oz', '2oz', '4oz', 'single'] as const
export type StockUnit = (typeof STOCK_UNITS)[number]

/** The part of a product needed to tell what is available. */
export type Stocked = {
  pricing: Pricing
  /** Tracked units with no stock. Untracked units are never sold out. */
  soldOut: readonly StockUnit[]
}

export function isSoldOut({ soldOut }: Pick<Stocked, 'soldOut'>, size: Size | undefined): boolean {
  return soldOut.includes(size ?? 'single')
}

/**
 * Initial choice of the size selector: the first size in stock, else the first one. Undefined for a single-size
 * product.
 */
export function firstChoice(product: Stocked): Size | undefined {
  const sizes = offeredSizes(product.pricing)
  return sizes.find((size) => !isSoldOut(product, size)) ?? sizes[0]
}
