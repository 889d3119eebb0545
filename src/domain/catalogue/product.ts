import type { PublicProductTexts } from './product-fields.ts'
import type { RunningSale } from './sale-price.ts'
import type { Stocked } from './stock.ts'

export type Rating = {
  /** Shown with one decimal; 5 without reviews, which pages never show as five stars. */
  average: number
  count: number
}

export type ProductSummary = Stocked & {
  id: string
  name: string
  category: string
  shortDescription: string
  firstBenefit: string | undefined
  rating: Rating
  /** Undefined unless something of it costs less for a while. `pricing` has what is charged. */
  sale?: RunningSale | undefined
  /** Uploaded at the desk; undefined if the rendered picture is used. */
  picture: UploadedPicture | undefined
}

export type UploadedPicture = {
  /** Without width and format, which are appended as `-<width>.<format>`. */
  address: string
  width: number
  height: number
  widths: number[]
  placeholder: string
  alt: string
}

export type IngredientLink = { slug: string; name: string; isKey: boolean }

export type ProductDetail = ProductSummary & PublicProductTexts & { ingredients: readonly IngredientLink[] }

export type Ingredient = {
  slug: string
  name: string
  inci: string
  summary: string
  richIn: string
  benefits: string
  properties: string
  groups: readonly IngredientGroup[]
  /** Oils that contain it. */
  products: readonly { id: string; name: string }[]
}

/** Groups a visitor may want to avoid, with their labels in the filter. */
export const INGREDIENT_GROUPS = {
  nuts: 'Nuts',
  coconut: 'Coconut',
  'essential-oils': 'Essential oils',
  'stone-fruit': 'Stone fruit kernels',
  olive: 'Olive',
} as const

export type IngredientGroup = keyof typeof INGREDIENT_GROUPS

export function isIngredientGroup(value: string): value is IngredientGroup {
  return Object.hasOwn(INGREDIENT_GROUPS, value)
}

/** A product without reviews counts as 5 and 0 (docs/product.md#ratings). */
export function ratingOf(sum: number, count: number): Rating {
  return count === 0 ? { average: 5, count: 0 } : { average: sum / count, count }
}

/** Text of a guide card: the first benefit, or the first sentence of the short description. */
export function guideLine({
  firstBenefit,
  shortDescription,
}: Pick<ProductSummary, 'firstBenefit' | 'shortDescription'>): string {
  return firstBenefit ?? /^.*?[.;](?=\s)/.exec(shortDescription)?.[0] ?? shortDescription
}
