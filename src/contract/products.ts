import * as z from 'zod/mini'
import type { Offer } from '#domain/cart/cart-offers.ts'
import { SKIN_TYPES, type SkinType } from '#domain/catalogue/facts.ts'
import { INGREDIENT_GROUPS, type IngredientGroup } from '#domain/catalogue/product.ts'
import { type Pricing, SIZES } from '#domain/catalogue/sizes.ts'
import type { StockUnit } from '#domain/catalogue/stock.ts'

const cents = z.int().check(z.positive())
/** Tracked sizes that are sold out; 'single' for a product without sizes. */
const soldOut: z.ZodMiniType<StockUnit[]> = z.array(z.enum([...SIZES, 'single']))

/** Possible concerns about an oil: the skin types it's listed for, and its ingredients by group. */
const marks = {
  skin_types: z.array(z.enum(Object.keys(SKIN_TYPES) as SkinType[])),
  /** Names are empty if the ingredients aren't listed. */
  cautions: z.array(
    z.object({ groups: z.array(z.enum(Object.keys(INGREDIENT_GROUPS) as IngredientGroup[])), names: z.string() }),
  ),
}

/** An active product under the names of the table's columns. */
export const productRow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  short_description: z.string(),
  price_cents: cents,
  category: z.string(),
  image_url: z.string(),
  has_sizes: z.boolean(),
  size_1oz_price_cents: z.nullable(cents),
  size_2oz_price_cents: z.nullable(cents),
  size_4oz_price_cents: z.nullable(cents),
  single_size_info: z.nullable(z.string()),
  sold_out: soldOut,
  rating: z.number(),
  review_count: z.int(),
  benefits: z.array(z.string()),
  key_ingredients: z.string(),
  is_active: z.boolean(),
  ...marks,
})
export type ProductRow = z.infer<typeof productRow>

/** GET /api/products: all of them, ordered by name. */
export const productsResponse = z.object({ products: z.array(productRow) })
/** GET /api/products/:slug */
export const productResponse = z.object({ product: productRow })

/** The part that the cart reads. */
export const offersResponse = z.object({
  products: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      image_url: z.string(),
      price_cents: cents,
      has_sizes: z.boolean(),
      size_1oz_price_cents: z.nullable(cents),
      size_2oz_price_cents: z.nullable(cents),
      size_4oz_price_cents: z.nullable(cents),
      single_size_info: z.nullable(z.string()),
      sold_out: soldOut,
      ...marks,
    }),
  ),
})

export function toOffers({ products }: z.infer<typeof offersResponse>): Offer[] {
  return products.map((row) => ({
    id: row.id,
    name: row.name,
    // Without the width and format that API clients get.
    image: row.image_url.replace(/-\d+\.webp$/, ''),
    pricing: toPricing(row),
    soldOut: row.sold_out,
    skinTypes: row.skin_types,
    cautions: row.cautions,
  }))
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
