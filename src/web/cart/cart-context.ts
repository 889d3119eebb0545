import { createContext, use } from 'react'
import type { Cart, CartAction } from '#domain/cart/cart.ts'
import type { ProductDetail, ProductSummary } from '#domain/catalogue/product.ts'
import type { Size } from '#domain/catalogue/sizes.ts'
import type { Drawer } from './use-drawer.ts'

/** With its gallery, the line shows the picture of its size. */
export type Buyable = Pick<ProductSummary, 'id' | 'name' | 'pricing' | 'picture' | 'skinTypes' | 'cautions'> &
  Partial<Pick<ProductDetail, 'gallery'>>

export type CartContextValue = {
  cart: Cart
  count: number
  /** Shows a toast, even if it fails. */
  add: (product: Buyable, size: Size | undefined) => void
  dispatch: (action: CartAction) => void
  drawer: Drawer
  /** What the shop changed since the shopper last closed the drawer, in words. */
  changes: readonly string[]
  forgetChanges: () => void
  refresh: (options?: { isUrgent?: boolean }) => Promise<void>
}

/** Separate from its provider: a development page keeps its context after an edit of anything the provider imports. */
export const CartContext = createContext<CartContextValue | undefined>(undefined)

export function useCart(): CartContextValue {
  const value = use(CartContext)
  if (!value) throw new Error('useCart must be used within a CartProvider')
  return value
}
