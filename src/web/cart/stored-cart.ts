import { type Cart, type CartItem, EMPTY_CART, lineId, MAX_LINES, MAX_QUANTITY, reduceCart } from '#domain/cart/cart.ts'
import { isSize } from '#domain/catalogue/sizes.ts'
import { fieldsOf } from '#web/fields-of.ts'

/** Increased when the shape changes: an older cart is dropped rather than misread. */
const VERSION = 1
export const CART_KEY = 'bloomera-cart'

/**
 * Always returns a cart: foreign or outdated values give an empty one, and a corrupt line costs no other. Checked by
 * hand, because every page reads the cart at once, and the schema library would delay them all.
 */
export function readCart(stored: string | null): Cart {
  const { version, items: lines } = fieldsOf(parseJson(stored))
  if (version !== VERSION || !Array.isArray(lines)) return EMPTY_CART
  const items = lines.slice(0, MAX_LINES).flatMap((line) => readLine(line) ?? [])
  // One line per bottle, as everything that changes the cart expects.
  return reduceCart(EMPTY_CART, { type: 'merge', items })
}

function readLine(stored: unknown): CartItem | undefined {
  const { productId, name, price, image, size, quantity, marks } = fieldsOf(stored)
  if (typeof productId !== 'string' || typeof name !== 'string' || typeof image !== 'string') return undefined
  if (!isCount(price) || typeof quantity !== 'number' || !(quantity >= 1)) return undefined
  if (size !== undefined && !isSize(size)) return undefined
  return {
    id: lineId(productId, size),
    productId,
    name,
    price,
    image,
    quantity: Math.min(Math.floor(quantity), MAX_QUANTITY),
    ...(size && { size }),
    ...readMarks(marks),
  }
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
function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1
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
