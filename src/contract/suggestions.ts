import * as z from 'zod/mini'

const product = z.object({
  slug: z.string(),
  name: z.string(),
  /** Its lowest current price. */
  priceCents: z.int(),
  /** True if another size costs more. */
  hasMorePrices: z.boolean(),
  rating: z.number(),
  reviewCount: z.int(),
  /** The address of a small picture; empty if it has none. */
  image: z.string(),
  /** Possible concerns about it: see the products of /api/products. */
  skinTypes: z.array(z.string()),
  cautions: z.array(z.object({ groups: z.array(z.string()), names: z.string() })),
})

/** GET /api/suggestions?q=… */
export const suggestionsSchema = z.object({
  products: z.array(product),
  ingredients: z.array(
    z.object({ slug: z.string(), name: z.string(), summary: z.string(), groups: z.array(z.string()) }),
  ),
  guides: z.array(z.object({ name: z.string(), path: z.string() })),
  /** Sentences about what was typed: what the shop doesn't make, or what an oil can't do. */
  notes: z.array(z.string()),
  /** How many products the search finds. */
  total: z.int(),
})
export type Suggestions = z.infer<typeof suggestionsSchema>
