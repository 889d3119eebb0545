import { products } from '../db/seed/products.ts'

/** What a product is shown as, besides the picture under its id; in the order of its page. */
const VIEWS = ['texture', 'scale', 'ingredients'] as const

/** The product that a picture named like `pure-bloom-texture` is a view of, and its place on the sheet. */
export function viewOf(name: string): { product: string; place: number } | undefined {
  for (const [shelf, { id }] of products.entries()) {
    const view = VIEWS.findIndex((candidate) => name === `${id}-${candidate}`)
    if (view !== -1) return { product: id, place: shelf * VIEWS.length + view }
  }
  return undefined
}
