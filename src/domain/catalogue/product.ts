import type { PublicProductTexts } from './product-fields.ts'
import type { Stocked } from './stock.ts'

export type Collection = 'facial-serums' | 'focus-care' | 'body-hair'

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

/** docs/product.md#categories-and-collections */
const COLLECTION_CATEGORIES: Record<Collection, readonly string[]> = {
  'facial-serums': ['Radiance', 'Renewal', 'Blemish Control', 'Firming', 'Anti-Aging', 'Brightening'],
  'focus-care': ['Focus Care'],
  'body-hair': ['Body Care', 'Body & Hair', 'Head-to-Toe Care', 'Intimate Care'],
}

/** All categories; a product in any other would appear on no page. */
export const CATEGORIES: readonly string[] = Object.values(COLLECTION_CATEGORIES).flat()

/** Names rather than categories, because one of them is a serum and also stays in its own collection. */
export const FOCUS_CARE_NAMES = ['Bloomera Hair + Skin Restore', 'SOS Serum Blemish Blend', 'Barrier Rescue Oil']

/** First on the body page, in this order. */
const BODY_HAIR_FIRST = ['Floral Wood Body Oil', 'Vanilla Sun Body Oil']

export function categoriesOf(collection: Collection): readonly string[] {
  return COLLECTION_CATEGORIES[collection]
}

export function collectionOf(category: string): Collection | undefined {
  const collections: Collection[] = ['facial-serums', 'focus-care', 'body-hair']
  return collections.find((collection) => COLLECTION_CATEGORIES[collection].includes(category))
}

/** Expects products sorted by name; moves the two that come first and keeps the order of the rest. */
export function inBodyHairOrder<T extends { name: string }>(products: readonly T[]): T[] {
  const rank = ({ name }: T) =>
    BODY_HAIR_FIRST.includes(name) ? BODY_HAIR_FIRST.indexOf(name) : BODY_HAIR_FIRST.length
  return products.toSorted((a, b) => rank(a) - rank(b))
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
