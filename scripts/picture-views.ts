import { SIZES, type Size } from '#domain/catalogue/sizes.ts'
import { products } from '../db/seed/products.ts'

/** What a product is shown as, besides the picture under its id; in the order of its page. */
const VIEWS = [...SIZES, 'texture', 'scale', 'ingredients'] as const

type ProductView = { product: string; place: number; sizes: Size[] }

/**
 * The product that a picture named like `pure-bloom-texture` is a view of, its place on the sheet, and the size it
 * shows if it is named like `pure-bloom-2oz`.
 */
export function viewOf(name: string): ProductView | undefined {
  for (const [shelf, { id }] of products.entries()) {
    const place = VIEWS.findIndex((candidate) => name === `${id}-${candidate}`)
    const view = VIEWS[place]
    if (view) return { product: id, place: shelf * VIEWS.length + place, sizes: SIZES.filter((size) => size === view) }
  }
  return undefined
}
