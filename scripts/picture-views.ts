import { SIZES, type Size } from '#domain/catalogue/sizes.ts'
import { products } from '../db/seed/products.ts'

/** A product's views besides the picture under its id, in page order. */
const VIEWS = [...SIZES, 'texture', 'scale', 'ingredients'] as const

type ProductView = { product: string; place: number; sizes: Size[] }

/**
 * For a picture named like `pure-bloom-texture`: its product, its place on the sheet, and the size it shows if it is
 * named like `pure-bloom-2oz`.
 */
export function viewOf(name: string): ProductView | undefined {
  for (const [shelf, { id }] of products.entries()) {
    const place = VIEWS.findIndex((candidate) => name === `${id}-${candidate}`)
    const view = VIEWS[place]
    if (view) return { product: id, place: shelf * VIEWS.length + place, sizes: SIZES.filter((size) => size === view) }
  }
  return undefined
}
