import * as z from 'zod/mini'
import type { Offer } from '#domain/cart/cart-offers.ts'
import { type Pricing, SIZES } from '#domain/catalogue/sizes.ts'
import type { StockUnit } from '#domain/catalogue/stock.ts'

/** GET /api/products: active products with the table's column names, ordered by name. */
export type ProductRow = {
  id: string
  name: string
  description: string
  short_description: string
  price_cents: number
  category: string
  image_url: string
  has_sizes: boolean
  size_1oz_price_cents: number | null
  size_2oz_price_cents: number | null
  size_4oz_price_cents: number | null
  single_size_info: string | null
  /** Tracked sizes with no stock; 'single' for a product without sizes. */
  sold_out: readonly StockUnit[]
  rating: number
  review_count: number
  benefits: readonly string[]
  key_ingredients: string
  is_active: boolean
}

const cents = z.int().check(z.positive())

/** The part that the cart reads. */
export const offersResponse = z.object({
  products: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      price_cents: cents,
      has_sizes: z.boolean(),
      size_1oz_price_cents: z.nullable(cents),
      size_2oz_price_cents: z.nullable(cents),
      size_4oz_price_cents: z.nullable(cents),
      single_size_info: z.nullable(z.string()),
      sold_out: z.array(z.enum([...SIZES, 'single'])),
    }),
  ),
})

export function toOffers({ products }: z.infer<typeof offersResponse>): Offer[] {
  return products.map((row) => ({ id: row.id, name: row.name, pricing: toPricing(row), soldOut: row.sold_out }))
}

function toPricing(row: z.infer<typeof offersResponse>['products'][number]): Pricing {
  if (!row.has_sizes) return { kind: 'single', priceCents: row.price_cents, info: row.single_size_info }
  const prices = {
    '1oz': row.size_1oz_price_cents,
    '2oz': row.size_2oz_price_cents,
    '4oz': row.size_4oz_price_cents,
  }
  return {
    kind: 'sized',
    prices: Object.fromEntries(Object.entries(prices).filter(([, price]) => price !== null)),
  }
}
