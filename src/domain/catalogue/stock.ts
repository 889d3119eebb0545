import { offeredSizes, type Pricing, type Size } from './sizes.ts'

/** What bottles are counted by: a size, or the product as a whole. */
export const STOCK_UNITS = ['1oz', '2oz', '4oz', 'single'] as const
export type StockUnit = (typeof STOCK_UNITS)[number]

/** As much of a product as tells what of it can be had. */
export type Stocked = {
  pricing: Pricing
  /** Units that are counted and empty. A unit without a count is never sold out. */
  soldOut: readonly StockUnit[]
}

export function isSoldOut({ soldOut }: Pick<Stocked, 'soldOut'>, size: Size | undefined): boolean {
  return soldOut.includes(size ?? 'single')
}

/** Where the size selector starts: the first size in stock, else the first one. Undefined for a single-size product. */
export function firstChoice(product: Stocked): Size | undefined {
  const sizes = offeredSizes(product.pricing)
  return sizes.find((size) => !isSoldOut(product, size)) ?? sizes[0]
}
