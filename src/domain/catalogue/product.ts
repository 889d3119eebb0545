import type { Stocked } from './stock.ts'

export type Collection = 'facial-serums' | 'focus-care' | 'body-hair'

export type Rating = {
  /** One decimal is shown; 5 without reviews, which a page never shows as five stars. */
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
  /** One that came in through the desk; undefined where the rendered one stands. */
  picture: UploadedPicture | undefined
}

export type UploadedPicture = {
  /** Without width and format, which follow after a hyphen and a dot. */
  address: string
  width: number
  height: number
  widths: number[]
  placeholder: string
  alt: string
}

export type IngredientLink = { slug: string; name: string; isKey: boolean }

export type ProductDetail = ProductSummary & {
  description: string
  benefits: readonly string[]
  ingredients: readonly IngredientLink[]
  inci: string
  howToUse: string
  patchTest: string
  dropsPerUse: number
  usesPerDay: number
}

export type Ingredient = {
  slug: string
  name: string
  inci: string
  summary: string
  richIn: string
  benefits: string
  properties: string
  groups: readonly IngredientGroup[]
  /** Which oils hold it. */
  products: readonly { id: string; name: string }[]
}

/** What a visitor may want to leave out, in the words of the filter. */
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

/** Every category there is; a product of another one would stand on no page. */
export const CATEGORIES: readonly string[] = Object.values(COLLECTION_CATEGORIES).flat()

/** The focus page is a list of names, because one of them is a serum and stays in its own collection too. */
export const FOCUS_CARE_NAMES = ['Bloomera Hair + Skin Restore', 'SOS Serum Blemish Blend', 'Barrier Rescue Oil']

/** These lead the body page, in this order. */
const BODY_HAIR_FIRST = ['Floral Wood Body Oil', 'Vanilla Sun Body Oil']

export function categoriesOf(collection: Collection): readonly string[] {
  return COLLECTION_CATEGORIES[collection]
}

export function collectionOf(category: string): Collection | undefined {
  const collections: Collection[] = ['facial-serums', 'focus-care', 'body-hair']
  return collections.find((collection) => COLLECTION_CATEGORIES[collection].includes(category))
}

/** Expects the products in order of name and keeps that order behind the two that lead. */
export function inBodyHairOrder<T extends { name: string }>(products: readonly T[]): T[] {
  const rank = ({ name }: T) =>
    BODY_HAIR_FIRST.includes(name) ? BODY_HAIR_FIRST.indexOf(name) : BODY_HAIR_FIRST.length
  return products.toSorted((a, b) => rank(a) - rank(b))
}

/** A product without reviews counts as 5 and 0 (docs/product.md#ratings). */
export function ratingOf(sum: number, count: number): Rating {
  return count === 0 ? { average: 5, count: 0 } : { average: sum / count, count }
}

/** What a guide card says: the first benefit, or else the first sentence of the short description. */
export function guideLine({
  firstBenefit,
  shortDescription,
}: Pick<ProductSummary, 'firstBenefit' | 'shortDescription'>): string {
  return firstBenefit ?? /^.*?[.;](?=\s)/.exec(shortDescription)?.[0] ?? shortDescription
}
