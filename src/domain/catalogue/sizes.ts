/** All sizes, in display order. */
export const SIZES = ['1oz', '2oz', '4oz'] as const
export type Size = (typeof SIZES)[number]

export type SizePrices = Partial<Record<Size, number>>

export type Pricing =
  | { kind: 'sized'; prices: SizePrices }
  | { kind: 'single'; priceCents: number; info: string | null }

export function isSize(value: unknown): value is Size {
  return SIZES.some((size) => size === value)
}

/** Sizes on offer, smallest first. */
export function offeredSizes(pricing: Pricing): Size[] {
  return pricing.kind === 'sized' ? SIZES.filter((size) => pricing.prices[size] !== undefined) : []
}

/** Sizes on offer now that would no longer be. */
export function lostSizes(now: Pricing, next: Pricing): string[] {
  if (now.kind === 'single') return next.kind === 'single' ? [] : ['its one size']
  return offeredSizes(now).filter((size) => priceOf(next, size) === undefined)
}

/** Undefined if the size isn't offered, if it's missing for a sized product, or given for a single-size one. */
export function priceOf(pricing: Pricing, size: Size | undefined): number | undefined {
  if (pricing.kind === 'single') return size === undefined ? pricing.priceCents : undefined
  return size === undefined ? undefined : pricing.prices[size]
}

/** The price of the largest size, stored in `price_cents` for a product with sizes; 0 for a draft without a price. */
export function basePriceCents(pricing: Pricing): number {
  if (pricing.kind === 'single') return pricing.priceCents
  const largest = offeredSizes(pricing).at(-1)
  return (largest && pricing.prices[largest]) ?? 0
}

export function ounces(size: Size): number {
  return Number.parseInt(size, 10)
}
