import type { Marks } from '../catalogue/cautions.ts'
import type { Size } from '../catalogue/sizes.ts'
import { type Offer, repriced } from './cart-offers.ts'

export const MAX_QUANTITY = 99
/** Different items in one order. */
export const MAX_LINES = 50

export type CartItem = {
  /** Product id and size, or 'single' without a size. */
  id: string
  productId: string
  name: string
  /** Cents. */
  price: number
  image: string
  size?: Size
  quantity: number
  /** Missing in carts stored by older versions, until they're repriced. */
  marks?: Marks
}

export type Cart = { items: readonly CartItem[]; total: number }

export type CartAction =
  | { type: 'add'; product: Omit<CartItem, 'id' | 'quantity'> }
  | { type: 'remove'; id: string }
  | { type: 'update-quantity'; id: string; quantity: number }
  | { type: 'reprice'; offers: readonly Offer[] }
  | { type: 'merge'; items: readonly CartItem[] }
  | { type: 'clear' }

export const EMPTY_CART: Cart = { items: [], total: 0 }

export function lineId(productId: string, size: Size | undefined): string {
  return `${productId}-${size ?? 'single'}`
}

export function cartCount(cart: Cart): number {
  return cart.items.reduce((count, item) => count + item.quantity, 0)
}

/**
 * The cart reducer (docs/product.md#cart-lines). Quantities stay between 1 and 99; a quantity that is not a whole
 * number is ignored, and so is a 51st line.
 */
export function reduceCart(cart: Cart, action: CartAction): Cart {
  switch (action.type) {
    case 'add':
      return withItems(addLine(cart.items, action.product))
    case 'remove':
      return withItems(cart.items.filter((item) => item.id !== action.id))
    case 'update-quantity':
      return Number.isSafeInteger(action.quantity)
        ? withItems(setQuantity(cart.items, action.id, action.quantity))
        : cart
    case 'reprice':
      return withItems(repriced(cart.items, action.offers))
    case 'merge':
      return withItems(action.items.reduce(mergeLine, cart.items))
    case 'clear':
      return EMPTY_CART
  }
}

function addLine(items: readonly CartItem[], product: Omit<CartItem, 'id' | 'quantity'>): CartItem[] {
  const id = lineId(product.productId, product.size)
  if (!items.some((item) => item.id === id)) return appended(items, { ...product, id, quantity: 1 })
  return items.map((item) => (item.id === id ? { ...item, quantity: capped(item.quantity + 1) } : item))
}

function mergeLine(items: readonly CartItem[], added: CartItem): readonly CartItem[] {
  const known = items.find((item) => item.id === added.id)
  return known ? setQuantity(items, known.id, known.quantity + added.quantity) : appended(items, added)
}

function appended(items: readonly CartItem[], added: CartItem): CartItem[] {
  return [...items, added].slice(0, MAX_LINES)
}

function setQuantity(items: readonly CartItem[], id: string, quantity: number): CartItem[] {
  if (quantity <= 0) return items.filter((item) => item.id !== id)
  return items.map((item) => (item.id === id ? { ...item, quantity: capped(quantity) } : item))
}

function capped(quantity: number): number {
  return Math.min(quantity, MAX_QUANTITY)
}

function withItems(items: readonly CartItem[]): Cart {
  return { items, total: items.reduce((total, item) => total + item.price * item.quantity, 0) }
}
