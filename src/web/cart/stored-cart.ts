import { type Cart, type CartItem, EMPTY_CART, MAX_QUANTITY } from '#domain/cart/cart.ts'
import { isSize } from '#domain/catalogue/sizes.ts'
import { fieldsOf } from '#web/fields-of.ts'

/** Increased when the shape changes: an older cart is dropped rather than misread. */
const VERSION = 1
const MAX_LINES = 50
export const CART_KEY = 'bloomera-cart'

/**
 * Always returns a cart: corrupt, foreign or outdated values give an empty one. Checked by hand, because every page
 * reads the cart at once, and the schema library would delay them all.
 */
export function readCart(stored: string | null): Cart {
  const { version, items: lines } = fieldsOf(parseJson(stored))
  if (version !== VERSION || !Array.isArray(lines) || lines.length > MAX_LINES) return EMPTY_CART
  const items = lines.map((line) => readLine(line))
  if (!items.every((item) => item !== undefined)) return EMPTY_CART
  return { items, total: items.reduce((sum, item) => sum + item.price * item.quantity, 0) }
}

function readLine(stored: unknown): CartItem | undefined {
  const { id, productId, name, price, image, size, quantity, marks } = fieldsOf(stored)
  if (typeof id !== 'string' || typeof productId !== 'string') return undefined
  if (typeof name !== 'string' || typeof image !== 'string') return undefined
  if (!isCount(price, Number.MAX_SAFE_INTEGER) || !isCount(quantity, MAX_QUANTITY)) return undefined
  if (size !== undefined && !isSize(size)) return undefined
  return { id, productId, name, price, image, quantity, ...(size && { size }), ...readMarks(marks) }
}

/** Nothing if they're unreadable: they're fetched again as soon as the cart is opened. */
function readMarks(stored: unknown): Pick<CartItem, 'marks'> {
  const { skinTypes, cautions } = fieldsOf(stored)
  const isCaution = (one: unknown) => {
    const { groups, names } = fieldsOf(one)
    return Array.isArray(groups) && typeof names === 'string'
  }
  return Array.isArray(skinTypes) && Array.isArray(cautions) && cautions.every(isCaution)
    ? { marks: { skinTypes, cautions } }
    : {}
}

/** A whole number from 1. */
function isCount(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max
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
