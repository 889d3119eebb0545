import type { CartItem } from '#domain/cart/cart.ts'
import { pictureOf } from '#domain/catalogue/product.ts'
import type { Size } from '#domain/catalogue/sizes.ts'
import type { Buyable } from './cart-context.ts'

/** A bottle as stored in the cart. */
export function toCartLine(product: Buyable, size: Size | undefined, price: number): Omit<CartItem, 'id' | 'quantity'> {
  const { id, name, skinTypes, cautions } = product
  return {
    productId: id,
    name,
    price,
    image: pictureOf({ gallery: [], ...product }, size)?.address ?? '',
    ...(size && { size }),
    marks: { skinTypes, cautions },
  }
}
