import * as z from 'zod/mini'
import { type Cart, EMPTY_CART, MAX_QUANTITY } from '#domain/cart/cart.ts'
import { SIZES } from '#domain/catalogue/sizes.ts'

/** Increased when the shape changes: an older cart is dropped rather than misread. */
const VERSION = 1
const MAX_LINES = 50
export const CART_KEY = 'bloomera-cart'

const line = z.object({
  id: z.string(),
  productId: z.string(),
  name: z.string(),
  price: z.int().check(z.positive()),
  image: z.string(),
  size: z.optional(z.enum(SIZES)),
  quantity: z.int().check(z.minimum(1), z.maximum(MAX_QUANTITY)),
})
const schema = z.object({ version: z.literal(VERSION), items: z.array(line).check(z.maxLength(MAX_LINES)) })

/** Always returns a cart: corrupt, foreign or outdated values give an empty one. */
export function readCart(stored: string | null): Cart {
  const parsed = schema.safeParse(parseJson(stored))
  if (!parsed.success) return EMPTY_CART
  const items = parsed.data.items.map(({ size, ...item }) => (size === undefined ? item : { ...item, size }))
  return { items, total: items.reduce((sum, item) => sum + item.price * item.quantity, 0) }
}

export function writeCart(cart: Cart): string {
  return JSON.stringify({ version: VERSION, items: cart.items })
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    // A foreign value under our key; the next change overwrites it.
    return undefined
  }
}
