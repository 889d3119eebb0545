import type { ProductSummary } from '#domain/catalogue/product.ts'
import { offeredSizes } from '#domain/catalogue/sizes.ts'
import type { Offer } from './orders.views.ts'

/** Everything that is sold, by size. */
export function offersOf(products: readonly Pick<ProductSummary, 'id' | 'name' | 'pricing'>[]): Offer[] {
  return products.flatMap(({ id, name, pricing }): Offer[] =>
    pricing.kind === 'single'
      ? [{ value: `${id}|`, productId: id, size: null, label: name, priceCents: pricing.priceCents }]
      : offeredSizes(pricing).map((size) => ({
          value: `${id}|${size}`,
          productId: id,
          size,
          label: `${name} ${size}`,
          priceCents: pricing.prices[size] ?? 0,
        })),
  )
}
