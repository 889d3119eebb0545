import { isSlug } from '../text/slug.ts'
import { bottleLife, centsPerOunce } from './bottle-life.ts'
import { allFactRows, type FactRow } from './fact-rows.ts'
import type { ProductDetail } from './product.ts'
import { isSize, offeredSizes, priceOf, type Size } from './sizes.ts'

/** More would be too narrow to read, or too wide to compare. */
export const MOST_COMPARED = 4

/** The URL parameter, once for each oil. */
export const COMPARED = 'oil'

/** Valid IDs, in the order given: one more than are shown, so that the page can say that there were more. */
export function readCompared(query: { getAll: (name: string) => string[] }): string[] {
  const ids = query.getAll(COMPARED).filter((id) => isSlug(id))
  return [...new Set(ids)].slice(0, MOST_COMPARED + 1)
}

export type ComparedRow = { label: string; texts: readonly string[] }

/** One line for each fact known about any of them. */
export function compareFacts(products: readonly ProductDetail[]): ComparedRow[] {
  const columns: FactRow[][] = products.map((product) => allFactRows(product))
  return (columns[0] ?? [])
    .map(({ label }, line) => ({ label, texts: columns.map((rows) => rows[line]?.text ?? '') }))
    .filter(({ texts }) => texts.some((text) => text !== ''))
}

/** Slugs of what is in all of them; empty for a single oil. */
export function commonIngredients(products: readonly Pick<ProductDetail, 'ingredients'>[]): ReadonlySet<string> {
  const [first, ...others] = products
  if (!first || others.length === 0) return new Set()
  const isInAll = (slug: string) => others.every(({ ingredients }) => ingredients.some((one) => one.slug === slug))
  return new Set(first.ingredients.map(({ slug }) => slug).filter(isInAll))
}

export type ComparedSize = {
  /** Undefined for a single-size oil. */
  size: Size | undefined
  label: string
  priceCents: number
  /** Undefined if the only bottle doesn't state its size. */
  centsPerOunce: number | undefined
  lasts: string | undefined
}

export function compareSizes(product: Pick<ProductDetail, 'pricing' | 'dropsPerUse' | 'usesPerDay'>): ComparedSize[] {
  const { pricing } = product
  const sizes = pricing.kind === 'single' ? [undefined] : offeredSizes(pricing)
  return sizes.map((size) => {
    const info = pricing.kind === 'single' ? pricing.info : null
    const stated = size ?? (isSize(info) ? info : undefined)
    const priceCents = priceOf(pricing, size) ?? 0
    return {
      size,
      label: size ?? info ?? '',
      priceCents,
      centsPerOunce: stated && centsPerOunce(priceCents, stated),
      lasts: stated && bottleLife(stated, product),
    }
  })
}
